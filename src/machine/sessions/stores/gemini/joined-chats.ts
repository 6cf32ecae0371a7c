import { createFileSource } from '../../file-source.ts';
import { createStreamFollower } from '../../following/stream-follower.ts';
import { lastOf, leaveOut } from '../../plain-bytes.ts';
import { keyOfFile, type SessionSource, type SourceBytesOptions, type SourceLook } from '../../session-source.ts';
import type { SessionFile } from '../../store.ts';
import { chatRecords } from './chat-records.ts';

/**
 * Several files of one thread, each with turns of its own: a restart under the same id begins a new file. The session is
 * all of them, in the order in which they began, as lines.
 */
export function createJoinedChats(main: SessionFile, files: readonly SessionFile[]): SessionSource {
  const parts = files.map((file) => createFileSource(file));

  function look(): SourceLook | undefined {
    const looks = parts.map((part) => part.look());
    if (looks.includes(undefined)) return undefined;
    const known = looks.filter((one) => one !== undefined);
    return {
      version: known.map(({ version }) => version).join(' '),
      size: known.reduce((sum, { size }) => sum + size, 0),
      modified: Math.max(...known.map(({ modified }) => modified)),
    };
  }

  async function* readAll({ onBytes }: SourceBytesOptions): AsyncGenerator<Uint8Array> {
    for (const part of parts) {
      const chunks: Buffer[] = [];
      for await (const chunk of part.read({ onBytes })) chunks.push(Buffer.from(chunk));
      yield Buffer.from(asLines(Buffer.concat(chunks).toString('utf8')));
    }
  }

  const source: SessionSource = {
    key: keyOfFile(main),
    look,
    read: ({ from = 0, ...options } = {}) => (from > 0 ? leaveOut(readAll(options), from) : readAll(options)),
    last: (most) => lastOf(readAll({}), most),
    follow: (options) => createStreamFollower(source, options),
    end: () => undefined,
  };
  return source;
}

/** A document over many lines as a line for each of its records. Lines stay as they are. */
function asLines(text: string): string {
  const isDocument = /^\s*\{\s*\n/.test(text) || !text.trim().includes('\n');
  if (isDocument)
    return chatRecords(text)
      .map((record) => `${JSON.stringify(record)}\n`)
      .join('');
  return text.endsWith('\n') ? text : `${text}\n`;
}
