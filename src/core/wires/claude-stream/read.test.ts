import { createEventReader, createMessageBuilder, detectWire, type ThreadEvent } from 'threadline';
import { describe, expect, it } from 'vitest';
import { readRecords } from '../../../../test/rollout-lines.ts';

const session_id = 'b0a1c2d3-0000-4000-8000-000000000000';
const init = { type: 'system', subtype: 'init', session_id, model: 'opus', cwd: '/p', claude_code_version: '9.9.9' };
const usage = { input_tokens: 2, cache_creation_input_tokens: 3, cache_read_input_tokens: 5, output_tokens: 1 };

function said(content: unknown, more: object = {}, message: object = {}) {
  return {
    type: 'assistant',
    session_id,
    uuid: 'u1',
    parent_tool_use_id: null,
    message: { id: 'msg_1', role: 'assistant', model: 'opus', content: [content], usage, ...message },
    ...more,
  };
}
function answered(id: string, content: unknown, more: object = {}) {
  const block = { type: 'tool_result', tool_use_id: id, content };
  return { type: 'user', session_id, uuid: `r-${id}`, message: { role: 'user', content: [block] }, ...more };
}
const result = (more: object = {}) => ({ type: 'result', subtype: 'success', is_error: false, session_id, ...more });

const read = (...records: object[]) => readRecords(records);
const items = (events: ThreadEvent[]) => events.flatMap((event) => ('item' in event ? [event.item] : []));

describe('a run of claude -p', () => {
  it('is a thread of the agent, with a turn from init to result', () => {
    const events = read(init, said({ type: 'text', text: 'Hi' }), result({ result: 'Hi', usage }));
    expect(events.map(({ type }) => type)).toEqual([
      'thread.started',
      'turn.started',
      'item.completed',
      'turn.completed',
    ]);
    expect(events[0]).toMatchObject({ agent: 'claude', thread_id: session_id, model: 'opus', cli_version: '9.9.9' });
    expect(events[3]).toMatchObject({
      last_agent_message: 'Hi',
      turn_usage: { input_tokens: 10, cached_input_tokens: 5, cache_write_input_tokens: 3, output_tokens: 1 },
    });
  });

  it('has as many turns as it has results', () => {
    const events = read(init, result(), init, result(), result());
    expect(events.filter(({ type }) => type === 'turn.started').map((event) => event.turn_id)).toEqual([
      'synthetic-turn-1',
      'synthetic-turn-2',
      'synthetic-turn-3',
    ]);
    expect(events.filter(({ type }) => type === 'thread.started')).toHaveLength(1);
  });

  it('gives text and thinking of a message its id, and a second text that of its line', () => {
    const events = read(
      init,
      said({ type: 'thinking', thinking: 'hm', signature: 's' }),
      said({ type: 'text', text: 'one' }),
      said({ type: 'text', text: 'two' }, { uuid: 'u2' }),
    );
    expect(items(events)).toMatchObject([
      { id: 'msg_1', type: 'reasoning', text: 'hm', extra: { signature: 's' } },
      { id: 'msg_1', type: 'agent_message', text: 'one' },
      { id: 'u2', type: 'agent_message', text: 'two' },
    ]);
  });

  it('joins the result of a tool to its call, which stays as Claude made it', () => {
    const input = { command: 'ls', description: 'List' };
    const events = read(init, said({ type: 'tool_use', id: 't1', name: 'Bash', input }), answered('t1', 'a\nb'));
    expect(items(events)).toMatchObject([
      { id: 't1', type: 'command_execution', command: 'ls', status: 'in_progress', call: { name: 'Bash', input } },
      { id: 't1', type: 'command_execution', aggregated_output: 'a\nb', status: 'completed', call: { input } },
    ]);
  });

  it('knows the exit code of a command that failed', () => {
    const call = said({ type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'x' } });
    const block = { type: 'tool_result', tool_use_id: 't1', content: 'Exit code 3\nno', is_error: true };
    const answer = { type: 'user', session_id, message: { role: 'user', content: [block] } };
    expect(items(read(init, call, answer)).at(-1)).toMatchObject({
      status: 'failed',
      exit_code: 3,
      aggregated_output: 'Exit code 3\nno',
    });
  });

  it('gives edits the real diff', () => {
    const structuredPatch = [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-a', '+b'] }];
    const events = read(
      init,
      said({
        type: 'tool_use',
        id: 't1',
        name: 'Edit',
        input: { file_path: '/p/a', old_string: 'a', new_string: 'b' },
      }),
      answered('t1', 'updated', { tool_use_result: { filePath: '/p/a', structuredPatch } }),
      said({ type: 'tool_use', id: 't2', name: 'Write', input: { file_path: '/p/b', content: 'x\ny\n' } }),
      answered('t2', 'created', { tool_use_result: { type: 'create', content: 'x\ny\n', structuredPatch: [] } }),
    );
    expect(items(events).filter((item) => 'status' in item && item.status === 'completed')).toMatchObject([
      { changes: [{ path: '/p/a', kind: 'update', diff: '@@ -1,1 +1,1 @@\n-a\n+b\n' }], call: { output: 'updated' } },
      { changes: [{ path: '/p/b', kind: 'add', diff: '@@ -0,0 +1,2 @@\n+x\n+y\n' }] },
    ]);
  });

  it('puts what a sub-agent does beside the conversation, under the call that started it', () => {
    const events = read(
      init,
      said({ type: 'tool_use', id: 'task', name: 'Agent', input: { prompt: 'go' } }),
      { type: 'system', subtype: 'task_started', task_id: 'agent-7', tool_use_id: 'task', session_id },
      said({ type: 'text', text: 'there' }, { parent_tool_use_id: 'task' }, { id: 'msg_2' }),
      said({ type: 'text', text: 'unnamed' }, { parent_tool_use_id: 'other' }, { id: 'msg_3' }),
    );
    expect(events.filter((event) => event.parent_item_id !== undefined)).toMatchObject([
      { parent_item_id: 'task', thread_id: 'agent-7', item: { id: 'msg_2' } },
      { parent_item_id: 'other', thread_id: 'other', item: { id: 'msg_3' } },
    ]);
  });

  it('grows the item that the whole line repeats, with partial messages', () => {
    const event = (inner: object) => ({ type: 'stream_event', session_id, parent_tool_use_id: null, event: inner });
    const delta = (text: string) =>
      event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } });
    const events = read(
      init,
      event({ type: 'message_start', message: { id: 'msg_1' } }),
      event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
      delta('He'),
      delta('llo'),
      said({ type: 'text', text: 'Hello' }),
    );
    expect(events.filter(({ type }) => type.startsWith('item.'))).toMatchObject([
      { type: 'item.started', item: { id: 'msg_1', text: 'He' } },
      { type: 'item.delta', item_id: 'msg_1', delta: { text_delta: 'llo' } },
      { type: 'item.completed', item: { id: 'msg_1', text: 'Hello' } },
    ]);
  });
});

describe('how a turn ends', () => {
  it('fails where the API failed, although the result calls itself a success', () => {
    const [end] = read(init, result({ is_error: true, result: 'API Error: 529', api_error_type: 'overloaded' })).slice(
      -1,
    );
    expect(end).toMatchObject({ type: 'turn.failed', error: { message: 'API Error: 529', code: 'overloaded' } });
  });

  it('fails where turns ran out, although older versions call that no error', () => {
    expect(read(init, result({ subtype: 'error_max_turns' })).at(-1)).toMatchObject({
      type: 'turn.failed',
      error: { code: 'error_max_turns' },
    });
  });

  it('is aborted where someone interrupted it, and what was used is told all the same', () => {
    const text = { type: 'text', text: '[Request interrupted by user]' };
    const interrupt = { type: 'user', session_id, message: { role: 'user', content: [text] } };
    const events = read(init, interrupt, result({ subtype: 'error_during_execution', usage }));
    expect(events.slice(-2)).toMatchObject([
      { type: 'token_count', input_tokens: 10 },
      { type: 'turn.aborted', reason: 'interrupted', turn_usage: { input_tokens: 10 } },
    ]);
  });

  it('says how long it took', () => {
    expect(read(init, result({ duration_ms: 1500, ttft_ms: 300 })).at(-1)).toMatchObject({
      duration_ms: 1500,
      time_to_first_token_ms: 300,
    });
  });

  it('tells a failure once where the assistant’s last text already is it', () => {
    const failure = 'API Error: 529';
    const builder = createMessageBuilder();
    const events = read(init, said({ type: 'text', text: failure }), result({ is_error: true, result: failure }));
    for (const event of events) builder.push(event);
    expect(builder.messages.map(({ role }) => role)).toEqual(['assistant']);
  });

  it('takes the total of all models for the total, and the result’s usage for the turn', () => {
    const modelUsage = {
      a: { inputTokens: 1, outputTokens: 2, cacheReadInputTokens: 3, cacheCreationInputTokens: 4 },
      b: { inputTokens: 10, outputTokens: 20 },
    };
    expect(read(init, result({ usage, modelUsage })).at(-1)).toMatchObject({
      usage: { input_tokens: 18, cached_input_tokens: 3, output_tokens: 22 },
      turn_usage: { input_tokens: 10, output_tokens: 1 },
    });
  });

  it('takes the input that messages told where a repeated request makes the count of old versions something else', () => {
    const odd = {
      ...usage,
      input_tokens: 3,
      cache_creation_input_tokens: 4,
      cache_read_input_tokens: 8,
      output_tokens: 3,
    };
    const end = read(
      init,
      said({ type: 'text', text: 'x' }, {}, { usage: { ...usage, output_tokens: 57 } }),
      result({ usage: odd }),
    ).at(-1);
    expect(end).toMatchObject({ usage: { input_tokens: 10, cached_input_tokens: 5, output_tokens: 57 } });
  });

  it('believes a result that counts as its messages do, though it names no models', () => {
    const end = read(init, said({ type: 'text', text: 'x' }), result({ usage: { ...usage, output_tokens: 57 } })).at(
      -1,
    );
    expect(end).toMatchObject({ usage: { input_tokens: 10, output_tokens: 57 } });
  });

  it('corrects the doubled count of old versions by what the messages told', () => {
    const doubled = { ...usage, input_tokens: 4, cache_creation_input_tokens: 6, cache_read_input_tokens: 10 };
    const events = read(init, said({ type: 'text', text: 'x' }), result({ usage: { ...doubled, output_tokens: 58 } }));
    expect(events.at(-1)).toMatchObject({ turn_usage: { input_tokens: 10, output_tokens: 57 } });
  });
});

describe('other forms of the output', () => {
  it('reads the result alone, with its text as a message', () => {
    const events = read(result({ result: 'Hello', uuid: 'u9' }));
    expect(items(events)).toEqual([{ id: 'u9', type: 'agent_message', text: 'Hello' }]);
    expect(events.at(-1)).toMatchObject({ type: 'turn.completed' });
  });

  it('reads a list of all lines as the lines themselves', () => {
    const lines = [init, said({ type: 'text', text: 'Hi' }), result({ result: 'Hi' })];
    const kinds = (events: ThreadEvent[]) => events.map(({ type }) => type);
    const reader = createEventReader();
    const outcomes = [...reader.push(JSON.stringify(lines)), ...reader.end()];
    expect(kinds(outcomes.flatMap((outcome) => (outcome.ok ? outcome.events : [])))).toEqual(kinds(read(...lines)));
  });

  it('is recognised by any of its lines, wherever their type stands', () => {
    expect(detectWire(JSON.stringify({ session_id, is_error: false, subtype: 'success', type: 'result' }))).toBe(
      'claude-stream',
    );
    expect(detectWire('{"type":"control_response","response":{"subtype":"success"}}')).toBe('claude-control');
    expect(detectWire('{"type":"result","status":"success","stats":{}}')).not.toBe('claude-stream');
  });

  it('keeps a kind that it does not know, whole', () => {
    expect(read(init, { type: 'system', subtype: 'news', session_id, what: 1 }).at(-1)).toMatchObject({
      type: 'unknown',
      wire_type: 'system/news',
      data: { what: 1 },
    });
  });
});
