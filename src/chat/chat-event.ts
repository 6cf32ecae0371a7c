import type { NdjsonResult, NdjsonStderr } from '../ndjson/ndjson-event.ts';

/** What `runChat` itself adds to the lines of the agent. */
export type ChatEvent = SandboxEvent | NdjsonStderr | NdjsonResult | ArtifactEvent | SnapshotEvent;

/** The first line: where the agent runs. */
export interface SandboxEvent {
  type: 'sandbox';
  sandbox_id: string;
}

/** A file that the agent left in its folder `artifacts`. */
export interface ArtifactEvent {
  type: 'artifact';
  /** Relative to the working folder: `./artifacts/…`. */
  path: string;
  size_bytes: number;
  mime_type: string;
  /** The file's name, for people. */
  label: string;
}

/** The last line: the state of the sandbox, to go on from. */
export interface SnapshotEvent {
  type: 'snapshot';
  snapshot_id: string;
}
