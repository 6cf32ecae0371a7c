import type { Agreed, FileStage, Found } from './file-stage.ts';

/** The outcome of one step with one file: inspecting it, asking about it, sending some of it. */
export type StepResult =
  /** The server told where it stands: there may be something to send. */
  | { kind: 'sendable'; stage: Agreed }
  /** Some of it was sent, or is to be sent in smaller pieces. */
  | { kind: 'more'; stage: Agreed }
  /** There is nothing to send of it at present. */
  | { kind: 'done'; stage: FileStage }
  /** The server has to be asked, again. */
  | { kind: 'unsure'; stage: Found }
  /** Another file is in its place, and we hold the one that was there. */
  | { kind: 'replaced' }
  /** There is no file in its place. */
  | { kind: 'gone' }
  /** It cannot be sent at present. Others can. */
  | { kind: 'refused'; reason: string };
