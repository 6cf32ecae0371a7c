import type { ThreadEvent } from '../../core/thread/event.ts';
import type { FileChange, ThreadItem } from '../../core/thread/item.ts';
import type { BlockRow } from '../model/block-row.ts';

/** What is wanted of a stored block. */
export type CallBlock = Pick<
  BlockRow,
  'role' | 'kind' | 'tool' | 'toolUse' | 'input' | 'text' | 'at' | 'line' | 'error' | 'inherited' | 'message'
>;

const WRITING = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit']);

/**
 * The calls in stored blocks as events, for a session whose file is gone. Texts before a change are in no block, so these
 * tell less than the file did. A call without a result was not made, as far as anybody knows.
 */
export function createBlockEvents(project: string | undefined, model: string | undefined) {
  const open = new Map<string, CallBlock>();
  let hasBegun = false;
  let last: string | undefined;

  function* begin(): Generator<ThreadEvent> {
    if (!hasBegun) yield { type: 'turn.started', ...(project && { cwd: project }), ...(model && { model }) };
    hasBegun = true;
  }

  return {
    *push(block: CallBlock): Generator<ThreadEvent> {
      const { kind, role, toolUse, error, inherited, message } = block;
      if (inherited) return;
      if (role === 'user' && kind === 'text' && message !== last) {
        last = message;
        if (hasBegun) yield { type: 'turn.started' };
      }
      yield* begin();
      if (toolUse === undefined) return;
      if (kind === 'tool_use') open.set(toolUse, block);
      const call = kind === 'tool_result' ? open.get(toolUse) : undefined;
      open.delete(kind === 'tool_result' ? toolUse : '');
      const item = call && itemOf(toolUse, call, block, error === true);
      if (!call || !item) return;
      yield { type: 'item.completed', item, line: call.line, timestamp: timeOf(block.at || call.at) };
    },
  };
}

function timeOf(at: number): string {
  return new Date(at > 0 && at < 8.64e15 ? at : 0).toISOString();
}

function itemOf(
  id: string,
  { tool = '', input = {} }: CallBlock,
  result: CallBlock,
  isError: boolean,
): ThreadItem | undefined {
  if (tool === 'Bash' && typeof input.command === 'string') {
    const status = isError ? 'failed' : 'completed';
    return { id, type: 'command_execution', command: input.command, aggregated_output: result.text, status };
  }
  if (isError || !WRITING.has(tool)) return undefined;
  const { file_path: path, diff, new_path: to } = input;
  const changes: FileChange[] =
    typeof path === 'string' && typeof diff === 'string'
      ? [{ path, kind: 'update', diff, ...(typeof to === 'string' && { move_path: to }) }]
      : [];
  const hasTexts =
    typeof input.new_string === 'string' || typeof input.content === 'string' || Array.isArray(input.edits);
  const call = hasTexts || changes.length === 0 ? { call: { name: tool, input } } : {};
  return { id, type: 'file_change', changes, status: 'completed', ...call };
}
