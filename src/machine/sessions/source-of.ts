import { ThreadlineError } from '../../errors.ts';
import { createFileSource } from './file-source.ts';
import { createSentSource } from './sent-source.ts';
import { fileVersion, type SessionSource } from './session-source.ts';
import type { SessionFile } from './store.ts';

/** The source of a session that was found. Its store decides the kind; everybody else asks the source. */
export function sourceOf(file: SessionFile): SessionSource {
  if (file.source) return file.source;
  return file.open ? createSentSource(file, file.open) : createFileSource(file);
}

/**
 * The version of a session that was found just now; empty where it cannot be told. A file's stands in what was found: it
 * is not looked at again.
 */
export function versionOf(file: SessionFile): string {
  if (!file.source) return fileVersion(file);
  try {
    return file.source.look()?.version ?? '';
  } catch (error) {
    if (error instanceof ThreadlineError) return '';
    throw error;
  }
}
