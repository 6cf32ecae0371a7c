import type { RowKind } from '../../../core/writers/rows/row.ts';

/** One thing that happened in a session, in the order of its file: a row of the page. */
export interface TimedStep {
  /** Its number, from 0. */
  row: number;
  /** The id of its message. */
  id: string;
  /** The turn that it belongs to, from 1; 0 before the first. */
  turn: number;
  /** The first line of the file that tells of it. */
  line: number;
  kind: RowKind;
  role: 'user' | 'assistant' | 'system';
  /** Milliseconds since 1970. */
  time?: number | undefined;
  /** How long it ran, in milliseconds. */
  ms?: number | undefined;
  /** `running`, `ok`, `failed`, …, as the page says. */
  status?: string | undefined;
  failed: boolean;
  /** What it is called in one line. */
  name: string;
  /** It belongs to the sub-agent that this call started. */
  parent?: string | undefined;
  /** The session of the sub-agent that this call started. */
  child?: string | undefined;
  inherited?: boolean | undefined;
}
