// anomalyco/opencode, packages/opencode/src/bus and packages/sdk/openapi.json: the events of the server.
import { optionalId, optionalNumber, optionalRecord, optionalText, text } from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';
import { optionalError } from '../opencode/records.ts';

/** An event. Its `id` stays in `extra`: it names the event, not what it tells of. */
export const eventTable = fieldTable((wire) => ({
  type: text(wire.type),
  properties: optionalRecord(wire.properties),
}));

/** What an event tells of a session, a message or a part. */
export const toldTable = fieldTable((wire) => ({
  sessionID: optionalId(wire.sessionID),
  info: optionalRecord(wire.info),
  part: optionalRecord(wire.part),
  /** When it happened, in milliseconds since 1970. */
  time: optionalNumber(wire.time),
}));

/** `message.part.delta`: text to append to a field of a part. */
export const deltaTable = fieldTable((wire) => ({
  sessionID: optionalId(wire.sessionID),
  messageID: optionalId(wire.messageID),
  partID: optionalId(wire.partID),
  field: optionalText(wire.field),
  delta: optionalText(wire.delta),
}));

/** `session.error`. */
export const errorTable = fieldTable((wire) => ({
  sessionID: optionalId(wire.sessionID),
  error: optionalError(wire.error),
}));
