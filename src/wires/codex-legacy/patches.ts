import type { Problem } from '../../errors.ts';
import { isObject, type JsonObject, setOwn } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { type FieldReader, fieldTable, flag, orNull, readFields, text } from '../fields.ts';
import { type CallSource, callId, type OpenCalls } from './open-calls.ts';

/** What the content of a change is: the new one of a file that is added, the old one of a file that is deleted. */
const CONTENT = new Map([
  ['add', 'new_content'],
  ['delete', 'old_content'],
]);

/** Source: `FileChange`. `content` is put under its meaning beforehand. */
const changeTable = fieldTable({
  new_content: { read: text },
  old_content: { read: text },
  diff: { read: text, aliases: ['unified_diff'] },
  move_path: { read: orNull(text) },
});

/** A map of paths to changes. */
const changes: FieldReader = (value, problems) =>
  isObject(value) ? Object.entries(value).map(([path, change]) => readChange(path, change, problems)) : undefined;

function readChange(path: string, change: unknown, problems: Problem[]): JsonObject {
  const tagged = splitTag(change);
  if (!tagged) {
    problems.push({ code: 'bad-field', message: 'a change of a file does not say what it is' });
    return { path, kind: 'update', extra: isObject(change) ? change : { change } };
  }
  const fields: JsonObject = {};
  for (const [name, value] of Object.entries(tagged.fields)) {
    setOwn(fields, (name === 'content' && CONTENT.get(tagged.kind)) || name, value);
  }
  return readFields(changeTable, fields, problems, { path, kind: tagged.kind });
}

/** All ways in which Codex has said the kind of a change: `"delete"`, `{"add": {…}}` and `{"type": "add", …}`. */
function splitTag(change: unknown): { kind: string; fields: JsonObject } | undefined {
  if (typeof change === 'string') return { kind: change, fields: {} };
  if (!isObject(change)) return undefined;
  const { type, ...fields } = change;
  if (typeof type === 'string') return { kind: type, fields };
  const [kind, ...others] = Object.keys(change);
  const inner = kind === undefined ? undefined : change[kind];
  return kind !== undefined && others.length === 0 && isObject(inner) ? { kind, fields: inner } : undefined;
}

/**
 * `patch_apply_begin`, `patch_apply_end` and `apply_patch_approval_request`. Source: `PatchApplyBeginEvent`,
 * `PatchApplyEndEvent` and `ApplyPatchApprovalRequestEvent`. Kept in `extra`: `auto_approved` (nobody was asked),
 * `reason` and `grant_root` (why it asks, and for which folder).
 */
const patchTable = fieldTable({
  id: callId,
  changes: { read: changes },
  stdout: { read: text },
  stderr: { read: text },
  success: { read: flag },
});

/** `turn_diff`. Source: `TurnDiffEvent`; in 0.20 and later. */
const turnDiffTable = fieldTable({ unified_diff: { read: text } });

export function createPatchReader(calls: OpenCalls) {
  let lastPatch: string | undefined;

  function source(fields: JsonObject, line: number, problems: Problem[]): CallSource {
    return { type: 'file_change', table: patchTable, fields, line, problems };
  }

  function begin(fields: JsonObject, line: number, problems: Problem[], status = 'in_progress'): ThreadEvent {
    return calls.begin(source(fields, line, problems), (item) => {
      item.changes ??= [];
      item.status = status;
    });
  }

  function end(fields: JsonObject, line: number, problems: Problem[]): ThreadEvent {
    return calls.end(source(fields, line, problems), (item) => {
      lastPatch = item.id as string;
      item.changes ??= [];
      item.status = item.success === true ? 'completed' : 'failed';
      delete item.success;
    });
  }

  /**
   * The diff of all that the turn changed so far. It comes after a patch, and again after every request that follows,
   * and says nothing that the patches did not say; so it is partial state of the last of them and no item of its own.
   */
  function turnDiff(fields: JsonObject, line: number, problems: Problem[]): ThreadEvent {
    const { extra, ...delta } = readFields(turnDiffTable, fields, problems);
    const event: JsonObject = {
      type: 'item.delta',
      item_id: lastPatch ?? `L${line}.0`,
      item_type: 'file_change',
      delta,
    };
    if (extra) event.extra = extra;
    return event as JsonObject & ThreadEvent;
  }

  return { begin, end, turnDiff };
}
