import { describe, expect, it } from 'vitest';
import { limits } from '../../limits/index.ts';
import { createNdjsonMapper } from '../ndjson/ndjson-mapper.ts';
import type { ThreadEvent } from '../thread/event.ts';
import type { ThreadItem } from '../thread/item.ts';
import { createMessageBuilder } from './message-builder.ts';
import { RecentMap } from './recent-map.ts';
import { createToolLife } from './tool-life.ts';
import { createTurnCounter } from './turn-counter.ts';
import { agentVocabularies, vocabularyOf } from './vocabularies/registry.ts';

const command = (id: string, exit_code: number | null): ThreadItem => ({
  id,
  type: 'command_execution',
  command: id,
  aggregated_output: '',
  exit_code,
  status: exit_code === null ? 'in_progress' : 'completed',
});
const started = (id: string): ThreadEvent => ({ type: 'item.started', item: command(id, null) });
const completed = (id: string): ThreadEvent => ({ type: 'item.completed', item: command(id, 0) });

describe('a map of what is recent', () => {
  it('has at least the last so many, at most twice as many, and forgets the oldest first', () => {
    const map = new RecentMap<number>(10);
    for (let index = 0; index < 1000; index += 1) map.set(`k${index}`, index);
    const values = map.values();
    expect(values.length).toBeLessThanOrEqual(20);
    expect(values.slice(-10)).toEqual([990, 991, 992, 993, 994, 995, 996, 997, 998, 999]);
    expect(map.get('k1')).toBeUndefined();
    map.delete('k999');
    expect(map.get('k999')).toBeUndefined();
    map.clear();
    expect(map.values()).toEqual([]);
  });

  it('counts an entry once, though it was set in both halves', () => {
    const map = new RecentMap<number>(2);
    for (const [index, key] of ['a', 'b', 'c', 'a'].entries()) map.set(key, index);
    expect(map.values()).toEqual([1, 2, 3]);
  });
});

describe('calls that never end', () => {
  it('are remembered so many, turn after turn, and the others go on', () => {
    const agent = vocabularyOf('codex', agentVocabularies);
    const tools = createToolLife({ agent });
    const turns = createTurnCounter({ firstTurn: 1 });
    for (let index = 0; index < 5 * limits.maxOpenCalls; index += 1) {
      turns.start({ type: 'turn.started' });
      tools.forgetDone();
      tools.push({ type: 'item.started', item: command(`c${index}`, null) }, turns.current(), undefined);
    }
    let known = 0;
    for (let index = 0; index < 5 * limits.maxOpenCalls; index += 1) if (tools.find(`c${index}`)) known += 1;
    expect(known).toBeGreaterThanOrEqual(limits.maxOpenCalls);
    expect(known).toBeLessThanOrEqual(2 * limits.maxOpenCalls);
  });

  it('that ended are remembered so many in a turn, and not in the next', () => {
    const tools = createToolLife({ agent: vocabularyOf('codex', agentVocabularies) });
    const current = createTurnCounter({ firstTurn: 1 }).current();
    const count = 3 * limits.maxEndedItems;
    for (let index = 0; index < count; index += 1) {
      tools.push({ type: 'item.completed', item: command(`c${index}`, 0) }, current, undefined);
    }
    const known = () => Array.from({ length: count }, (_, index) => tools.find(`c${index}`)).filter(Boolean).length;
    expect(known()).toBeLessThanOrEqual(2 * limits.maxEndedItems);
    tools.forgetDone();
    expect(known()).toBe(0);
  });

  it('end as others do, though thousands began after them', () => {
    const idOf = (value: object | undefined) =>
      value && ('tool_id' in value ? value.tool_id : 'id' in value && value.id);
    for (const fold of [createMessageBuilder(), createNdjsonMapper()]) {
      const [begun] = fold.push(started('first'));
      for (let index = 0; index < limits.maxOpenCalls; index += 1) fold.push(started(`c${index}`));
      const ended = fold.push(completed('first'));
      expect(ended.map(idOf)).toEqual([idOf(begun)]);
    }
  });
});

describe('ids of late items', () => {
  it('are unique, however many turns back', () => {
    const builder = createMessageBuilder();
    const say = (turn_id: string, text: string): ThreadEvent => ({
      type: 'item.completed',
      turn_id,
      item: { id: text, type: 'agent_message', text },
    });
    const count = 3 * limits.maxRememberedTurns;
    for (let turn = 1; turn <= count; turn += 1) {
      builder.push({ type: 'turn.started', turn_id: `u${turn}` });
      builder.push(say(`u${turn}`, `m${turn}`));
    }
    for (let turn = 1; turn <= count; turn += 1) builder.push(say(`u${turn}`, `late ${turn}`));
    const ids = builder.messages.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.at(-2)).toBe(`t${count - 1}.text.2`);
  });

  it('are unique though something came before the first turn, and history before that', () => {
    const builder = createMessageBuilder();
    const say = (id: string): ThreadEvent => ({
      type: 'item.completed',
      item: { id, type: 'agent_message', text: id },
    });
    builder.push(say('early'));
    builder.push({ type: 'turn.started', inherited: true });
    builder.push({ ...say('given'), inherited: true } as ThreadEvent);
    builder.push({ type: 'turn.started' });
    builder.push(say('own'));
    expect(builder.messages.map(({ id }) => id)).toEqual(['t1.text.1', 'p1.text.1', 't1.text.2']);
  });
});

describe('a text of a hundred thousand pieces', () => {
  it('grows under one id, and each piece costs the same', () => {
    const builder = createMessageBuilder({ original: false });
    const delta: ThreadEvent = {
      type: 'item.delta',
      item_id: 'm',
      item_type: 'agent_message',
      delta: { text_delta: 'ab' },
    };
    for (let index = 0; index < 100_000; index += 1) builder.push({ ...delta });
    const [block] = builder.messages[0]?.content ?? [];
    expect(block).toMatchObject({ type: 'text', text: 'ab'.repeat(100_000) });
    expect(builder.messages).toHaveLength(1);
  });
});

describe('what nobody said', () => {
  const text = (id: string, words: string): ThreadItem => ({ id, type: 'agent_message', text: words });
  const turn_usage = { input_tokens: 5, cached_input_tokens: 0, output_tokens: 1, reasoning_output_tokens: 0 };

  it('is no block; the usage of its turn stands at the message before it', () => {
    const builder = createMessageBuilder();
    builder.push({ type: 'turn.started' });
    builder.push({ type: 'item.completed', item: text('a', 'Hello.') });
    expect(builder.push({ type: 'item.completed', item: text('b', '') })).toEqual([]);
    expect(builder.push({ type: 'turn.completed', turn_usage })).toMatchObject([
      { id: 't1.text.1', usage: { inputTokens: 5 } },
    ]);
    builder.push({ type: 'item.completed', item: text('c', 'More.') });
    expect(builder.messages.map(({ id }) => id)).toEqual(['t1.text.1', 't1.text.2']);
  });

  it('is no line of NDJSON either, unless pieces of it were told', () => {
    expect(createNdjsonMapper().push({ type: 'item.completed', item: text('b', '') })).toEqual([]);
  });
});

describe('messages without what they were made of', () => {
  it('are otherwise the same', () => {
    const event: ThreadEvent = { type: 'item.completed', item: { id: 'a', type: 'agent_message', text: 'x' } };
    const [whole] = createMessageBuilder().push(event);
    const { _original, ...rest } = whole ?? {};
    expect(_original).toBe(event);
    expect(createMessageBuilder({ original: false }).push(event)).toEqual([rest]);
    const placed = createMessageBuilder({ original: 'line' }).push({ ...event, line: 7 });
    expect(placed).toEqual([{ ...rest, _original: { line: 7 } }]);
  });
});
