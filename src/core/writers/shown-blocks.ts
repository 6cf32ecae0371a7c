import type { ToolResultContent, ToolUseContent, UnifiedContent } from '../messages/message.ts';

/** A block to show, with its result if it is a call. */
export interface ShownBlock {
  block: UnifiedContent;
  result?: ToolResultContent | undefined;
}

/** The blocks of a message for display: a call with its result, or a result alone if its call is missing. */
export function* shownBlocks(content: readonly UnifiedContent[]): Generator<ShownBlock> {
  const results = new Map<string, ToolResultContent>();
  for (const block of content) if (block.type === 'tool_result') results.set(block.tool_use_id, block);
  for (const block of content) {
    if (block.type === 'tool_use') {
      const result = results.get(block.id);
      results.delete(block.id);
      yield { block, result };
    } else if (block.type !== 'tool_result' || results.delete(block.tool_use_id)) yield { block };
  }
}

/** Replaces the call of a result that is shown alone. */
export const missingCall: ToolUseContent = { type: 'tool_use', id: '', name: 'Result', input: {} };
