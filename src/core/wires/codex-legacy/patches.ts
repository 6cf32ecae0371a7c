import type { Problem } from '../../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { ItemDeltaEvent, ThreadEvent } from '../../thread/event.ts';
import type { FileChangeItem } from '../../thread/item.ts';
import { fileChanges } from '../codex/file-changes.ts';
import { optional, optionalFlag, optionalId, optionalText } from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';
import { withDefined } from '../with-defined.ts';
import { createOpenCalls, joinExtra } from './open-calls.ts';

/**
 * `patch_apply_begin`, `patch_apply_end` and `apply_patch_approval_request`. Source: `PatchApplyBeginEvent`,
 * `PatchApplyEndEvent` and `ApplyPatchApprovalRequestEvent`. Kept in `extra`: `auto_approved` (nobody was asked),
 * `reason` and `grant_root` (why it asks, and for which folder).
 */
const patchTable = fieldTable((wire) => ({
  call_id: optionalId(wire.call_id),
  /** A map of paths to changes. */
  changes: optional(wire.changes, fileChanges),
  stdout: optionalText(wire.stdout),
  stderr: optionalText(wire.stderr),
  success: optionalFlag(wire.success),
}));

/** `turn_diff`. Source: `TurnDiffEvent`, in 0.20 and later. */
const turnDiffTable = fieldTable((wire) => ({
  unified_diff: optionalText(wire.unified_diff),
}));

export function createPatchReader() {
  const calls = createOpenCalls<FileChangeItem>();
  let lastPatch: string | undefined;

  function read(msg: JsonObject, line: number, problems: Problem[]) {
    const fields = patchTable.read(msg, problems);
    const id = fields.call_id ?? `L${line}.0`;
    const begun = calls.take(id);
    const item: FileChangeItem = {
      id,
      type: 'file_change',
      changes: fields.changes ?? begun?.changes ?? [],
      status: fields.success === true ? 'completed' : 'failed',
      ...joinExtra(begun?.extra, fields.extra),
    };
    withDefined(item, { stdout: fields.stdout, stderr: fields.stderr });
    return { item, isKnown: begun !== undefined };
  }

  function begin(msg: JsonObject, line: number, problems: Problem[], status = 'in_progress'): ThreadEvent {
    const { item, isKnown } = read(msg, line, problems);
    item.status = status;
    const event = calls.begin(item);
    return isKnown ? { ...event, type: 'item.updated' } : event;
  }

  function end(msg: JsonObject, line: number, problems: Problem[]): ThreadEvent {
    const { item } = read(msg, line, problems);
    lastPatch = item.id;
    return { type: 'item.completed', item };
  }

  /**
   * The diff of all changes of the turn so far. It comes after a patch, and again after every later request, and
   * repeats what the patches say. So it is partial state of the last patch, not an item of its own.
   */
  function turnDiff(msg: JsonObject, line: number, problems: Problem[]): ThreadEvent {
    const { unified_diff, extra } = turnDiffTable.read(msg, problems);
    const item_id = lastPatch ?? `L${line}.0`;
    const delta = unified_diff === undefined ? {} : { unified_diff };
    return withDefined<ItemDeltaEvent>({ type: 'item.delta', item_id, item_type: 'file_change', delta }, { extra });
  }

  return { begin, end, turnDiff, forgetAll: calls.forgetAll };
}
