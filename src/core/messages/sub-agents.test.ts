import { describe, expect, it } from 'vitest';
import { limits } from '../../limits/index.ts';
import type { ThreadEvent } from '../thread/event.ts';
import type { ThreadItem } from '../thread/item.ts';
import { createMessageBuilder, type MessageBuilderOptions } from './message-builder.ts';

function fold(events: readonly ThreadEvent[], options?: MessageBuilderOptions) {
  const builder = createMessageBuilder(options);
  for (const event of events) builder.push(event);
  builder.end();
  return builder.messages;
}

const completed = (item: ThreadItem, parent_item_id?: string): ThreadEvent => ({
  type: 'item.completed',
  item,
  ...(parent_item_id !== undefined && { parent_item_id, thread_id: `of ${parent_item_id}` }),
});
const task = (id: string): ThreadItem => ({ id, type: 'tool_call', name: 'Task', input: {}, status: 'completed' });
const text = (id: string, words = id): ThreadItem => ({ id, type: 'agent_message', text: words });
const prompt = (words: string): ThreadItem => ({ id: 'L1.0', type: 'user_message', text: words });
const claude: ThreadEvent = { type: 'thread.started', thread_id: 's', agent: 'claude', model: 'opus' };

describe('a sub-agent in the stream of its parent', () => {
  const events: ThreadEvent[] = [
    claude,
    { type: 'turn.started' },
    completed(task('toolu_1')),
    { type: 'thread.started', thread_id: 'x', parent_item_id: 'toolu_1', cwd: '/elsewhere', model: 'haiku' },
    { type: 'turn.started', parent_item_id: 'toolu_1' },
    completed(prompt('count the files'), 'toolu_1'),
    completed(text('msg_child'), 'toolu_1'),
    completed(task('toolu_2'), 'toolu_1'),
    completed(text('msg_grandchild'), 'toolu_2'),
    { type: 'turn.completed', parent_item_id: 'toolu_1' },
    completed(text('msg_mine')),
  ];

  it('is left out of the messages, and changes nothing about them', () => {
    const alone = fold(events.filter(({ parent_item_id }) => parent_item_id === undefined));
    expect(fold(events)).toEqual(alone);
    expect(alone.map(({ id }) => id)).toEqual(['toolu_1', 'msg_mine']);
  });

  it('has messages of its own where they are asked for, each with the call that started it', () => {
    expect(fold(events, { agents: true }).map(({ id, parent, model }) => [id, parent, model])).toEqual([
      ['toolu_1', undefined, 'opus'],
      ['toolu_1.t1.user.1', 'toolu_1', undefined],
      ['msg_child', 'toolu_1', 'haiku'],
      ['toolu_2', 'toolu_1', 'haiku'],
      ['msg_grandchild', 'toolu_2', undefined],
      ['msg_mine', undefined, 'opus'],
    ]);
  });

  it('has the id of the call as messages have it, where ids are derived', () => {
    const [call, answer] = fold([completed(task('item_3')), completed(text('item_0'), 'item_3')], { agents: true });
    expect(call?.id).toMatch(/^t1\.Task\./);
    expect(answer).toMatchObject({ id: `${call?.id}.t1.text.1`, parent: call?.id });
  });

  it('goes with the turn of its parent when that is taken back', () => {
    const [thread, ...rest] = events as [ThreadEvent, ...ThreadEvent[]];
    const named = rest.map((event) => (event.parent_item_id === undefined ? { ...event, turn_id: 'u' } : event));
    const gone: ThreadEvent = { type: 'turn.withdrawn', turn_ids: ['u'] };
    expect(fold([thread, ...named, gone], { agents: true })).toEqual([]);
  });

  it('is one of many: so many are told apart, and no message is lost beyond that', () => {
    const many: ThreadEvent[] = [claude];
    for (let index = 0; index < 3 * limits.maxAgents; index += 1) many.push(completed(text(`m${index}`), `c${index}`));
    expect(fold(many, { agents: true })).toHaveLength(3 * limits.maxAgents);
  });
});

describe('turns that were taken back by id', () => {
  const turn = (turn_id: string): ThreadEvent[] => [
    { type: 'turn.started', turn_id },
    { ...completed(prompt(turn_id)), turn_id } as ThreadEvent,
    { ...completed(text(turn_id)), turn_id } as ThreadEvent,
  ];
  const events = [...turn('a'), ...turn('b'), ...turn('c'), ...turn('d')];
  const withdrawn = (...turn_ids: string[]): ThreadEvent => ({ type: 'turn.withdrawn', turn_ids });
  const ids = (messages: readonly { id: string }[]) => messages.map(({ id }) => id);

  it('are gone, and only these; what comes later counts on', () => {
    const messages = fold([...events, withdrawn('b', 'd', 'nobody'), ...turn('e')]);
    expect(ids(messages)).toEqual(['t1.user.1', 't1.text.1', 't3.user.1', 't3.text.1', 't5.user.1', 't5.text.1']);
  });

  it('are given marked, once, and stay in their places where all is asked for', () => {
    const builder = createMessageBuilder({ all: true });
    for (const event of events) builder.push(event);
    const gone = builder.push(withdrawn('b'));
    expect(ids(gone)).toEqual(['t2.user.1', 't2.text.1']);
    expect(gone.every((message) => message.withdrawn)).toBe(true);
    expect(builder.push(withdrawn('b', 'c'))).toHaveLength(2);
    expect(builder.messages).toHaveLength(8);
    expect(ids(builder.messages.filter((message) => message.withdrawn))).toEqual([
      't2.user.1',
      't2.text.1',
      't3.user.1',
      't3.text.1',
    ]);
  });

  it('take with them a web search that never said its query', () => {
    const search: ThreadItem = { id: 'w', type: 'web_search', query: '' };
    const [started, typed] = turn('a') as [ThreadEvent, ThreadEvent];
    const opened: ThreadEvent = { type: 'item.started', item: search, turn_id: 'a' };
    expect(ids(fold([started, typed, opened, withdrawn('a'), ...turn('b')]))).toEqual(['t2.user.1', 't2.text.1']);
    const thread: ThreadEvent = { type: 'thread.started', thread_id: 't' };
    expect(ids(fold([started, typed, opened, thread]))).toEqual(['t1.user.1']);
  });

  it('are taken back one by one, the oldest first, without a walk over the others each time', () => {
    const builder = createMessageBuilder();
    const count = 1000;
    for (let index = 0; index < count; index += 1) for (const event of turn(`u${index}`)) builder.push(event);
    let given = 0;
    for (let index = 0; index < count; index += 1) given += builder.push(withdrawn(`u${index}`)).length;
    expect(given).toBe(2 * count);
    expect(builder.messages).toEqual([]);
  });

  it('are not taken back from what was released', () => {
    const builder = createMessageBuilder();
    for (const event of events) builder.push(event);
    builder.release(3);
    expect(ids(builder.push(withdrawn('b', 'c')))).toEqual(['t2.text.1', 't3.user.1', 't3.text.1']);
    expect(ids(builder.messages)).toEqual(['t4.user.1', 't4.text.1']);
  });
});

describe('history that a thread was given', () => {
  it('is marked, with the thread of another agent that it came from', () => {
    const origin = { agent: 'codex', thread_id: 'o' };
    const [given, own] = fold([
      { ...claude, origin } as ThreadEvent,
      { ...completed(text('a')), inherited: true } as ThreadEvent,
      completed(text('b')),
    ]);
    expect(given).toMatchObject({ inherited: true, origin, tool: 'claude' });
    expect(own).not.toHaveProperty('inherited');
    expect(own).not.toHaveProperty('origin');
  });
});
