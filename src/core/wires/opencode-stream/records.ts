// anomalyco/opencode, packages/opencode/src/cli/cmd/run.ts: what `run --format json` prints.

import { optionalId, optionalNumber, optionalRecord, text } from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';
import { optionalError } from '../opencode/records.ts';

/** A line. Its kind is that of its part, with `_` for `-`; `tool_use` is a part `tool`. */
export const lineTable = fieldTable((wire) => ({
  type: text(wire.type),
  /** Milliseconds since 1970. */
  timestamp: optionalNumber(wire.timestamp),
  sessionID: optionalId(wire.sessionID),
  part: optionalRecord(wire.part),
  /** Of a line `error`. */
  error: optionalError(wire.error),
}));
