import { createFileSource } from './file-source.ts';
import { createSentSource } from './sent-source.ts';
import type { SessionSource } from './session-source.ts';
import type { SessionFile } from './store.ts';

/** The source of a session that was found. Its store decides the kind; all other code asks the source. */
export function sourceOf(file: SessionFile): SessionSource {
  if (file.source) return file.source;
  return file.open ? createSentSource(file, file.open) : createFileSource(file);
}
