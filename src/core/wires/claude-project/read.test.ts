import { createEventReader, detectWire, type ThreadEvent } from 'threadline';
import { describe, expect, it } from 'vitest';

const sessionId = 'a0a1c2d3-0000-4000-8000-000000000000';

interface Line {
  uuid: string;
  parentUuid: string | null;
  [name: string]: unknown;
}
const common = { sessionId, cwd: '/p', version: '9.9.9', userType: 'external', isSidechain: false };

function line(uuid: string, parentUuid: string | null, more: object): Line {
  return { ...common, uuid, parentUuid, timestamp: '2026-01-01T00:00:00.000Z', ...more };
}
function typed(uuid: string, parent: string | null, content: unknown, more: object = {}): Line {
  return line(uuid, parent, { type: 'user', message: { role: 'user', content }, ...more });
}
function said(uuid: string, parent: string | null, id: string, block: object, more: object = {}, output = 7): Line {
  const usage = { input_tokens: 10, output_tokens: output };
  const message = { id, role: 'assistant', model: 'opus', content: [block], usage };
  return line(uuid, parent, { type: 'assistant', message, ...more });
}
const text = (value: string) => ({ type: 'text', text: value });

function read(...records: object[]): ThreadEvent[] {
  const reader = createEventReader();
  const input = records.map((record) => `${JSON.stringify(record)}\n`).join('');
  const outcomes = [...reader.push(input), ...reader.end()];
  expect(outcomes.flatMap((outcome) => (outcome.ok ? outcome.problems : [outcome.error]))).toEqual([]);
  return outcomes.flatMap((outcome) => (outcome.ok ? outcome.events : []));
}
const items = (events: ThreadEvent[]) => events.flatMap((event) => ('item' in event ? [event.item] : []));
const ofType = (events: ThreadEvent[], type: ThreadEvent['type']) => events.filter((event) => event.type === type);

describe('a session file of Claude Code', () => {
  it('is a thread whose turns begin with what was typed', () => {
    const events = read(
      typed('a', null, 'one'),
      said('b', 'a', 'msg_1', text('1')),
      typed('c', 'b', 'two'),
      said('d', 'c', 'msg_2', text('2')),
    );
    expect(events.map(({ type }) => type)).toEqual([
      'thread.started',
      'turn.started',
      'item.completed',
      'context',
      'item.completed',
      'turn.completed',
      'turn.started',
      'item.completed',
      'item.completed',
      'turn.completed',
    ]);
    expect(events[0]).toMatchObject({ agent: 'claude', thread_id: sessionId, cwd: '/p', cli_version: '9.9.9' });
    expect(items(events).map(({ id }) => id)).toEqual(['a', 'msg_1', 'c', 'msg_2']);
  });

  it('counts a message once, with the most that its lines tell', () => {
    const events = read(
      typed('a', null, 'one'),
      said('b', 'a', 'msg_1', { type: 'thinking', thinking: 'x', signature: 's' }, {}, 1),
      said('c', 'b', 'msg_1', text('1'), {}, 57),
      said('d', 'c', 'msg_1', { type: 'tool_use', id: 't', name: 'Glob', input: {} }, {}, 1),
    );
    expect(events.at(-1)).toMatchObject({
      type: 'turn.completed',
      inferred: true,
      turn_usage: { input_tokens: 10, output_tokens: 57 },
    });
  });

  it('withdraws the turns that a rewind left', () => {
    const events = read(
      typed('a', null, 'one'),
      said('b', 'a', 'msg_1', text('1')),
      typed('c', 'b', 'two'),
      said('d', 'c', 'msg_2', text('2')),
      typed('e', 'b', 'two, but better'),
      said('f', 'e', 'msg_3', text('3')),
    );
    expect(ofType(events, 'turn.withdrawn')).toMatchObject([{ turn_ids: ['synthetic-turn-2'] }]);
  });

  it('withdraws everything when the first prompt was written anew', () => {
    const events = read(typed('a', null, 'one'), said('b', 'a', 'msg_1', text('1')), typed('c', null, 'another'));
    expect(ofType(events, 'turn.withdrawn')).toMatchObject([{ turn_ids: ['synthetic-turn-1'] }]);
  });

  it('withdraws nothing where no line follows another', () => {
    const events = read(typed('a', null, 'one'), said('b', null, 'msg_1', text('1')), typed('c', null, 'two'));
    expect(ofType(events, 'turn.withdrawn')).toEqual([]);
  });

  it('withdraws nothing for parallel tools, whose results hang beside the way, nor after a compaction', () => {
    const use = (id: string) => ({ type: 'tool_use', id, name: 'Glob', input: {} });
    const answer = (id: string) => [{ type: 'tool_result', tool_use_id: id, content: id }];
    const events = read(
      typed('a', null, 'one'),
      said('b', 'a', 'msg_1', use('t1')),
      said('c', 'b', 'msg_1', use('t2')),
      typed('d', 'c', answer('t2')),
      typed('e', 'b', answer('t1')),
      typed('f', 'e', 'two'),
      line('g', null, { type: 'system', subtype: 'compact_boundary', content: 'Conversation compacted' }),
      typed('h', 'g', 'This session is being continued from a previous conversation.', { isCompactSummary: true }),
      typed('i', null, 'three'),
    );
    expect(ofType(events, 'turn.withdrawn')).toEqual([]);
    expect(items(events).map(({ id, type }) => `${type} ${id}`)).toContain('compaction g');
  });

  it('joins lines of a sub-agent in the same file to the call with their prompt', () => {
    const side = { isSidechain: true };
    const events = read(
      typed('a', null, 'one'),
      said('b', 'a', 'msg_1', { type: 'tool_use', id: 'task', name: 'Task', input: { prompt: 'count' } }),
      typed('s1', null, 'count', side),
      said('s2', 's1', 'msg_2', text('2 files'), side),
    );
    expect(events.filter((event) => event.parent_item_id === 'task')).toHaveLength(2);
    expect(ofType(events, 'turn.started')).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({ usage: { input_tokens: 20 }, turn_usage: { input_tokens: 10 } });
  });

  it('is the thread of a sub-agent where all of it is one', () => {
    const side = { isSidechain: true, agentId: 'a1b2c3' };
    const events = read(typed('a', null, 'count', side), said('b', 'a', 'msg_2', text('2'), side));
    expect(events[0]).toMatchObject({ thread_id: 'a1b2c3', parent_thread_id: sessionId });
    expect(events.every((event) => event.parent_item_id === undefined)).toBe(true);
  });

  it('marks what the CLI put in, and not what a person typed or ran', () => {
    const events = read(
      typed('a', null, 'Caveat: The messages below were generated by the user while running local commands.', {
        isMeta: true,
      }),
      typed('b', 'a', '<command-name>/review</command-name>'),
      typed('c', 'b', [text('<system-reminder>be good</system-reminder>'), text('go on')]),
      typed('d', 'c', '<local-command-stdout>done</local-command-stdout>'),
    );
    expect(items(events)).toMatchObject([
      { id: 'a', injected: true },
      { id: 'b', text: '<command-name>/review</command-name>' },
      { id: 'c', text: 'go on' },
      { id: 'c.context', injected: true },
      { id: 'd' },
    ]);
    expect(ofType(events, 'turn.started')).toHaveLength(2);
  });

  it('ends a turn where it was interrupted, and as failed where the API failed last', () => {
    const interrupted = read(typed('a', null, 'one'), typed('b', 'a', [text('[Request interrupted by user]')]));
    expect(interrupted.at(-1)).toMatchObject({ type: 'turn.aborted', reason: 'interrupted' });
    const failed = read(
      typed('a', null, 'one'),
      said('b', 'a', 'msg_1', text('API Error: 529'), { isApiErrorMessage: true }),
    );
    expect(failed.at(-1)).toMatchObject({ type: 'turn.failed', error: { message: 'API Error: 529' } });
  });

  it('shows neither a line that is repeated nor the messages of a sub-agent that progress lines repeat', () => {
    const reply = said('b', 'a', 'msg_1', text('1'));
    const progress = line('p', 'b', { type: 'progress', data: { type: 'agent_progress', message: { id: 'msg_9' } } });
    const events = read(typed('a', null, 'one'), reply, progress, reply);
    expect(items(events)).toHaveLength(2);
    expect(events.at(-1)).toMatchObject({ usage: { input_tokens: 10 } });
  });

  it('shows what was typed while the agent was busy', () => {
    const attachment = { type: 'queued_command', commandMode: 'prompt', prompt: 'and tests' };
    const events = read(typed('a', null, 'one'), line('q', 'a', { type: 'attachment', attachment }));
    expect(items(events).at(-1)).toMatchObject({ id: 'q', type: 'user_message', text: 'and tests' });
  });

  it('tells facts that every line repeats once, and again when they change', () => {
    const events = read(typed('a', null, 'one'), typed('b', 'a', 'two'), typed('c', 'b', 'three', { cwd: '/q' }));
    expect(events.filter((event) => 'cwd' in event && event.cwd !== undefined)).toMatchObject([
      { type: 'thread.started', cwd: '/p' },
      { type: 'context', kind: 'session', cwd: '/q' },
    ]);
  });

  it('takes the assistant’s word for the session of a fork, whose copied prompts name the old one', () => {
    const events = read(
      typed('a', null, 'one', { sessionId: 'old' }),
      said('b', 'a', 'msg_1', text('1'), { sessionId: 'new' }),
    );
    expect(ofType(events, 'thread.started').at(-1)).toMatchObject({ thread_id: 'new', forked_from_id: 'old' });
  });

  it('is recognised by whatever it begins with', () => {
    for (const record of [
      { type: 'summary', summary: 'x', leafUuid: 'y' },
      { type: 'queue-operation', operation: 'dequeue', sessionId },
      { type: 'file-history-snapshot', messageId: 'm', snapshot: {} },
      typed('a', null, 'one'),
    ]) {
      expect(detectWire(JSON.stringify(record))).toBe('claude-project');
    }
  });

  it('is still a thread where it holds nothing but bookkeeping', () => {
    expect(read({ type: 'mode', mode: 'normal', sessionId }).at(-1)).toMatchObject({ thread_id: sessionId });
  });
});
