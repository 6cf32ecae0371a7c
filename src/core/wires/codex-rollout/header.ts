import type { Problem } from '../../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { ThreadStartedEvent } from '../../thread/event.ts';
import { HAND_OVER_FIELD, originOfNote, originOfVersion } from '../../thread/hand-over.ts';
import { anything, optionalCount, optionalId, optionalRecord, optionalText } from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';
import { withDefined } from '../with-defined.ts';
import { keepFields } from './shapes/kept-fields.ts';

/** Facts of a file about its thread. */
export interface Header {
  event: ThreadStartedEvent;
  isPaginated: boolean;
  /** The ordinal of the first record that is not part of a parent's history. */
  ownFrom: number;
}

/** The line `session_meta`, or the first line of a bare file. */
const headerTable = fieldTable((wire) => ({
  id: optionalId(wire.id) ?? optionalId(wire.thread_id),
  timestamp: optionalText(wire.timestamp) ?? optionalText(wire.started_at),
  cwd: optionalText(wire.cwd),
  cli_version: optionalText(wire.cli_version),
  model_provider: optionalText(wire.model_provider),
  originator: optionalText(wire.originator),
  source: anything(wire.source),
  forked_from_id: optionalId(wire.forked_from_id),
  parent_thread_id: optionalId(wire.parent_thread_id),
  agent_nickname: optionalText(wire.agent_nickname),
  agent_role: optionalText(wire.agent_role),
  history_base: optionalRecord(wire.history_base),
  history_mode: optionalText(wire.history_mode),
  subagent_history_start_ordinal: optionalCount(wire.subagent_history_start_ordinal),
  git: optionalRecord(wire.git),
}));

export function readHeader(payload: JsonObject, problems: Problem[]): Header {
  const {
    id,
    timestamp: started_at,
    history_mode,
    subagent_history_start_ordinal: start,
    ...read
  } = headerTable.read(payload, problems);
  const begun: ThreadStartedEvent = { type: 'thread.started', agent: 'codex', thread_id: id ?? '' };
  const event = withDefined(begun, { started_at, ...read });
  const origin = originOfNote(read.extra?.[HAND_OVER_FIELD]) ?? originOfVersion(read.cli_version ?? '');
  if (origin) event.origin = origin;
  const kept = keepFields(event.extra, { history_mode, subagent_history_start_ordinal: start });
  if (kept) event.extra = kept;
  return { event, isPaginated: history_mode === 'paginated', ownFrom: start ?? 0 };
}
