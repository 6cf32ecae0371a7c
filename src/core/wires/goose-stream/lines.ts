// block/goose, crates/goose-cli/src/session/mod.rs: StreamEvent and JsonOutput.
import { anything, optionalNested, optionalText, record, text } from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';

/** `message`: a piece of an answer, or the result of a tool. Pieces of one answer have the same id. */
export const messageLineTable = fieldTable((wire) => ({
  type: optionalText(wire.type),
  message: record(wire.message),
}));

/** `error`: the run ends. Nothing follows. */
export const errorLineTable = fieldTable((wire) => ({ type: optionalText(wire.type), error: text(wire.error) }));

const logTable = fieldTable((wire) => ({ message: optionalText(wire.message) }));

/** `notification`: what an extension tells while a call runs. */
export const notificationTable = fieldTable((wire) => ({
  type: optionalText(wire.type),
  /** The id of the call. */
  extension_id: optionalText(wire.extension_id),
  log: optionalNested(wire.log, logTable),
  progress: anything(wire.progress),
}));
