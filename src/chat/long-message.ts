import { createHash } from 'node:crypto';
import { limits } from '../limits.ts';
import type { BaseChatRequest, ChatCommand, PreparedSandbox } from './chat-agent.ts';

/** Opens the file, takes its name away and lets the program read it as its stdin. Nothing is put into the text. */
const FROM_FILE = 'exec 3<"$0" && rm -f -- "$0" && exec "$@" <&3 3<&-';

/** A remote sandbox has no stdin, so a message is an argument; a system takes one of at most 128 KiB. */
export function isLongMessage({ message }: BaseChatRequest): boolean {
  return Buffer.byteLength(message) > limits.maxChatArgumentBytes;
}

/** Puts a message that is too long for an argument into a file of the sandbox. */
export async function writeLongMessage(input: BaseChatRequest, sandbox: PreparedSandbox): Promise<void> {
  if (isLongMessage(input)) await sandbox.writeFiles([{ path: fileOf(input), content: input.message }]);
}

/** The command with that file as its stdin. */
export function readingLongMessage(input: BaseChatRequest, command: ChatCommand): ChatCommand {
  return { ...command, cmd: 'sh', args: ['-c', FROM_FILE, `./${fileOf(input)}`, command.cmd, ...command.args] };
}

/** In the working folder, which every sandbox has; called by its content, so that two messages do not meet. */
function fileOf({ message }: BaseChatRequest): string {
  return `.threadline-message-${createHash('sha256').update(message).digest('hex').slice(0, 32)}`;
}
