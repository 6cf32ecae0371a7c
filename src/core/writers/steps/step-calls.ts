import { isEnd } from '../../messages/tool-life.ts';
import { hasFailed, itemResult } from '../../messages/vocabularies/item-results.ts';
import type { ToolVocabulary } from '../../messages/vocabularies/vocabulary.ts';
import type { ItemEvent } from '../../thread/event.ts';
import type { ThreadItem } from '../../thread/item.ts';
import type { CallPart, CallResult } from './step.ts';

/** The calls of a tool's item: one as the model made it, else those that messages show. None for other items. */
export function callsOf(item: ThreadItem, vocabulary: ToolVocabulary, cwd: string | undefined): CallPart[] {
  const made = vocabulary.call(item, cwd);
  if (!made) return [];
  const common = { type: 'call', itemId: item.id, result: undefined, item } as const;
  const { call } = item;
  if (call) return [{ ...common, id: item.id, name: call.name, input: call.input, isVerbatim: true }];
  return made.uses.map(({ name, input }, index) => ({
    ...common,
    id: index === 0 ? item.id : `${item.id}.${index + 1}`,
    name,
    input,
    isVerbatim: false,
  }));
}

/** The results of an item's calls, once it ended: a text for each call, and the images with the last. */
export function resultsOf(event: ItemEvent, count: number, cwd: string | undefined): CallResult[] {
  const { item } = event;
  // The result of an unknown kind is unknown, too.
  if (!isEnd(event) || (item.type === 'unknown' && !item.call)) return [];
  const { texts, images } = itemResult(item, cwd);
  const failure = event.type === 'item.failed' ? event.error?.message : undefined;
  const isError = event.type === 'item.failed' || hasFailed(item) || item.call?.is_error === true;
  return Array.from({ length: count }, (_, index) => ({
    text: (count === 1 ? ownText(item, texts) : texts[index]) ?? failure,
    isError,
    images: index === count - 1 ? [...images] : [],
    timestamp: event.timestamp,
  }));
}

/** What the model was told, word for word. Messages say something of every end; here nothing is made up. */
function ownText(item: ThreadItem, texts: readonly string[]): string | undefined {
  const told = item.call?.told ?? item.call?.output;
  if (told !== undefined) return told;
  switch (item.type) {
    case 'command_execution':
      return item.aggregated_output;
    case 'tool_call':
      return item.output;
    case 'mcp_tool_call':
      return item.result === undefined && item.error === undefined ? undefined : texts.join('\n');
    case 'collab_tool_call':
      return item.output ?? (texts.join('\n') || undefined);
    case 'file_change':
      return item.stdout || item.stderr || undefined;
    default:
      return undefined;
  }
}
