import * as coreLimits from '../../../limits/core.ts';
import type {
  AgentName,
  ItemCompletedEvent,
  ItemStartedEvent,
  ThreadEvent,
  ThreadStartedEvent,
} from '../../thread/event.ts';
import type { ThreadItem, ToolCallItem } from '../../thread/item.ts';
import type { CountedUsage } from '../../thread/usage.ts';
import { withDefined } from '../with-defined.ts';
import type { OwnBlock, OwnMessage, OwnUsage } from './own-message.ts';

/** Fields that all events of a line have. */
interface LineFields {
  line: number;
  timestamp?: string | undefined;
  inherited?: boolean | undefined;
  parent_item_id?: string | undefined;
}

/**
 * Makes the events of a thread that is told in messages or NDJSON. Both have what was said and called, but no turns;
 * their tools have Claude's names, and their calls the ids of messages.
 */
export function createToldThread() {
  /** Calls without a result. It may come on a later line. */
  const calls = new Map<string, OwnBlock>();
  const events: ThreadEvent[] = [];
  let fields: LineFields = { line: 0 };
  let turns = 0;
  let turnId: string | undefined;

  function push(event: ThreadEvent): void {
    events.push(Object.assign(event, withDefined({}, { turn_id: turnId, ...fields })));
  }

  /** Tells a message as items. If a builder is to take it as it is, the first of them carries it. */
  function tell({ id, role, content, injected }: OwnMessage, unified?: object): void {
    const images = content.flatMap(({ source }) => (source ? [imageText(source)] : []));
    const found: ThreadItem[] = content.flatMap((block) => itemOf(block, id, role, images));
    const text = content.flatMap((block) => block.text ?? []).join('\n');
    if (found.length === 0) found.push(wordsOf());
    for (const item of found) {
      const isOpen = 'status' in item && item.status === 'in_progress';
      const event: ItemStartedEvent | ItemCompletedEvent = { type: isOpen ? 'item.started' : 'item.completed', item };
      if (unified) event.unified = unified;
      push(event);
      unified &&= { id };
    }

    function wordsOf(): ThreadItem {
      if (role === 'assistant') return { id, type: 'agent_message', text };
      if (role === 'system' && !injected) return { id, type: 'error', message: text };
      const item: ThreadItem = { id, type: 'user_message', text };
      if (images.length > 0) item.images = images;
      return injected ? { ...item, injected, role } : item;
    }
  }

  function itemOf(block: OwnBlock, id: string, role: string, images: string[]): ThreadItem[] {
    const { type, text = '', thinking, tool_use_id = '', content = '', is_error } = block;
    if (type === 'tool_use') {
      calls.set(block.id ?? '', block);
      if (calls.size > coreLimits.maxOpenCalls) for (const [oldest] of calls) if (calls.delete(oldest)) break;
      return [callItem(block, 'in_progress')];
    }
    if (type === 'tool_result') {
      const item = callItem(calls.get(tool_use_id) ?? { type, id: tool_use_id }, is_error ? 'failed' : 'completed');
      calls.delete(tool_use_id);
      if (images.length > 0) item.call = { name: item.name, input: item.input, images: images.splice(0) };
      return [{ ...item, output: content }];
    }
    if (thinking !== undefined) return [{ id, type: 'reasoning', text: thinking }];
    return type === 'text' && role === 'assistant' ? [{ id, type: 'agent_message', text }] : [];
  }

  return {
    push,
    tell,
    /** Begins a line. */
    at(next: LineFields): void {
      fields = next;
    },
    /** The events since the last time. */
    take: () => events.splice(0),
    begin(agent: AgentName | undefined, thread_id: string, model?: string): void {
      turnId = undefined;
      const event: ThreadStartedEvent = { type: 'thread.started', thread_id, vocabulary: 'claude' };
      push(withDefined(event, { agent, model }));
    },
    hasTurn: () => turnId !== undefined,
    startTurn(id?: string): void {
      turns += 1;
      turnId = id ?? `synthetic-turn-${turns}`;
      push({ type: 'turn.started' });
    },
    endTurn(end: ThreadEvent): void {
      push(end);
      turnId = undefined;
    },
  };
}

function callItem({ id = '', name = '', input = {} }: OwnBlock, status: string): ToolCallItem {
  return { id, type: 'tool_call', name, input, status };
}

/** An image as agents write it: a data URL, else its address. */
function imageText({ media_type, data, url = '' }: NonNullable<OwnBlock['source']>): string {
  return data === undefined ? url : `data:${media_type};base64,${data}`;
}

/** Undefined if nothing was counted. */
export function usageOf(counts: OwnUsage): CountedUsage | undefined {
  const { inputTokens = 0, outputTokens = 0, totalTokens = 0, cacheReadTokens = 0, cacheCreationTokens } = counts;
  if (inputTokens + outputTokens + totalTokens === 0) return undefined;
  const usage: CountedUsage = {
    input_tokens: inputTokens,
    cached_input_tokens: cacheReadTokens,
    output_tokens: outputTokens,
    reasoning_output_tokens: 0,
    total_tokens: totalTokens,
  };
  return withDefined(usage, { cache_write_input_tokens: cacheCreationTokens });
}
