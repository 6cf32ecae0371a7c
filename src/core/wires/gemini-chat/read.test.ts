import { createEventReader, type ThreadEvent } from 'threadline';
import { describe, expect, it } from 'vitest';

const time = '2026-11-15T07:00:00.000Z';
const header = { sessionId: 's', projectHash: 'h', startTime: time, lastUpdated: time, kind: 'main' };
const user = (id: string, text: string) => ({ id, timestamp: time, type: 'user', content: [{ text }] });
const tokens = { input: 1000, output: 20, cached: 400, thoughts: 7, tool: 0, total: 1027 };
const gemini = (id: string, content: unknown, fields: object = {}) => ({
  id,
  timestamp: time,
  type: 'gemini',
  content,
  ...fields,
});
const context = user('ctx', '<session_context>\nToday is Sunday.\n</session_context>');

function call(id: string, fields: object = {}) {
  const response = { functionResponse: { id, name: 'read_file', response: { output: 'text' } } };
  return {
    id,
    name: 'read_file',
    args: { file_path: '/a' },
    result: [response],
    status: 'success',
    timestamp: time,
    ...fields,
  };
}

function read(...lines: object[]): ThreadEvent[] {
  const reader = createEventReader();
  const text = lines.map((line) => JSON.stringify(line)).join('\n');
  return [...reader.push(text), ...reader.end()].flatMap((outcome) => (outcome.ok ? outcome.events : []));
}

/** The conversation alone, in short. */
function told(...lines: object[]): string[] {
  return read(...lines).flatMap((event) => {
    if (event.type === 'turn.withdrawn') return [`withdrawn ${event.turn_ids.join(' ')}`];
    if (!('item' in event)) return event.type === 'turn.started' ? [event.turn_id ?? ''] : [];
    const { item } = event;
    const text = 'text' in item ? item.text : 'output' in item ? `${item.id} ${item.output}` : item.id;
    return [`${event.type === 'item.completed' ? '' : `${event.type} `}${item.type} ${text}`];
  });
}

const set = (messages: object[]) => ({ $set: { messages, lastUpdated: time } });

describe('a chat of Gemini CLI', () => {
  it('is a thread whose prompts begin turns, which end where the next one begins', () => {
    expect(read(header, user('1', 'a'), gemini('2', 'b', { tokens, model: 'm' }), user('3', 'c'))).toMatchObject([
      {
        type: 'thread.started',
        thread_id: 's',
        agent: 'gemini',
        started_at: time,
        source: 'main',
        extra: { projectHash: 'h' },
      },
      { type: 'turn.started', turn_id: 'synthetic-turn-1' },
      { type: 'item.completed', item: { id: '1', type: 'user_message', text: 'a' } },
      { type: 'context', kind: 'model', model: 'm' },
      { type: 'item.completed', item: { id: '2', type: 'agent_message', text: 'b' } },
      { type: 'token_count', total_tokens: 1027, last: { output_tokens: 27 }, extra: { message_id: '2' } },
      { type: 'turn.completed', inferred: true, turn_usage: { input_tokens: 1000, output_tokens: 27 } },
      { type: 'turn.started', turn_id: 'synthetic-turn-2' },
      { type: 'item.completed', item: { id: '3' } },
      { type: 'turn.completed', turn_id: 'synthetic-turn-2' },
    ]);
  });

  it.each([[undefined], [2]])('reads as a document, written with an indent of %s, as it does by lines', (indent) => {
    const messages = [user('1', 'a'), gemini('2', 'b', { toolCalls: [call('c')], tokens })];
    const reader = createEventReader();
    const text = JSON.stringify({ ...header, messages }, undefined, indent);
    const events = [...reader.push(text), ...reader.end()].flatMap((outcome) => (outcome.ok ? outcome.events : []));
    const withoutLine = (event: ThreadEvent) => ({ ...event, line: 0 });
    expect(events.map(withoutLine)).toEqual(read(header, ...messages).map(withoutLine));
    expect(reader.wire).toBe('gemini-chat');
  });

  it('tells what is new when a message comes again', () => {
    const first = gemini('2', 'b', { tokens });
    expect(
      told(
        header,
        user('1', 'a'),
        first,
        { ...first, toolCalls: [call('c')] },
        { ...first, toolCalls: [call('c'), call('d')] },
      ),
    ).toEqual(['synthetic-turn-1', 'user_message a', 'agent_message b', 'tool_call c text', 'tool_call d text']);
    const counts = read(header, first, first, { ...first, tokens: { ...tokens, total: 2000, output: 993 } });
    expect(counts.filter((event) => event.type === 'token_count').map((event) => event.total_tokens)).toEqual([
      1027, 2000,
    ]);
  });

  it('tells thoughts, which are never live, before the text', () => {
    const thoughts = [{ subject: 'Look', description: 'First.', timestamp: time }, { description: 'Then.' }];
    expect(told(header, gemini('2', 'b', { thoughts }))).toEqual([
      'reasoning **Look**\n\nFirst.',
      'reasoning Then.',
      'agent_message b',
    ]);
  });

  it('shows what the person typed, and keeps what Gemini made of it', () => {
    const [, , event] = read(header, { ...user('1', 'whole file'), displayContent: [{ text: '@a.txt' }] });
    expect(event).toMatchObject({ item: { text: '@a.txt', extra: { content: [{ text: 'whole file' }] } } });
  });

  it('marks what Gemini put in by itself', () => {
    const loop =
      'System: Potential loop detected. Details: Repeating content detected: "lows". Please take a step back';
    const events = read(header, context, user('2', 'System: Please continue.'), user('3', loop));
    expect(events.filter((event) => event.type === 'turn.started')).toEqual([]);
    const injected = { item: { injected: true } };
    expect(events.filter((event) => 'item' in event)).toMatchObject([injected, injected, injected]);
  });

  it("knows the prompt of a sub-agent in its parent's chat, where it begins no turn, from that in its own", () => {
    const task = user('2', 'Your task is to do a deep investigation of the codebase to find all relevant files, …');
    const turns = (kind: string) =>
      told({ ...header, kind }, user('1', 'a'), task).filter((line) => line.startsWith('synth'));
    expect(turns('main')).toEqual(['synthetic-turn-1']);
    expect(turns('subagent')).toEqual(['synthetic-turn-1', 'synthetic-turn-2']);
  });

  it('tells notices by how severe they are', () => {
    const notice = (type: string, content: string) => ({ id: type, timestamp: time, type, content });
    expect(read(header, notice('info', 'Request cancelled.'), notice('error', 'no')).slice(1)).toMatchObject([
      { item: { type: 'error', message: 'Request cancelled.', extra: { severity: 'info' } } },
      { item: { type: 'error', message: 'no', extra: { severity: 'error' } } },
    ]);
  });

  it('has raw line separators in its texts', () => {
    expect(told(header, gemini('2', 'a\u2028b'))).toEqual(['agent_message a\u2028b']);
  });

  it('keeps records and operations that it does not know', () => {
    expect(
      read(header, { id: '1', timestamp: time, type: 'poll', content: 'x', n: 1 }, { $append: 1 }).slice(1),
    ).toMatchObject([
      { type: 'unknown', wire_type: 'poll', data: { id: '1', content: 'x', n: 1 } },
      { type: 'unknown', wire_type: '$append', data: { $append: 1 } },
    ]);
  });

  it('says from whom it was handed over', () => {
    expect(read({ ...header, threadline: { agent: 'claude', id: 'x' } })[0]).toMatchObject({
      origin: { agent: 'claude', thread_id: 'x' },
    });
  });
});

describe('a call in a chat', () => {
  const item = (fields: object) =>
    read(header, gemini('2', '', { toolCalls: [call('c', fields)] })).find((event) => 'item' in event);
  const response = (name: string, body: object) => [{ functionResponse: { id: 'c', name, response: body } }];

  it('has the text that was shown, which is the one that was live, and keeps what the model was told', () => {
    const result = response('run_shell_command', { output: 'Output: a\nExit Code: 3' });
    const fields = { name: 'run_shell_command', args: { command: 'x' }, result, resultDisplay: 'a' };
    expect(item(fields)).toMatchObject({
      type: 'item.completed',
      item: {
        type: 'command_execution',
        aggregated_output: 'a',
        status: 'completed',
        exit_code: 3,
        call: { name: 'run_shell_command', input: { command: 'x' }, told: 'Output: a\nExit Code: 3' },
      },
    });
  });

  it('has what the model was told where nothing was shown', () => {
    expect(item({ resultDisplay: '' })).toMatchObject({ item: { output: 'text' } });
    const screen = [[{ text: 'one' }, { text: ' line' }], [{ text: 'two  ' }], []];
    expect(item({ resultDisplay: screen })).toMatchObject({
      item: { output: 'one line\ntwo', extra: { shown: screen } },
    });
  });

  it('changes files by real diffs', () => {
    const resultDisplay = {
      fileDiff: '@@ -0,0 +1 @@\n+x\n',
      fileName: 'a',
      filePath: '/a',
      originalContent: '',
      newContent: 'x\n',
      isNewFile: true,
    };
    const args = { file_path: '/a', content: 'x\n' };
    expect(
      item({ name: 'write_file', args, resultDisplay, result: response('write_file', { output: 'ok' }) }),
    ).toMatchObject({
      item: {
        changes: [
          {
            path: '/a',
            kind: 'add',
            diff: '@@ -0,0 +1 @@\n+x\n',
            old_content: '',
            new_content: 'x\n',
            extra: { fileName: 'a' },
          },
        ],
        call: { name: 'write_file', input: args, output: 'ok' },
      },
    });
  });

  it('fails or is given up by its status', () => {
    const result = response('read_file', { error: 'gone: /a' });
    expect(item({ status: 'error', resultDisplay: 'gone', result })).toMatchObject({
      type: 'item.failed',
      item: { status: 'failed', output: 'gone' },
      error: { message: 'gone: /a' },
    });
    expect(item({ status: 'cancelled' })).toMatchObject({ type: 'item.completed', item: { status: 'declined' } });
  });

  it('is told once, though the model was told its result in a message of its own', () => {
    const answer = { id: '3', timestamp: time, type: 'user', content: response('read_file', { output: 'text' }) };
    expect(told(header, gemini('2', '', { toolCalls: [call('c')] }), answer)).toEqual(['tool_call c text']);
  });
});

describe('a checkpoint', () => {
  const before = [header, set([context]), user('1', 'a'), gemini('2', 'b', { tokens, toolCalls: [call('c')] })];
  const asked = { functionCall: { id: 'c', name: 'read_file', args: { file_path: '/a' } } };
  const answered = { functionResponse: { id: 'c', name: 'read_file', response: { output: 'text' } } };

  it('says nothing new of messages that are known, though it holds less of them', () => {
    const poor = [
      context,
      user('1', 'a'),
      gemini('2', [{ text: 'b' }, asked]),
      { ...user('2', ''), content: [answered] },
    ];
    expect(told(...before, header, set(poor))).toEqual(told(...before));
    const [, last] = read(...before, set(poor)).slice(-2);
    expect(last).toMatchObject({ type: 'turn.completed', turn_usage: { total_tokens: 1027 } });
  });

  it('is kept whole', () => {
    const checkpoint = set([{ ...user('1', 'a'), news: 1 }]);
    expect(read(...before, checkpoint)).toContainEqual(
      expect.objectContaining({ type: 'context', kind: 'checkpoint', data: checkpoint }),
    );
  });

  it('is the conversation where nothing stands before it', () => {
    const messages = [
      context,
      user('1', 'a'),
      gemini('2', [{ text: 'b' }, asked]),
      { ...user('3', ''), content: [answered] },
    ];
    expect(told(header, set(messages))).toEqual([
      'user_message <session_context>\nToday is Sunday.\n</session_context>',
      'synthetic-turn-1',
      'user_message a',
      'agent_message b',
      'item.started tool_call c',
      'tool_call c text',
    ]);
  });

  it('after a compression holds a summary, and old messages under new ids', () => {
    const summary = user('n1', '<state_snapshot>so far</state_snapshot>');
    const compressed = set([
      context,
      summary,
      gemini('n2', [{ text: 'Got it.' }]),
      user('n3', 'a'),
      gemini('n4', [asked]),
    ]);
    const news = told(...before, compressed, compressed, user('5', 'next')).slice(told(...before).length);
    expect(news).toEqual(['compaction n1', 'synthetic-turn-2', 'user_message next']);
  });
});

describe('a rewind', () => {
  const chat = [header, user('1', 'a'), gemini('2', 'b'), user('3', 'c'), gemini('4', 'd')];

  it('takes back the turns that began at the message or after it', () => {
    expect(told(...chat, { $rewindTo: '3' }, user('5', 'e')).slice(-3)).toEqual([
      'withdrawn synthetic-turn-2',
      'synthetic-turn-3',
      'user_message e',
    ]);
    expect(told(...chat, { $rewindTo: '2' }).at(-1)).toBe('withdrawn synthetic-turn-2');
  });

  it('takes back everything when the message is not known', () => {
    expect(told(...chat, { $rewindTo: 'x' }).at(-1)).toBe('withdrawn synthetic-turn-1 synthetic-turn-2');
  });

  it('takes back no turn when it goes back to the last answer', () => {
    expect(told(...chat, { $rewindTo: '4' })).toEqual(told(...chat));
  });
});
