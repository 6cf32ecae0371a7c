import { createStreamFollower } from './following/stream-follower.ts';
import { lastOf, leaveOut } from './plain-bytes.ts';
import { plainChunks } from './plain-chunks.ts';
import { fileVersion, keyOfFile, type SessionSource } from './session-source.ts';
import type { SessionFile } from './store.ts';

/** A session of another machine, whose bytes a server holds. Its paths mean nothing here, and are never looked up. */
export function createSentSource(file: SessionFile, open: () => AsyncIterable<Uint8Array>): SessionSource {
  const source: SessionSource = {
    key: keyOfFile(file),
    look: () => ({ version: fileVersion(file), size: file.size, modified: file.modified }),
    read: ({ from = 0 } = {}) => (from > 0 ? leaveOut(plainChunks(open()), from) : plainChunks(open())),
    last: (most) => lastOf(plainChunks(open()), most),
    follow: (options) => createStreamFollower(source, options),
    end: () => undefined,
  };
  return source;
}
