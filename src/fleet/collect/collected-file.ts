import { relative, sep } from 'node:path';
import type { RawSource } from '../../archive/model/raw-store.ts';
import { versionOf } from '../../machine/sessions/session-source.ts';
import type { SessionFile } from '../../machine/sessions/store.ts';
import { type FileStage, FOUND, type Inspected } from './file-stage.ts';
import type { Whereabouts } from './whereabouts.ts';

/** The name of a session file on this machine. */
export interface FileName {
  readonly agent: string;
  readonly home: string;
  /** Relative to the home, with `/`, without `.zst`. */
  readonly path: string;
}

/** The state of the file in its own place at the last look. A difference means the file is read again. */
export interface LastLook {
  readonly size: number;
  readonly modified: number;
  /** 0 until the file is opened. */
  readonly inode: number;
  /** The version of a session that is not a file. Where present, it alone is compared. */
  readonly version?: string | undefined;
}

/** Copies only the fields that a look keeps. */
export function lastLook({ size, modified, inode, version }: LastLook): LastLook {
  return version === undefined ? { size, modified, inode } : { size, modified, inode, version };
}

/** True if something was written between two looks. */
export function isWritten(before: LastLook, after: LastLook): boolean {
  if (after.version !== undefined) return before.version !== after.version;
  return before.size !== after.size || before.modified !== after.modified;
}

/** A session file to be sent. A home may hold tens of thousands, so a record is a name and four values. */
export interface CollectedFile extends FileName {
  /** True for one JSON document that the agent rewrites each time; false for lines that it appends to. */
  readonly isDocument: boolean;
  /** The session's folder, if the file's place tells it. */
  readonly cwd: string | undefined;
  /** The session's title, if it is stored beside the file. */
  title: string | undefined;
  bytes: Whereabouts;
  look: LastLook;
  stage: FileStage;
}

/** Makes the record of a file of which only the place is known. */
export function newFile(name: FileName, cwd: string | undefined, bytes: Whereabouts, look: LastLook): CollectedFile {
  const { agent, home, path } = name;
  return { agent, home, path, isDocument: /\.json$/i.test(path), cwd, title: undefined, bytes, look, stage: FOUND };
}

/** The record of a session file that discovery found; undefined if it lies in no home. */
export function fileFound(session: SessionFile): CollectedFile | undefined {
  const { agent, home, path, realPath, size, modified, cwd, source } = session;
  if (!agent || home === undefined) return undefined;
  const below = relative(home, path).split(sep).join('/');
  const name = { agent: agent.name, home, path: below.replace(/\.zst$/i, '') };
  const look = { size, modified, inode: 0 };
  if (source) return newFile(name, cwd, { kind: 'source', source }, { ...look, version: versionOf(session) });
  return newFile(name, cwd, { kind: 'own', at: realPath, held: undefined }, look);
}

export function fileKey({ agent, home, path }: FileName): string {
  return `${agent}\0${home}\0${path}`;
}

/** The number of bytes that the server does not have, as far as is known. */
export function unsentBytes({ look, stage }: CollectedFile): number {
  return Math.max(0, look.size - (stage.name === 'agreed' ? stage.head : 0));
}

/** Describes a file to the server. Each text passes through `safeName` first. */
export function rawSource(file: CollectedFile, stage: Inspected, safeName: (text: string) => string): RawSource {
  const { agent, home, path, cwd, title } = file;
  const { mode, life, repository } = stage;
  const generation = life.number === 0 ? life.firstLine : `${life.firstLine}~${life.number}`;
  const project = cwd === undefined ? undefined : safeName(cwd);
  const source: RawSource = { agent, home: safeName(home), path: safeName(path), generation, mode, project };
  if (repository === '') source.noRepository = true;
  else if (repository !== undefined) source.repository = safeName(repository);
  // A title is text, and mode `usage` lets no text leave.
  if (title !== undefined && mode !== 'usage') source.title = safeName(title);
  return source;
}
