import { createEventReader, detectWire } from 'threadline';
import { describe, expect, it } from 'vitest';
import {
  assistantText,
  event,
  finished,
  line,
  meta,
  readRecords,
  summary,
  userText,
} from '../../../../test/rollout-lines.ts';

const user = (message: string) => event('user_message', { message });
const agent = (message: string) => event('agent_message', { message });

describe('turns', () => {
  it('are those that the file marks, and a text typed in between belongs to the one that is open', () => {
    const events = readRecords([
      meta(),
      event('task_started', { turn_id: 'a', model_context_window: 1000 }),
      user('One'),
      user('Two'),
      event('task_complete', { turn_id: 'a', last_agent_message: 'x', duration_ms: 5 }),
      event('task_started', { turn_id: 'b' }),
      user('Three'),
      event('turn_aborted', { turn_id: 'b', reason: 'interrupted' }),
    ]);
    expect(events.slice(1)).toMatchObject([
      { type: 'turn.started', turn_id: 'a', model_context_window: 1000 },
      { turn_id: 'a', item: { text: 'One' } },
      { turn_id: 'a', item: { text: 'Two' } },
      { type: 'turn.completed', turn_id: 'a', last_agent_message: 'x', duration_ms: 5 },
      { type: 'turn.started', turn_id: 'b' },
      { turn_id: 'b', item: { text: 'Three' } },
      { type: 'turn.aborted', turn_id: 'b', reason: 'interrupted' },
    ]);
  });

  it('begin at each text of the person where the file marks none, and their end is inferred', () => {
    const events = readRecords([meta(), user('One'), agent('1'), user('Two'), agent('2')]);
    expect(events.slice(1)).toMatchObject([
      { type: 'turn.started', turn_id: 'synthetic-turn-1' },
      { item: { text: 'One' } },
      { item: { text: '1' } },
      { type: 'turn.completed', turn_id: 'synthetic-turn-1', inferred: true },
      { type: 'turn.started', turn_id: 'synthetic-turn-2' },
      { item: { text: 'Two' } },
      { item: { text: '2' } },
      { type: 'turn.completed', turn_id: 'synthetic-turn-2', inferred: true },
    ]);
  });

  it('that failed say why', () => {
    const error = { message: 'bad request', codex_error_info: 'bad_request', status: 400 };
    const events = readRecords([
      meta(),
      event('task_started', { turn_id: 'a' }),
      event('task_complete', { turn_id: 'a', error }),
    ]);
    expect(events.at(-1)).toMatchObject({
      type: 'turn.failed',
      turn_id: 'a',
      error: { message: 'bad request', code: 'bad_request', extra: { status: 400 } },
    });
  });

  it('of a review are one, whatever the ids of the marks; repeated texts are told once', () => {
    const events = readRecords([
      meta(),
      event('entered_review_mode', { target: { type: 'custom' }, user_facing_hint: 'Review' }),
      event('task_started', { turn_id: 'child', started_at: 1 }),
      user('Review'),
      user('Review'),
      event('agent_reasoning', { text: 'Hm' }),
      event('agent_reasoning', { text: 'Hm' }),
      event('exited_review_mode', { review_output: null }),
      assistantText('Fine'),
      agent('Fine'),
      event('task_complete', { turn_id: 'parent' }),
      event('task_started', { turn_id: 'next' }),
    ]);
    expect(summary(events)).toEqual([
      'thread.started',
      'turn.started',
      'completed user: Review',
      'completed reasoning: Hm',
      'completed agent: Fine',
      'turn.completed',
      'turn.started',
    ]);
  });

  it('that were taken back are named: those in which the person typed something, and all that came after', () => {
    const turn = (id: string, ...records: Record<string, unknown>[]) => [
      event('task_started', { turn_id: id }),
      ...records,
      event('task_complete', { turn_id: id }),
    ];
    const rolledBack = (num_turns: number) => event('thread_rolled_back', { num_turns });
    const events = readRecords([
      meta(),
      ...turn('a', user('One')),
      ...turn('b', user('Two')),
      ...turn('c', agent('On its own')),
      rolledBack(1),
      ...turn('d', user('Three')),
      rolledBack(7),
    ]);
    expect(events.filter(({ type }) => type === 'turn.withdrawn')).toMatchObject([
      { turn_ids: ['b', 'c'], extra: { num_turns: 1 } },
      { turn_ids: ['a', 'd'], extra: { num_turns: 7 } },
    ]);
  });
});

describe('the header', () => {
  it('describes the file, and only the first one does', () => {
    const parent = line('session_meta', { id: 'parent', cwd: '/parent' });
    const [first, second] = readRecords([
      meta({
        cli_version: '1',
        forked_from_id: 'parent',
        model_provider: null,
        git: { branch: 'main' },
        base_instructions: { text: 'x' },
      }),
      parent,
    ]);
    expect(first).toMatchObject({
      type: 'thread.started',
      thread_id: 'thread-1',
      cwd: '/project',
      cli_version: '1',
      forked_from_id: 'parent',
      git: { branch: 'main' },
      extra: { base_instructions: { text: 'x' } },
    });
    expect(second).toMatchObject({
      type: 'context',
      kind: 'session_meta',
      thread_id: 'thread-1',
      data: { id: 'parent' },
    });
  });

  it('tells from which record on a sub-agent speaks for itself', () => {
    const numbered = (record: object, ordinal: number) => ({ ...record, ordinal });
    const events = readRecords([
      numbered(meta({ subagent_history_start_ordinal: 3 }), 0),
      numbered(event('task_started', { turn_id: 'a' }), 1),
      numbered(user('Old'), 2),
      numbered(event('task_started', { turn_id: 'b' }), 3),
      numbered(user('New'), 4),
    ]);
    expect(events.map(({ ordinal, inherited }) => [ordinal, inherited])).toEqual([
      [0, undefined],
      [1, true],
      [2, true],
      [3, undefined],
      [4, undefined],
    ]);
  });

  it('of a fork is followed by the history that it goes on from', () => {
    const inherited = [
      line('session_meta', { id: 'parent', history_mode: 'paginated' }),
      event('task_started', { turn_id: 'p' }),
      finished({ type: 'AgentMessage', id: 'm', content: [{ type: 'Text', text: 'Old' }] }, 'p'),
      event('task_complete', { turn_id: 'p' }),
    ];
    const own = [meta({ history_mode: 'paginated' }), event('task_started', { turn_id: 'own' }), userText('x')];
    const reader = createEventReader();
    const text = own.map((record) => `${JSON.stringify(record)}\n`);
    const outcomes = [
      ...reader.push(text[0] ?? ''),
      ...reader.inherit(inherited),
      ...text.slice(1).flatMap((part) => reader.push(part)),
      ...reader.end(),
    ];
    const events = outcomes.flatMap((outcome) => (outcome.ok ? outcome.events : []));
    expect(events.map(({ type, inherited: isOld }) => `${type}${isOld ? ' inherited' : ''}`)).toEqual([
      'thread.started',
      'context inherited',
      'turn.started inherited',
      'item.completed inherited',
      'turn.completed inherited',
      'turn.started',
      'item.completed',
    ]);
    expect(events.every(({ thread_id }) => thread_id === 'thread-1')).toBe(true);
  });
});

describe('records without an envelope', () => {
  const header = { id: 'bare', timestamp: '2025-06-01T00:00:00Z', instructions: null };
  const message = (role: string, type: string, text: string) => ({ type: 'message', role, content: [{ type, text }] });
  const prompt = message('user', 'input_text', 'Hi');
  const reply = message('assistant', 'output_text', 'Hello');

  it('are read with their header, without it, and from a document', () => {
    const expected = ['turn.started', 'completed user: Hi', 'completed agent: Hello', 'turn.completed'];
    const records = [header, { record_type: 'state' }, prompt, reply];
    expect(summary(readRecords(records))).toEqual(['thread.started', ...expected]);
    expect(summary(readRecords([prompt, reply]))).toEqual(expected);
    const document = { session: header, items: [prompt, reply] };
    expect(summary(readRecords([document]))).toEqual(['thread.started', ...expected]);
    const reader = createEventReader();
    const printed = [...reader.push(JSON.stringify(document, null, 2)), ...reader.end()];
    expect(summary(printed.flatMap((outcome) => (outcome.ok ? outcome.events : [])))).toEqual([
      'thread.started',
      ...expected,
    ]);
  });

  it.each([
    header,
    { record_type: 'state' },
    prompt,
    { type: 'reasoning', summary: [] },
    { type: 'function_call', name: 'shell', arguments: '{}', call_id: 'a' },
    { type: 'function_call_output', call_id: 'a', output: '' },
    { type: 'local_shell_call', action: { type: 'exec', command: ['ls'] } },
    { type: 'custom_tool_call', call_id: 'a', name: 'apply_patch', input: '' },
    meta(),
    line('world_state', {}),
  ])('are recognised: %j', (record) => {
    expect(detectWire(`${JSON.stringify(record)}\n`)).toBe('codex-rollout');
  });

  it.each([
    { type: 'message', text: 'x' },
    { id: 'a', msg: { type: 'error' } },
    { id: 'a', timestamp: 'x', method: 'y' },
    { session_id: 'a', ts: 1, text: 'x' },
    { id: 'a', thread_name: 'x', updated_at: 'y' },
  ])('are not: %j', (record) => {
    expect(detectWire(`${JSON.stringify(record)}\n`)).not.toBe('codex-rollout');
  });

  it('take the working folder from the context that the model was given', () => {
    const context = message(
      'user',
      'input_text',
      '<environment_context>\nCurrent working directory: /home/me\n</environment_context>',
    );
    const patch = {
      type: 'function_call',
      name: 'apply_patch',
      call_id: 'a',
      arguments: JSON.stringify({ input: '*** Begin Patch\n*** Delete File: x\n*** End Patch' }),
    };
    expect(summary(readRecords([header, context, prompt, patch]))).toContain(
      'started change in_progress: delete /home/me/x',
    );
  });
});

describe('what is not known', () => {
  it('is kept whole', () => {
    const events = readRecords([
      meta(),
      line('future_line', { a: 1 }),
      event('future_event', { b: 2 }),
      line('response_item', { type: 'future_item', c: 3 }),
      finished({ type: 'FutureItem', id: 'f', d: 4 }),
    ]);
    expect(events.filter(({ type }) => !type.startsWith('t'))).toMatchObject([
      { type: 'unknown', wire_type: 'future_line', data: { a: 1 } },
      { type: 'unknown', wire_type: 'event_msg.future_event', data: { b: 2 } },
      { item: { type: 'unknown', wire_type: 'future_item', data: { c: 3 } } },
      { item: { id: 'f', type: 'unknown', wire_type: 'FutureItem', data: { d: 4 } } },
    ]);
  });

  it('is a problem only where a known field has another type', () => {
    const reader = createEventReader();
    const text = [meta(), { ...line('turn_context', {}), timestamp: 5 }, event('agent_message', { message: 5 })];
    const outcomes = reader.push(text.map((record) => `${JSON.stringify(record)}\n`).join(''));
    expect(outcomes.map((outcome) => outcome.ok && outcome.problems.map(({ code }) => code))).toEqual([
      [],
      ['bad-field'],
      ['bad-field'],
    ]);
  });
});
