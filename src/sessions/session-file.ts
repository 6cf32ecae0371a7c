import { basename } from 'node:path';
import type { WireName } from '../wires/wire.ts';
import { parseRolloutName } from './rollout-name.ts';

/** A session's file as it was found: what can be told without reading it. */
export interface SessionFile {
  /** Where it was found. */
  path: string;
  /** Where it is: the same without a symbolic link at its end. */
  realPath: string;
  /** The home that it was found in; undefined for a file that was named by its path. */
  home: string | undefined;
  archived: boolean;
  compressed: boolean;
  /** One JSON document instead of lines. */
  isDocument: boolean;
  threadId: string | undefined;
  rolloutId: string | undefined;
  /** In bytes, as on disk. */
  size: number;
  /** Milliseconds since 1970. */
  modified: number;
}

/** Newest first. Copied files may all have one time; their names begin with the time of the session. */
export function newestFirst(a: SessionFile, b: SessionFile): number {
  return b.modified - a.modified || (a.path < b.path ? 1 : -1);
}

/** By its name a session file can only be of one dialect; any other file that is named by its path tells by itself. */
export function wireOf(file: SessionFile): WireName | 'auto' {
  return parseRolloutName(basename(file.path)) ? 'codex-rollout' : 'auto';
}
