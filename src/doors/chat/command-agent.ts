import { createHash } from 'node:crypto';
import { doorLimits } from '../../limits/doors.ts';
import type { BaseChatRequest, ChatAgent, ChatCommand, PreparedSandbox } from './chat-agent.ts';
import { chatRequestSchema } from './request-schema.ts';

/** Opens the file, removes its name, and gives it to the program as stdin. Nothing is interpolated into the text. */
const FROM_FILE = 'exec 3<"$0" && rm -f -- "$0" && exec "$@" <&3 3<&-';

/** An agent of this package. */
export interface CommandAgent extends ChatAgent<BaseChatRequest> {
  /** Extend it for an agent of your own: `agent.requestSchema.extend({ plan: z.boolean() })`. */
  requestSchema: typeof chatRequestSchema;
  prepareSandbox(input: { input: BaseChatRequest; sandbox: Pick<PreparedSandbox, 'writeFiles'> }): Promise<void>;
}

export interface CommandAgentOptions {
  /** A snapshot with the agent installed; by default SANDBOX_SNAPSHOT_ID of `env`. */
  snapshotId: string | undefined;
  env: Readonly<Record<string, string | undefined>>;
  /** True if the agent is to do all things, also where nothing fences it in. */
  dangerouslyBypass: boolean | undefined;
  /**
   * The command for a request. Without a message, the command reads it from stdin. Only if `isFree`, the agent may do
   * all things without being asked.
   */
  toCommand(request: BaseChatRequest, message: string | undefined, isFree: boolean): ChatCommand;
}

/** A remote sandbox has no stdin, so a message is an argument, or a file if it is longer than a system takes. */
export function createCommandAgent(options: CommandAgentOptions): CommandAgent {
  const { snapshotId, env, dangerouslyBypass = false, toCommand } = options;
  return {
    requestSchema: chatRequestSchema,
    snapshotId: snapshotId?.trim() || env.SANDBOX_SNAPSHOT_ID?.trim() || undefined,
    async prepareSandbox({ input, sandbox }) {
      if (isLong(input)) await sandbox.writeFiles([{ path: fileOf(input), content: input.message }]);
    },
    createCommand({ input, isolated = true }) {
      const isFree = isolated || dangerouslyBypass;
      if (!isLong(input)) return toCommand(input, input.message, isFree);
      return commandFromFile(toCommand(input, undefined, isFree), input);
    },
  };
}

/** The command with the message's file as its stdin. */
export function commandFromFile({ cmd, args, env }: ChatCommand, request: BaseChatRequest): ChatCommand {
  return { cmd: 'sh', args: ['-c', FROM_FILE, `./${fileOf(request)}`, cmd, ...args], env };
}

function isLong({ message }: BaseChatRequest): boolean {
  return Buffer.byteLength(message) > doorLimits.maxChatArgumentBytes;
}

/** In the working folder, which every sandbox has. Named by a digest of its text, so that messages do not collide. */
export function fileOf({ message }: BaseChatRequest): string {
  return `.threadline-message-${createHash('sha256').update(message).digest('hex').slice(0, 32)}`;
}
