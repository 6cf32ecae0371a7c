import { createEventReader } from 'threadline';
import { describe, expect, it } from 'vitest';
import { event, meta, readRecords, response } from '../../../../../test/rollout-lines.ts';
import { limits } from '../../../../limits/index.ts';
import type { ThreadEvent } from '../../../thread/event.ts';
import type { ItemEvent } from '../record.ts';
import { createOpenCalls } from './open-calls.ts';
import { createTextChannels } from './text-channels.ts';
import { createTurnLog } from './turn-log.ts';

const range = (length: number) => Array.from({ length }, (_, index) => index);

describe('calls that are remembered', () => {
  const item = (id: number) => ({ id: `c${id}`, type: 'tool_call', name: 'x', status: 'in_progress' }) as const;
  const known = (calls: ReturnType<typeof createOpenCalls>, count: number) =>
    range(count).filter((id) => calls.find(`c${id}`)).length;

  it('are only so many, and the oldest are forgotten first', () => {
    const calls = createOpenCalls();
    for (const id of range(3 * limits.maxOpenCalls)) calls.add(item(id), 'x', undefined);
    expect(known(calls, 3 * limits.maxOpenCalls)).toBe(limits.maxOpenCalls);
    expect(calls.find('c0')).toBeUndefined();
  });

  it('are forgotten before those without an answer once they have one', () => {
    const calls = createOpenCalls();
    calls.add(item(0), 'x', undefined);
    for (const id of range(3 * limits.maxOpenCalls).slice(1)) {
      calls.add(item(id), 'x', undefined);
      const call = calls.find(`c${id}`);
      if (call) calls.answer(call, undefined);
    }
    expect(calls.find('c0')).toBeDefined();
    expect(known(calls, 3 * limits.maxOpenCalls)).toBeLessThanOrEqual(limits.maxOpenCalls);
  });

  it('are handed back when they are forgotten, so that a process that runs on has its result', () => {
    const calls = createOpenCalls();
    calls.add(item(0), 'x', undefined);
    const call = calls.find('c0');
    if (call) calls.answer(call, '7');
    const forgotten = range(limits.maxOpenCalls + 1)
      .slice(1)
      .map((id) => calls.add(item(id), 'x', undefined));
    expect(forgotten.at(-1)).toBe(call);
    expect(calls.running('7')).toBeUndefined();
  });

  it('have room again after a turn, but for those without an answer', () => {
    const calls = createOpenCalls();
    for (const id of range(10)) calls.add(item(id), 'x', undefined);
    for (const id of range(9)) {
      const call = calls.find(`c${id}`);
      if (call) calls.answer(call, undefined);
    }
    calls.endTurn();
    expect(known(calls, 10)).toBe(1);
  });
});

describe('texts that wait for their twins', () => {
  function channels() {
    const given: ThreadEvent[] = [];
    const texts = createTextChannels({
      give: (each) => given.push(each),
      userText: () => {},
      endsAtUserText: () => false,
      hasUserText: () => true,
    });
    return { given, texts };
  }
  const said = (text: string): ItemEvent => ({
    type: 'item.completed',
    item: { id: text, type: 'agent_message', text },
  });

  it('are only so many: the oldest are given as they are', () => {
    const { given, texts } = channels();
    for (const id of range(limits.maxHeldTexts + 10)) texts.event('agent', `${id}`, said(`${id}`), true);
    expect(given).toHaveLength(10);
    texts.flush();
    expect(given).toHaveLength(limits.maxHeldTexts + 10);
  });

  it('are only so many as response items, too', () => {
    const { given, texts } = channels();
    for (const id of range(limits.maxHeldTexts + 10)) {
      const parts = [`${id}`];
      const unsaid = texts.unsaid('user', parts, undefined);
      texts.hold({
        kind: 'user',
        parts,
        unsaid,
        items: [said(`${id}`)],
        twin: { type: 'context', kind: 'x', data: {} },
      });
    }
    expect(given).toHaveLength(10);
  });

  it('are known by their parts in order, however many there are', () => {
    const { given, texts } = channels();
    const parts = range(5000).map((id) => `part ${id}`);
    texts.event('agent', 'seen', said('seen'), false);
    const unsaid = texts.unsaid('agent', parts, undefined);
    const twin = { type: 'context', kind: 'message', data: {} } as const;
    texts.hold({ kind: 'agent', parts, unsaid, items: parts.map(said), twin });
    for (const part of parts) texts.event('agent', part, said(part), true);
    expect(given).toHaveLength(1 + parts.length + 1);
    expect(given.at(-1)).toBe(twin);
  });
});

it('only so many turns are remembered', () => {
  const log = createTurnLog();
  for (const id of range(5 * limits.maxRememberedTurns)) {
    log.begin(`${id}`);
    log.typed();
  }
  expect(range(5 * limits.maxRememberedTurns).filter((id) => log.has(`${id}`))).toHaveLength(limits.maxRememberedTurns);
  expect(log.takeBack(Number.MAX_SAFE_INTEGER).length).toBeLessThanOrEqual(2 * limits.maxRememberedTurns);
  expect(log.takeBack(1)).toEqual([]);
});

describe('odd values', () => {
  const odd = JSON.parse('{"toString":0,"valueOf":0}') as Record<string, unknown>;

  it.each([
    ['a part’s type', response('message', { role: 'user', content: [{ type: odd, text: 'x' }] })],
    ['a process', response('function_call', { name: 'write_stdin', arguments: '{"session_id":{}}', call_id: odd })],
    ['an event’s type', event('x', { type: odd })],
    ['an item’s type', event('item_completed', { item: { type: odd } })],
    ['a search', response('web_search_call', { action: { type: odd, query: odd }, status: odd })],
    ['a message', event('agent_message', { message: odd })],
  ])('in %s are kept and never make the reader throw', (_place, record) => {
    const reader = createEventReader();
    const outcomes = [...reader.push(`${JSON.stringify(meta())}\n${JSON.stringify(record)}\n`), ...reader.end()];
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    expect(JSON.stringify(outcomes)).toContain('"valueOf":0');
  });

  it('named __proto__ are kept and set no prototype', () => {
    for (const type of ['Plan', 'DynamicToolCall', 'Extension', 'HookPrompt', 'FutureItem']) {
      const source = JSON.parse(`{"type":"${type}","id":"p","tool":"t","__proto__":{"polluted":true}}`);
      const events = readRecords([meta(), event('item_completed', { item: source })]);
      const item = events.flatMap((each) => ('item' in each ? [each.item] : []))[0];
      const kept = item?.type === 'unknown' ? item.data : item?.extra;
      expect(Object.getPrototypeOf(kept)).toBe(Object.prototype);
      expect(Object.hasOwn(kept ?? {}, '__proto__'), type).toBe(true);
    }
  });
});
