import type { Agreed, FileStage, Found } from './file-stage.ts';

/** The result of one step with one file: inspecting it, asking about it, or sending some of it. */
export type StepResult =
  /** The server told its head. There may be something to send. */
  | { kind: 'sendable'; stage: Agreed }
  /** Some of it was sent, or is to be sent in smaller pieces. */
  | { kind: 'more'; stage: Agreed }
  /** There is nothing to send at present. */
  | { kind: 'done'; stage: FileStage }
  /** The server has to be asked again. */
  | { kind: 'unsure'; stage: Found }
  /** Another file is in its place, and we hold the earlier one. */
  | { kind: 'replaced' }
  /** The place is empty. */
  | { kind: 'gone' }
  /** This file cannot be sent at present. Others can. */
  | { kind: 'refused'; reason: string };
