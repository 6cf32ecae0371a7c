import type { Problem } from '../../../errors.ts';
import * as coreLimits from '../../../limits/core.ts';
import type { ItemDeltaEvent, ThreadEvent } from '../../thread/event.ts';
import { addInferred, ID } from '../../thread/inferred.ts';
import type { ThreadItem, UserMessageItem } from '../../thread/item.ts';
import { missingLines } from '../../tools/missing-lines.ts';
import { wordsIn } from '../../tools/words-in.ts';
import { forgetOldest } from '../forget-oldest.ts';
import { inferItem } from '../inferred.ts';
import type { Calls } from './calls.ts';
import type { Counts } from './counts.ts';
import { defined } from './places.ts';
import { assistantMessageTable, deltaTable, userMessageTable } from './records.ts';
import type { Read, Source } from './source.ts';
import type { Turns } from './turns.ts';

/** Reads what the person and the model say. */
export interface Answers {
  /** Undefined for a line of another kind. */
  read(source: Source, problems: Problem[]): Read | undefined;
}

export function createAnswers(turns: Turns, calls: Calls, counts: Counts): Answers {
  /** The line that began the answer under way, by sub-agent. It names the reasoning, which has no id in the file. */
  const steps = new Map<string, string>();
  /** Answers name the call of the service. Among them, one that does not is the program's own: no model was asked. */
  let namesCalls = false;

  function readUser({ line, number, data, agent }: Source, problems: Problem[]): Read {
    const { content, transformedContent, messageId, interactionId, extra } = userMessageTable.read(data, problems);
    const id = messageId ?? line.id ?? `L${number}.1`;
    const item: UserMessageItem = inferItem({ id, type: 'user_message', text: content }, data, { id: messageId });
    const words = missingLines(content, transformedContent ?? '');
    const attached = wordsIn(extra?.attachments);
    if (words !== '') item.notes = [{ kind: 'context', text: words }];
    if (attached !== '') item.notes = [...(item.notes ?? []), { kind: 'attachment', text: attached }];
    const begun = agent ? [] : turns.begin(interactionId, content);
    const event: ThreadEvent = { type: 'item.completed', item };
    const rest = { ...extra, ...defined({ transformedContent, messageId, interactionId }) };
    return { events: [...begun, event], main: event, rest };
  }

  function readAnswer(source: Source, problems: Problem[]): Read {
    const { line, number, data, agent } = source;
    const fields = assistantMessageTable.read(data, problems);
    const { messageId, content, reasoningText, toolRequests = [], apiCallId, outputTokens, extra } = fields;
    const id = messageId ?? line.id ?? `L${number}.1`;
    namesCalls ||= apiCallId !== undefined;
    const request_id = apiCallId ?? (namesCalls ? undefined : messageId);
    const events: ThreadEvent[] = agent || turns.current() !== undefined ? [] : turns.begin(undefined);
    if (!agent) turns.answer(toolRequests.length > 0);
    if (outputTokens !== undefined) counts.answered(outputTokens);
    const { model } = fields;
    if (!agent && model !== undefined && counts.model(model)) {
      events.push({ type: 'context', kind: 'model', model, data: { model } });
    }
    if (reasoningText !== undefined && reasoningText !== '') {
      const reasoning: ThreadItem = { id: `${stepOf(source) ?? id}.1`, type: 'reasoning', text: reasoningText };
      events.push({ type: 'item.completed', item: addInferred(reasoning, ID) });
    }
    steps.delete(agent?.parent ?? '');
    if (content !== '') {
      const item: ThreadItem = { id, type: 'agent_message', text: content };
      events.push({ type: 'item.completed', item: inferItem(item, data, { id: messageId }) });
    }
    toolRequests.forEach((request, index) => {
      events.push(calls.ask(request, `${id}.${index + 2}`, request_id));
    });
    if (events.length === 0) events.push({ type: 'context', kind: source.type, data: {} });
    if (request_id !== undefined) for (const event of events) event.request_id = request_id;
    return { events, rest: { ...extra, ...defined({ messageId, model, apiCallId, outputTokens }) } };
  }

  function stepOf({ agent }: Source): string | undefined {
    return steps.get(agent?.parent ?? '');
  }

  function begin({ line, data, agent, type }: Source): Read {
    if (line.id !== undefined) steps.set(agent?.parent ?? '', line.id);
    forgetOldest(steps, coreLimits.maxAgents);
    const event: ThreadEvent = { type: 'context', kind: type, data };
    if (agent) return { events: [event] };
    const name = typeof data.interactionId === 'string' ? data.interactionId : undefined;
    const begun = turns.current() === undefined ? turns.begin(name) : [];
    turns.step();
    return { events: [...begun, event], main: event };
  }

  function readDelta(source: Source, problems: Problem[]): Read {
    const { data, type } = source;
    const { messageId, deltaContent, extra } = deltaTable.read(data, problems);
    const isThought = type === 'assistant.reasoning_delta';
    const step = stepOf(source);
    const item_id = isThought ? step && `${step}.1` : messageId;
    if (item_id === undefined || deltaContent === undefined) return { events: [{ type: 'context', kind: type, data }] };
    const item_type = isThought ? 'reasoning' : 'agent_message';
    const event: ItemDeltaEvent = { type: 'item.delta', item_id, item_type, delta: { text_delta: deltaContent } };
    if (isThought) addInferred(event, ['item_id']);
    return { events: [event], rest: extra };
  }

  return {
    read(source, problems) {
      switch (source.type) {
        case 'user.message':
          return readUser(source, problems);
        case 'assistant.message':
          return readAnswer(source, problems);
        case 'assistant.turn_start':
          return begin(source);
        case 'assistant.message_delta':
        case 'assistant.reasoning_delta':
          return readDelta(source, problems);
        default:
          return undefined;
      }
    },
  };
}
