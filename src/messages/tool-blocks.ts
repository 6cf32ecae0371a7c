import type { ToolUse } from './claude-tools.ts';
import type { ImageContent, ToolResultContent, ToolUseContent } from './message.ts';
import type { ToolResult } from './tool-results.ts';

/** The blocks of a call. The first has the message's id, the further files of a patch have `.2`, `.3`, … after it. */
export function toolUseBlocks(uses: readonly ToolUse[], id: string): ToolUseContent[] {
  return uses.map(({ name, input }, index) => ({ type: 'tool_use', id: useId(id, index), name, input }));
}

/** The blocks that answer a call, one for each of its uses, and the images that came with the answer. */
export function toolResultBlocks(count: number, id: string, result: ToolResult): (ToolResultContent | ImageContent)[] {
  const blocks: (ToolResultContent | ImageContent)[] = [];
  for (let index = 0; index < count; index += 1) {
    const content = result.texts[index] ?? '';
    blocks.push({ type: 'tool_result', tool_use_id: useId(id, index), content, is_error: result.isError });
  }
  blocks.push(...result.images);
  return blocks;
}

function useId(id: string, index: number): string {
  return index === 0 ? id : `${id}.${index + 1}`;
}
