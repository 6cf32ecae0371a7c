import { createEventReader, detectWire, type ThreadEvent } from 'threadline';
import { describe, expect, it } from 'vitest';

const session_id = 'b0a1c2d3-0000-4000-8000-000000000000';
const envelope = (dir: string, message: object) => ({ t: 1, dir, line: JSON.stringify(message) });
const into = (message: object) => envelope('in', message);
const out = (message: object) => envelope('out', { session_id, ...message });
const begin = into({ type: 'control_request', request_id: 'i', request: { subtype: 'initialize' } });
const prompt = (text: string, more: object = {}) =>
  into({ type: 'user', session_id: '', parent_tool_use_id: null, message: { role: 'user', content: text }, ...more });
const init = out({ type: 'system', subtype: 'init', model: 'opus' });
const said = (text: string) => out({ type: 'assistant', message: { id: 'm', content: [{ type: 'text', text }] } });
const call = (id: string, input: object) =>
  out({ type: 'assistant', message: { id: `m${id}`, content: [{ type: 'tool_use', id, name: 'Bash', input }] } });
const answer = (id: string) =>
  out({ type: 'user', message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'ok' }] } });
const repeated = (text: string, uuid: string) =>
  out({ type: 'user', uuid, isReplay: true, message: { role: 'user', content: [{ type: 'text', text }] } });
const result = out({ type: 'result', subtype: 'success', is_error: false });
const ask = (request_id: string, request: object) =>
  envelope('out', { type: 'control_request', request_id, request: { subtype: 'can_use_tool', ...request } });
const decide = (request_id: string, response: object) =>
  into({ type: 'control_response', response: { subtype: 'success', request_id, response } });

function read(...records: object[]): ThreadEvent[] {
  const reader = createEventReader();
  const outcomes = [...reader.push(records.map((record) => `${JSON.stringify(record)}\n`).join('')), ...reader.end()];
  expect(outcomes.flatMap((outcome) => (outcome.ok ? outcome.problems : [outcome.error]))).toEqual([]);
  return outcomes.flatMap((outcome) => (outcome.ok ? outcome.events : []));
}

const items = (events: readonly ThreadEvent[]) =>
  events.flatMap((event) => ('item' in event ? [`${event.item.type} ${event.item.id}`] : []));
const asked = (events: readonly ThreadEvent[]) =>
  events.flatMap((event) => (event.type === 'context' && event.item_id ? [`${event.kind} ${event.item_id}`] : []));

describe('a prompt of the client', () => {
  it('is said in the turn that takes it up, under the id that the client gave', () => {
    const events = read(begin, prompt('hi', { uuid: 'p1' }), init, said('hello'), result);
    expect(events.map(({ type }) => type).slice(1, 5)).toEqual([
      'thread.started',
      'turn.started',
      'item.completed',
      'item.completed',
    ]);
    expect(items(events)).toEqual(['user_message p1', 'agent_message m']);
  });

  it('has the id under which it is printed again, and is said once', () => {
    expect(items(read(begin, prompt('hi'), init, repeated('hi', 'u1'), said('hello')))).toEqual([
      'user_message u1',
      'agent_message m',
    ]);
    expect(items(read(begin, prompt('hi', { uuid: 'u1' }), init, said('hello'), repeated('hi', 'u1')))).toEqual([
      'user_message u1',
      'agent_message m',
    ]);
  });

  it('that comes while a tool runs stands behind what the tool gave', () => {
    const events = read(
      begin,
      prompt('go', { uuid: 'p1' }),
      init,
      call('t1', { command: 'ls' }),
      prompt('also', { uuid: 'p2' }),
      answer('t1'),
      said('done'),
    );
    expect(items(events)).toEqual([
      'user_message p1',
      'command_execution t1',
      'command_execution t1',
      'user_message p2',
      'agent_message m',
    ]);
  });

  it('that comes with the last text begins the next turn', () => {
    const events = read(
      begin,
      prompt('one', { uuid: 'p1' }),
      init,
      prompt('two', { uuid: 'p2' }),
      said('x'),
      result,
      init,
      said('y'),
    );
    const second = events.find((event) => 'item' in event && event.item.id === 'p2');
    expect(second?.turn_id).toBe('synthetic-turn-2');
  });

  it('that was cancelled, or never taken up, is kept beside the conversation', () => {
    const cancelled = out({ type: 'command_lifecycle', command_uuid: 'p2', state: 'cancelled' });
    const events = read(
      begin,
      prompt('one', { uuid: 'p1' }),
      init,
      said('x'),
      prompt('two', { uuid: 'p2' }),
      cancelled,
      prompt('three'),
      result,
    );
    expect(items(events)).toEqual(['user_message p1', 'agent_message m']);
    expect(events.flatMap((event) => (event.type === 'context' && event.kind === 'user' ? [event.text] : []))).toEqual([
      'two',
      'three',
    ]);
  });

  it('with an odd content or an odd id throws nowhere', () => {
    for (const odd of [{ content: 7 }, { content: { toString: 0 } }, {}, null, 'text'])
      for (const uuid of [7, null, { toString: 0 }, '--help'])
        expect(() =>
          createEventReader().push(`${JSON.stringify(into({ type: 'user', session_id: '', uuid, message: odd }))}\n`),
        ).not.toThrow();
  });
});

describe('a question for leave', () => {
  it('and its answer are kept with the call, in the words of both', () => {
    const events = read(
      begin,
      init,
      call('t1', { command: 'ls -a' }),
      ask('r1', { tool_name: 'Bash', input: { command: 'ls -a' }, tool_use_id: 't1' }),
      decide('r1', { behavior: 'deny', message: 'Not now.' }),
    );
    expect(asked(events)).toEqual(['control_request t1', 'control_response t1']);
    expect(events.at(-1)).toMatchObject({ text: 'deny\nNot now.' });
  });

  it('that names no call is about the first one of this tool and input', () => {
    const input = { command: 'ls' };
    const events = read(
      begin,
      init,
      call('t1', input),
      call('t2', { command: 'pwd' }),
      ask('r1', { tool_name: 'Bash', input }),
      decide('r1', { behavior: 'allow' }),
    );
    expect(asked(events)).toEqual(['control_request t1', 'control_response t1']);
  });
});

describe('the lines', () => {
  it('of one side, bare, are known', () => {
    expect(detectWire(`${begin.line}\n`)).toBe('claude-control');
    expect(detectWire(`${prompt('hi').line}\n`)).toBe('claude-control');
    expect(detectWire(`${init.line}\n`)).toBe('claude-stream');
  });

  it('of the client alone show what was asked', () => {
    expect(items(read(JSON.parse(begin.line), JSON.parse(prompt('hi', { uuid: 'p1' }).line)))).toEqual([
      'user_message p1',
    ]);
  });

  it('that are no JSON, marks, and an object instead of a text are read', () => {
    const events = read(
      begin,
      envelope('in', []),
      { t: 2, dir: 'in', line: 'not JSON' },
      { t: 3, dir: 'mark', event: 'exit 1' },
      { dir: 'out', line: { type: 'system', subtype: 'init', session_id } },
    );
    expect(
      events.slice(1).map((event) => (event.type === 'context' ? `${event.kind} ${event.text}` : event.type)),
    ).toEqual(['line []', 'line not JSON', 'mark exit 1', 'thread.started', 'turn.started']);
  });
});
