import { createEventReader, detectWire, type Outcome, type ThreadEvent } from 'threadline';
import { describe, expect, it } from 'vitest';

const at = (second: number) => `2026-11-15T07:00:0${second}.000Z`;
const init = { type: 'init', timestamp: at(0), session_id: 's', model: 'gemini-2.5-flash' };
const prompt = { type: 'message', timestamp: at(1), role: 'user', content: 'go' };
const piece = (content: string) => ({ type: 'message', timestamp: at(2), role: 'assistant', content, delta: true });
const stats = {
  total_tokens: 1027,
  input_tokens: 1000,
  output_tokens: 20,
  cached: 400,
  input: 600,
  duration_ms: 9,
  tool_calls: 0,
};
const result = { type: 'result', timestamp: at(9), status: 'success', stats };

function outcomes(...lines: (object | string)[]): Outcome[] {
  const reader = createEventReader();
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  return [...reader.push(text), ...reader.end()];
}

function read(...lines: (object | string)[]): ThreadEvent[] {
  return outcomes(...lines).flatMap((outcome) => (outcome.ok ? outcome.events : []));
}

function use(tool_name: string, parameters: object, tool_id = 'c1') {
  return { type: 'tool_use', timestamp: at(3), tool_name, tool_id, parameters };
}

describe('a stream of Gemini CLI', () => {
  it('is a thread with one turn, which the prompt begins and the result ends', () => {
    expect(read(init, prompt, result)).toMatchObject([
      { type: 'thread.started', thread_id: 's', model: 'gemini-2.5-flash', agent: 'gemini', timestamp: at(0), line: 1 },
      { type: 'turn.started', thread_id: 's', turn_id: 'synthetic-turn-1' },
      { type: 'item.completed', item: { type: 'user_message', text: 'go' }, turn_id: 'synthetic-turn-1' },
      { type: 'turn.completed', thread_id: 's', turn_id: 'synthetic-turn-1' },
    ]);
  });

  it('joins the pieces of an answer under one id, and ends it where something else begins', () => {
    const events = read(init, prompt, piece('Hel'), piece('lo'), use('glob', {}), piece('again'), result);
    const said = events.filter((event) => event.type !== 'item.started').slice(3);
    expect(said).toMatchObject([
      { type: 'item.delta', item_id: 'L3.0', item_type: 'agent_message', delta: { text_delta: 'Hel' } },
      { type: 'item.delta', item_id: 'L3.0', delta: { text_delta: 'lo' } },
      { type: 'item.completed', item: { id: 'L3.0', type: 'agent_message', text: 'Hello' } },
      { type: 'item.delta', item_id: 'L6.0' },
      { type: 'item.completed', item: { id: 'L6.0', text: 'again' } },
      { type: 'turn.completed' },
    ]);
  });

  it('ends an answer without the white space around it, as the chat has it; white space alone is none', () => {
    const items = read(init, prompt, piece('\n'), piece(' Hi '), use('glob', {}), piece(' \n'), result).filter(
      (event) => event.type === 'item.completed',
    );
    expect(items.slice(1)).toMatchObject([{ item: { id: 'L4.0', text: 'Hi' } }]);
    expect(read(init, prompt, piece('\n'))).toContainEqual(
      expect.objectContaining({ type: 'context', data: piece('\n') }),
    );
  });

  it('gives an answer that the end of the stream cut off, as far as it came', () => {
    const last = outcomes(init, prompt, piece('Hel')).at(-1);
    expect(last).toMatchObject({ flush: true, events: [{ type: 'item.completed', item: { text: 'Hel' } }] });
  });

  it('counts thoughts as output: they are what the total has beyond input and output', () => {
    expect(read(init, prompt, result).at(-1)).toMatchObject({
      usage: { extra: { input: 600, duration_ms: 9, tool_calls: 0 } },
      turn_usage: {
        input_tokens: 1000,
        cached_input_tokens: 400,
        output_tokens: 27,
        reasoning_output_tokens: 7,
        total_tokens: 1027,
      },
    });
  });

  it('fails the turn when the result says so, with what it used all the same', () => {
    const error = { type: 'FatalTurnLimitedError', message: 'Reached max session turns' };
    expect(read(init, prompt, { ...result, status: 'error', error }).at(-1)).toMatchObject({
      type: 'turn.failed',
      error: { message: 'Reached max session turns', code: 'FatalTurnLimitedError' },
      usage: { total_tokens: 1027 },
      turn_usage: { total_tokens: 1027 },
    });
  });

  it('tells warnings and errors that end nothing', () => {
    const line = { type: 'error', timestamp: at(4), severity: 'warning', message: 'Loop detected' };
    expect(read(init, line).at(-1)).toMatchObject({
      type: 'error',
      message: 'Loop detected',
      extra: { severity: 'warning' },
    });
  });

  it('keeps kinds and fields that it does not know', () => {
    const [, future, odd] = read(init, { type: 'thought', timestamp: at(1), text: 'hm' }, { ...prompt, news: 1 });
    expect(future).toMatchObject({ type: 'unknown', wire_type: 'thought', data: { text: 'hm' } });
    expect(odd?.type).toBe('turn.started');
    expect(read(init, { ...prompt, news: 1 })[2]).toMatchObject({ extra: { news: 1 } });
  });

  it('reads on after lines that are no JSON', () => {
    const codes = outcomes(init, 'Skipping project agents due to untrusted folder.', prompt).map(
      (outcome) => outcome.ok,
    );
    expect(codes).toEqual([true, false, true]);
  });

  it('begins where its first record is glued behind plain text', () => {
    const glued = outcomes(`Loaded cached credentials.${JSON.stringify(init)}`, prompt);
    expect(glued).toMatchObject([
      { ok: true, events: [{ type: 'thread.started', thread_id: 's' }], problems: [{ code: 'glued-records' }] },
      { ok: true },
    ]);
  });

  it('begins anew with every run that was written behind another', () => {
    const events = read(init, prompt, result, { ...init, session_id: 't' }, prompt);
    expect(events.at(-1)).toMatchObject({ thread_id: 't', turn_id: 'synthetic-turn-2' });
  });
});

describe('a tool of Gemini CLI', () => {
  const done = (fields: object) => ({
    type: 'tool_result',
    timestamp: at(4),
    tool_id: 'c1',
    status: 'success',
    ...fields,
  });
  const life = (name: string, input: object, fields: object) => {
    const [started, ended] = read(init, use(name, input), done(fields)).slice(1);
    return { started, ended };
  };

  it('is a command when it is the shell, and keeps all of its arguments', () => {
    const input = { command: 'ls', description: 'List' };
    expect(life('run_shell_command', input, { output: 'a\nb' })).toMatchObject({
      started: { type: 'item.started', item: { id: 'c1', type: 'command_execution', status: 'in_progress' } },
      ended: {
        type: 'item.completed',
        item: {
          command: 'ls',
          aggregated_output: 'a\nb',
          status: 'completed',
          call: { name: 'run_shell_command', input },
        },
      },
    });
  });

  it.each([
    ['write_file', { file_path: '/a', content: 'x' }, { path: '/a', kind: 'update', new_content: 'x' }],
    ['replace', { file_path: '/a', old_string: 'b', new_string: 'c' }, { path: '/a', kind: 'update' }],
    ['replace', { file_path: '/a', old_string: '', new_string: 'c' }, { path: '/a', kind: 'add' }],
  ])('is a change of a file when it is %s', (name, input, change) => {
    expect(life(name, input, {}).ended).toMatchObject({
      item: { type: 'file_change', changes: [change], call: { name, input } },
    });
  });

  it('is a plan, a search or a tool of a server by its name', () => {
    const todos = [
      { description: 'Look', status: 'completed' },
      { description: 'Fix', status: 'cancelled' },
    ];
    expect(life('write_todos', { todos }, {}).ended).toMatchObject({
      item: {
        type: 'todo_list',
        items: [
          { text: 'Look', completed: true },
          { text: 'Fix', completed: false, status: 'cancelled' },
        ],
      },
    });
    expect(life('google_web_search', { query: 'q' }, { output: 'found' }).ended).toMatchObject({
      item: { type: 'web_search', query: 'q', call: { output: 'found' } },
    });
    expect(life('mcp_docs_find_it', { a: 1 }, { output: 'yes' }).ended).toMatchObject({
      item: {
        type: 'mcp_tool_call',
        server: 'docs',
        tool: 'find_it',
        arguments: { a: 1 },
        result: { content: [{ text: 'yes' }] },
      },
    });
    expect(life('mcp_docs', {}, {}).ended).toMatchObject({ item: { type: 'tool_call', name: 'mcp_docs' } });
    expect(life('read_file', { file_path: '/a' }, { output: 'x' }).ended).toMatchObject({
      item: { type: 'tool_call', name: 'read_file', input: { file_path: '/a' }, output: 'x', status: 'completed' },
    });
  });

  it('fails by its status alone, with the reason', () => {
    const error = { type: 'file_not_found', message: 'File not found: /a' };
    expect(life('read_file', {}, { status: 'error', output: 'File not found.', error }).ended).toMatchObject({
      type: 'item.failed',
      item: { status: 'failed', output: 'File not found.' },
      error: { message: 'File not found: /a', code: 'file_not_found' },
    });
  });

  it('is kept when its arguments are no object or its call was never seen', () => {
    expect(read(init, { ...use('run_shell_command', {}), parameters: 'ls' })[1]).toMatchObject({
      item: { type: 'tool_call', name: 'run_shell_command' },
      extra: { parameters: 'ls' },
    });
    expect(read(init, done({ output: 'x' }))[1]).toMatchObject({
      item: { id: 'c1', type: 'tool_call', name: '', output: 'x' },
    });
  });
});

describe('the one object of --output-format json', () => {
  const tokens = { prompt: 4000, candidates: 80, total: 4108, cached: 1600, thoughts: 28, tool: 0 };
  const whole = {
    session_id: 's',
    response: 'Done.',
    stats: { models: { m: { tokens }, n: { tokens } }, tools: { totalCalls: 4 } },
  };

  it.each([[undefined], [2]])('is a thread with one turn, written with an indent of %s', (indent) => {
    expect(read(JSON.stringify(whole, undefined, indent))).toMatchObject([
      { type: 'thread.started', thread_id: 's', agent: 'gemini' },
      { type: 'turn.started' },
      { type: 'item.completed', item: { type: 'agent_message', text: 'Done.' } },
      { type: 'turn.completed', turn_usage: { input_tokens: 8000, output_tokens: 216 }, usage: { extra: whole.stats } },
    ]);
  });

  it('says that the run failed, and what it warned of', () => {
    const failed = { session_id: 's', error: { type: 'Error', message: 'no key', code: 41 }, warnings: ['slow'] };
    expect(read(failed)).toMatchObject([
      { type: 'thread.started' },
      { type: 'turn.started' },
      { type: 'error', message: 'slow' },
      { type: 'turn.failed', error: { message: 'no key', code: 'Error', extra: { code: 41 } } },
    ]);
  });
});

describe('our own NDJSON', () => {
  it('is not taken for a stream of Gemini CLI, whose lines all have a time', () => {
    const ours = [
      { type: 'init', session_id: 's', modelId: 'm', model: 'm' },
      { type: 'message', role: 'assistant', content: 'x', delta: true },
      { type: 'tool_use', tool_name: 'Bash', tool_id: 'c', parameters: {} },
      { type: 'result', status: 'success', stats },
    ];
    for (const line of ours) expect(detectWire(JSON.stringify(line))).toBe('threadline-ndjson');
    expect(detectWire(JSON.stringify(result))).toBe('gemini-stream');
  });
});
