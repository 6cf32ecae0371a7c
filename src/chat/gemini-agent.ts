import type { BaseChatRequest, ChatAgent } from './chat-agent.ts';
import { isLongMessage, readingLongMessage, writeLongMessage } from './long-message.ts';
import { chatRequestSchema } from './request-schema.ts';

export interface GeminiAgentOptions {
  /** The program in the sandbox; `gemini` by default. */
  binary?: string | undefined;
  /** The snapshot that has the Gemini CLI installed; by default SANDBOX_SNAPSHOT_ID of `env`. */
  snapshotId?: string | undefined;
  /** Where GEMINI_API_KEY is looked up; this process's environment by default. */
  env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** The Gemini CLI in a sandbox. Its `stream-json` is what the client gets, so it has no mapper. */
export function createGeminiAgent(options: GeminiAgentOptions = {}): ChatAgent<BaseChatRequest> {
  const { binary = 'gemini', env = process.env } = options;
  const apiKey = env.GEMINI_API_KEY?.trim();
  const commandEnv: Record<string, string> = apiKey ? { GEMINI_API_KEY: apiKey } : {};
  const flags = ['--output-format', 'stream-json', '--approval-mode', 'yolo', '--sandbox', 'false'];
  return {
    requestSchema: chatRequestSchema,
    snapshotId: options.snapshotId?.trim() || env.SANDBOX_SNAPSHOT_ID?.trim() || undefined,
    prepareSandbox: ({ input, sandbox }) => writeLongMessage(input, sandbox),
    createCommand({ input }) {
      const isLong = isLongMessage(input);
      const resume = input.session_id ? ['--resume', input.session_id] : [];
      // Without a prompt among its arguments it takes stdin for one.
      const prompt = isLong ? [] : ['--prompt', input.message];
      const command = { cmd: binary, args: [...prompt, ...flags, ...resume], env: commandEnv };
      return isLong ? readingLongMessage(input, command) : command;
    },
  };
}
