import type { ItemCompletedEvent, ItemFailedEvent, ItemStartedEvent, ItemUpdatedEvent } from '../thread/event.ts';
import { withWholePaths } from './file-change-paths.ts';
import { type ToolResult, toolResultOf } from './tool-results.ts';

/** The events that carry a whole item. */
export type ItemEvent = ItemStartedEvent | ItemUpdatedEvent | ItemCompletedEvent | ItemFailedEvent;

export function isEnd(event: ItemEvent): boolean {
  return event.type === 'item.completed' || event.type === 'item.failed';
}

/** What came of the tool that the event ends. */
export function resultOf(event: ItemEvent, cwd: string | undefined): ToolResult {
  const { item } = event;
  const result = toolResultOf(item.type === 'file_change' ? withWholePaths(item, cwd) : item);
  if (event.type !== 'item.failed') return result;
  return { ...result, texts: result.texts.map((text) => text || (event.error?.message ?? '')), isError: true };
}
