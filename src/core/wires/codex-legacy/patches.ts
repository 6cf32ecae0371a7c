import type { Problem } from '../../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { ItemDeltaEvent, ThreadEvent } from '../../thread/event.ts';
import { ITEM_ID } from '../../thread/inferred.ts';
import type { FileChangeItem } from '../../thread/item.ts';
import { fileChanges } from '../codex/file-changes.ts';
import { optional, optionalFlag, optionalId, optionalText } from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';
import { withDefined } from '../with-defined.ts';
import { type CallKind, createCallReader, joinExtra } from './call-reader.ts';

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

const patchCalls: CallKind<FileChangeItem> = {
  isAsked: true,
  read(msg, problems, take) {
    const { call_id, changes, stdout, stderr, extra } = patchTable.read(msg, problems);
    const { id, begun } = take(call_id);
    const item: FileChangeItem = {
      id,
      type: 'file_change',
      changes: changes ?? begun?.changes ?? [],
      status: '',
      ...joinExtra(begun?.extra, extra),
    };
    return withDefined(item, { stdout, stderr });
  },
  end(item, { success }) {
    item.status = success === true ? 'completed' : 'failed';
  },
};

export function createPatchReader() {
  const calls = createCallReader(patchCalls);
  let lastPatch: string | undefined;

  function end(...record: Parameters<typeof calls.end>): ThreadEvent {
    const event = calls.end(...record);
    if ('item' in event) lastPatch = event.item.id;
    return event;
  }

  /**
   * The diff of all changes of the turn so far. It comes after a patch, and again after every later request, and
   * repeats what the patches say. So it is partial state of the last patch, not an item of its own.
   */
  function turnDiff(msg: JsonObject, line: number, problems: Problem[]): ThreadEvent {
    const { unified_diff, extra } = turnDiffTable.read(msg, problems);
    const item_id = lastPatch ?? `L${line}.0`;
    const delta = unified_diff === undefined ? {} : { unified_diff };
    const event: ItemDeltaEvent = { type: 'item.delta', item_id, item_type: 'file_change', delta, inferred: ITEM_ID };
    return withDefined(event, { extra });
  }

  return { ...calls, end, turnDiff };
}
