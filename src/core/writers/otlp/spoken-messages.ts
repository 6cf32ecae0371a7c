import { itemCall } from '../../messages/vocabularies/item-calls.ts';
import { itemResult } from '../../messages/vocabularies/item-results.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import type { ThreadItem } from '../../thread/item.ts';
import type { WriterOptions } from '../writer.ts';

/** A message in the conventions' form. */
interface SpokenMessage {
  role: 'user' | 'assistant' | 'tool';
  parts: object[];
}

/** What the model was told, and what it answered. It grows until its turn ends. */
export interface SpokenMessages {
  input: SpokenMessage[];
  output: object[];
}

/** `content` may change from turn to turn. */
export type SpokenOptions = Readonly<Pick<WriterOptions, 'content' | 'tools' | 'reasoning'>>;

/**
 * Gathers what was said between the requests of a thread. A request has only what is new since the one before: with the
 * whole history on each, a trace would grow with the square of its length.
 */
export function createSpokenMessages(options: SpokenOptions) {
  const { tools, reasoning } = options;
  let waiting: SpokenMessages = { input: [], output: [] };
  let current: SpokenMessages | undefined;
  /** Calls that have begun. */
  const called = new Set<string>();

  function answer(part: object, hasRequest: boolean): void {
    (hasRequest && current ? current : waiting).output.push(part);
  }

  function takeItem(item: ThreadItem, hasRequest: boolean, isEnd: boolean): void {
    if (item.type === 'user_message') {
      if (isEnd && !item.injected) waiting.input.push({ role: 'user', parts: [{ type: 'text', content: item.text }] });
    } else if (item.type === 'agent_message') {
      if (isEnd) answer({ type: 'text', content: item.text }, hasRequest);
    } else if (item.type === 'reasoning') {
      if (isEnd && reasoning !== false) answer({ type: 'reasoning', content: item.text }, hasRequest);
    } else if (tools !== false) takeCall(item, hasRequest, isEnd);
  }

  function takeCall(item: ThreadItem, hasRequest: boolean, isEnd: boolean): void {
    const call = callOf(item);
    if (!call) return;
    if (!called.has(item.id)) {
      called.add(item.id);
      answer({ type: 'tool_call', id: item.id, name: call.name, arguments: call.input }, hasRequest);
    }
    if (!isEnd) return;
    called.delete(item.id);
    const response = { type: 'tool_call_response', id: item.id, response: resultText(item) };
    waiting.input.push({ role: 'tool', parts: [response] });
  }

  return {
    push(event: ThreadEvent): void {
      if (!options.content) return;
      const isEnd = event.type === 'item.completed' || event.type === 'item.failed';
      if (isEnd || event.type === 'item.started') takeItem(event.item, event.request_id !== undefined, isEnd);
    },
    /** What waits, for a request that begins. `isClosed` is for one that is known only at its end. */
    next(isClosed = false): SpokenMessages | undefined {
      if (!options.content) return undefined;
      const taken = waiting;
      waiting = { input: [], output: [] };
      current = isClosed ? undefined : taken;
      return taken;
    },
    /** All that these requests said, as one. */
    joined(requests: readonly { spoken?: SpokenMessages | undefined }[]): SpokenMessages | undefined {
      if (!options.content) return undefined;
      const all = [...requests.map(({ spoken }) => spoken), this.next(true)];
      return {
        input: all.flatMap((spoken) => spoken?.input ?? []),
        output: all.flatMap((spoken) => spoken?.output ?? []),
      };
    },
  };
}

/** The call as the model wrote it, if the thread has it. */
export function callOf(item: ThreadItem): { name: string; input: unknown } | undefined {
  if (item.call) return { name: item.call.name, input: item.call.input };
  return itemCall(item, undefined)?.uses[0];
}

/** The result as the model read it, if the thread has it. */
export function resultText(item: ThreadItem): string {
  return item.call?.told ?? itemResult(item, undefined).texts.join('\n');
}
