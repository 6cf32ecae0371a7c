import type { ToolUseContent } from '../messages/message.ts';
import type { ResultBlock, ToolNews } from '../messages/tool-life.ts';
import type { NdjsonEvent, NdjsonToolResult } from './ndjson-event.ts';

/** The lines of a changed call: the call when it begins, the result when it ends, each once. */
export function toolLines({ state, uses, knownUses, wasDone, results }: ToolNews): NdjsonEvent[] {
  const lines: NdjsonEvent[] = [];
  // An unknown kind of item cannot be told, and an ended call was told before.
  if (state.type === 'unknown' || wasDone) return lines;
  // A patch may turn out to have more files than it named at first.
  for (const use of uses?.slice(knownUses) ?? []) lines.push(useLine(use));
  if (results) addResults(results, lines);
  return lines;
}

function useLine({ id, name, input }: ToolUseContent): NdjsonEvent {
  return { type: 'tool_use', tool_name: name, tool_id: id, parameters: input };
}

/** Images go with a call's first result: only calls with one result have any. */
function addResults(blocks: readonly ResultBlock[], lines: NdjsonEvent[]): void {
  let first: NdjsonToolResult | undefined;
  for (const block of blocks) {
    if (block.type === 'image') {
      if (!first) continue;
      first.images ??= [];
      first.images.push(block.source);
    } else {
      const status = block.is_error ? 'error' : 'success';
      const line: NdjsonToolResult = {
        type: 'tool_result',
        tool_id: block.tool_use_id,
        status,
        output: block.content,
      };
      first ??= line;
      lines.push(line);
    }
  }
}
