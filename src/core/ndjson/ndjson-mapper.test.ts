import { describe, expect, it } from 'vitest';
import { bundledRecordings } from '../../../test/fixtures.ts';
import type { UnifiedContent } from '../messages/message.ts';
import { createMessageBuilder } from '../messages/message-builder.ts';
import type { ThreadEvent } from '../thread/event.ts';
import { createEventReader } from '../wires/event-reader.ts';
import type { NdjsonEvent } from './ndjson-event.ts';
import { createNdjsonMapper, type NdjsonMapperOptions } from './ndjson-mapper.ts';

function readAll(input: Uint8Array | readonly object[]): ThreadEvent[] {
  const reader = createEventReader();
  const chunk = input instanceof Uint8Array ? input : input.map((record) => `${JSON.stringify(record)}\n`).join('');
  return [...reader.push(chunk), ...reader.end()].flatMap((outcome) => (outcome.ok ? outcome.events : []));
}

function mapAll(events: readonly ThreadEvent[], options?: NdjsonMapperOptions): NdjsonEvent[] {
  const mapper = createNdjsonMapper(options);
  return [...events.flatMap((event) => mapper.push(event)), ...mapper.end()];
}

const map = (...records: object[]) => mapAll(readAll(records));
const completed = (item: object) => ({ type: 'item.completed', item: { id: 'item_0', ...item } });
const started = (item: object) => ({ type: 'item.started', item: { id: 'item_0', ...item } });
const typesOf = (lines: readonly NdjsonEvent[]) => lines.map(({ type }) => type);

const ls = {
  type: 'command_execution',
  command: "bash -lc 'ls'",
  aggregated_output: 'a\n',
  exit_code: 0,
  status: 'completed',
};

describe('case 96: items', () => {
  it('an agent message is a whole message', () => {
    expect(map(completed({ type: 'agent_message', text: 'hi' }))).toEqual([
      { type: 'message', role: 'assistant', content: 'hi', delta: false },
    ]);
  });

  it('a command is told when it starts and when it ends, each once', () => {
    const lines = map(started({ ...ls, status: 'in_progress' }), completed(ls), completed(ls));
    const tool_id = 't1.Bash.';
    expect(lines).toEqual([
      { type: 'tool_use', tool_name: 'Bash', tool_id: expect.stringContaining(tool_id), parameters: { command: 'ls' } },
      { type: 'tool_result', tool_id: expect.stringContaining(tool_id), status: 'success', output: 'a\n' },
    ]);
  });

  it('a command whose start was not seen is told at its end', () => {
    expect(typesOf(map(completed(ls)))).toEqual(['tool_use', 'tool_result']);
  });

  it.each([
    ['another exit code than 0', { ...ls, exit_code: 2 }, 'error'],
    ['no exit code', { ...ls, exit_code: null }, 'success'],
    ['declined', { ...ls, exit_code: null, status: 'declined' }, 'error'],
    ['a failed patch', { type: 'file_change', changes: [{ path: 'a', kind: 'add' }], status: 'failed' }, 'error'],
  ])('%s: %o', (_name, item, status) => {
    expect(map(completed(item)).at(-1)).toMatchObject({ type: 'tool_result', status });
  });

  it('the same command twice has two ids; a start under an old id is another call', () => {
    const ids = map(started(ls), completed(ls), started(ls), completed(ls)).map(
      (event) => 'tool_id' in event && event.tool_id,
    );
    expect(ids).toHaveLength(4);
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).toBe(ids[3]);
    expect(ids[0]).not.toBe(ids[2]);
  });

  it('another call under the id of one that ended is told, too', () => {
    expect(typesOf(map(completed(ls), completed({ ...ls, command: 'pwd' })))).toHaveLength(4);
  });

  it('a patch gives a call and a result for each file', () => {
    const changes = [
      { path: '/w/b', kind: 'update' },
      { path: '/w/a', kind: 'add' },
      { path: '/w/c d', kind: 'delete' },
    ];
    const lines = map(completed({ type: 'file_change', changes, status: 'completed' }));
    expect(typesOf(lines)).toEqual([...Array(3).fill('tool_use'), ...Array(3).fill('tool_result')]);
    expect(lines.flatMap((event) => (event.type === 'tool_use' ? [[event.tool_name, event.parameters]] : []))).toEqual([
      ['Write', { file_path: '/w/a' }],
      ['Edit', { file_path: '/w/b' }],
      ['Bash', { command: "rm '/w/c d'" }],
    ]);
  });

  it('every state of a plan is a call; its end only repeats the last', () => {
    const plan = (done: boolean) => ({ type: 'todo_list', items: [{ text: 'a', completed: done }] });
    const lines = map(
      started(plan(false)),
      { type: 'item.updated', item: { id: 'item_0', ...plan(true) } },
      completed(plan(true)),
    );
    expect(lines.flatMap((event) => (event.type === 'tool_use' ? [event.tool_id, event.parameters] : []))).toEqual([
      't1.plan.1',
      { todos: [{ content: 'a', status: 'pending' }] },
      't1.plan.2',
      { todos: [{ content: 'a', status: 'completed' }] },
    ]);
    expect(typesOf(lines)).toEqual(['tool_use', 'tool_result', 'tool_use', 'tool_result']);
  });

  it('a web search waits for its query; one that never told it comes with the end', () => {
    const lines = map(started({ type: 'web_search', query: '' }), completed({ type: 'web_search', query: 'cats' }));
    expect(lines[0]).toMatchObject({ type: 'tool_use', tool_name: 'WebSearch', parameters: { query: 'cats' } });
    expect(typesOf(lines)).toEqual(['tool_use', 'tool_result']);
    expect(typesOf(map(started({ type: 'web_search', query: '' })))).toEqual(['tool_use']);
  });

  it('an MCP call has its name, its arguments, its text and its images', () => {
    const content = [
      { type: 'text', text: 'ok' },
      { type: 'image', data: 'aGk=', mimeType: 'image/png' },
    ];
    const item = {
      type: 'mcp_tool_call',
      server: 's',
      tool: 't',
      arguments: { a: 1 },
      result: { content },
      status: 'completed',
    };
    const [use, result] = map(completed(item));
    expect(use).toMatchObject({ tool_name: 'mcp__s__t', parameters: { a: 1 } });
    const images = [{ type: 'base64', media_type: 'image/png', data: 'aGk=' }];
    expect(result).toMatchObject({ status: 'success', output: 'ok', images });
  });

  it('a warning, an error of an item and a compaction are stderr', () => {
    expect(map(completed({ type: 'error', message: 'careful' }))).toEqual([{ type: 'stderr', content: 'careful' }]);
    const failed = {
      type: 'item.failed',
      item: { id: 'a', ...ls, status: 'failed', aggregated_output: '' },
      error: { message: 'no' },
    };
    expect(map(failed).at(-1)).toMatchObject({ type: 'tool_result', status: 'error', output: 'no' });
    const compaction: ThreadEvent = { type: 'item.completed', item: { id: 'c', type: 'compaction' } };
    expect(mapAll([compaction])).toEqual([{ type: 'stderr', content: 'Context compacted' }]);
  });

  it('text that grows is told by its pieces, then whole', () => {
    const update = (text: string) => ({ type: 'item.updated', item: { id: 'item_0', type: 'agent_message', text } });
    const lines = map(
      started({ type: 'agent_message', text: '' }),
      update('He'),
      update('Hello'),
      completed({ type: 'agent_message', text: 'Hello!' }),
    );
    expect(lines.map((event) => 'content' in event && event.content)).toEqual(['He', 'llo', 'Hello!']);
    const thinking = { type: 'item.delta', item_id: 'r', item_type: 'reasoning', delta: { text_delta: 'hm' } };
    expect(map(thinking)).toEqual([{ type: 'thinking', content: 'hm', delta: true }]);
  });
});

describe('turns', () => {
  const usage = { input_tokens: 10, cached_input_tokens: 4, output_tokens: 5 };

  it('a turn that failed gives stderr and a result; an error that said so before is not repeated', () => {
    const failed = { type: 'turn.failed', error: { message: 'boom' } };
    expect(typesOf(map(failed))).toEqual(['stderr', 'result']);
    expect(typesOf(map({ type: 'error', message: 'boom' }, failed))).toEqual(['stderr', 'result']);
    expect(map({ type: 'error', message: 'first' }, { type: 'turn.failed' }).at(-1)).toMatchObject({
      status: 'error',
      error: 'first',
    });
  });

  it('a turn that was aborted is an error with the reason', () => {
    const lines = map({ type: 'turn.aborted', reason: 'interrupted' });
    expect(lines[0]).toEqual({ type: 'stderr', content: 'Turn aborted: interrupted' });
    expect(lines[1]).toMatchObject({ type: 'result', status: 'error', error: 'Turn aborted: interrupted' });
  });

  it('a result tells what the turn alone used, how long it took and how many tools it called', () => {
    const end = (total: typeof usage, timestamp: string) => ({ type: 'turn.completed', usage: total, timestamp });
    const twice = { input_tokens: 30, cached_input_tokens: 4, output_tokens: 6 };
    const lines = map(
      { type: 'turn.started', timestamp: '2026-01-01T00:00:00.000Z' },
      completed(ls),
      end(usage, '2026-01-01T00:00:01.500Z'),
      { type: 'turn.started' },
      end(twice, '2026-01-01T00:00:03.000Z'),
    );
    const stats = lines.flatMap((event) => (event.type === 'result' ? [event.stats] : []));
    expect(stats).toEqual([
      { input_tokens: 10, cached: 4, output_tokens: 5, total_tokens: 15, tool_calls: 1, duration_ms: 1500 },
      { input_tokens: 20, cached: 0, output_tokens: 1, total_tokens: 21, tool_calls: 0 },
    ]);
  });

  it('a count stands in for a turn that ends without one', () => {
    const lines = map({ type: 'turn.started' }, { type: 'token_count', ...usage }, { type: 'turn.completed' });
    expect(lines.at(-1)).toMatchObject({ stats: { input_tokens: 10, cached: 4, output_tokens: 5, total_tokens: 15 } });
  });

  it('ids go on from the turn that a resumed stream is told', () => {
    const [use] = mapAll(readAll([{ type: 'turn.started' }, completed(ls)]), { firstTurn: 3 });
    expect(use).toMatchObject({ tool_id: expect.stringMatching(/^t3\.Bash\./) });
  });

  it('the prompt is a message of the user; what the CLI put in is left out unless asked for', () => {
    const prompt: ThreadEvent = { type: 'item.completed', item: { id: 'a', type: 'user_message', text: 'hi' } };
    const injected: ThreadEvent = {
      type: 'item.completed',
      item: { id: 'b', type: 'user_message', text: 'env', injected: true },
    };
    expect(mapAll([prompt, injected])).toEqual([{ type: 'message', role: 'user', content: 'hi', delta: false }]);
    expect(mapAll([prompt, injected], { all: true })).toHaveLength(2);
  });

  it('a model that is told later, or changes, gives a line of its own', () => {
    const context = (model: string): ThreadEvent => ({ type: 'context', kind: 'turn_context', model, data: {} });
    const lines = mapAll([{ type: 'thread.started', thread_id: 'T' }, context('a'), context('a'), context('b')]);
    expect(lines).toEqual([
      { type: 'init', session_id: 'T' },
      { type: 'init', modelId: 'a' },
      { type: 'init', modelId: 'b' },
    ]);
  });
});

/** What the lines and the messages of a thread have in common. */
interface Told {
  /** By tool id. */
  uses: Record<string, { name: string; input: object }>;
  results: Record<string, { output: string; isError: boolean }>;
  texts: string[];
}

function toldByLines(lines: readonly NdjsonEvent[]): Told {
  const told: Told = { uses: {}, results: {}, texts: [] };
  for (const line of lines) {
    if (line.type === 'tool_use') told.uses[line.tool_id] = { name: line.tool_name, input: line.parameters };
    else if (line.type === 'tool_result')
      told.results[line.tool_id] = { output: line.output, isError: line.status === 'error' };
    else if ((line.type === 'message' || line.type === 'thinking') && !line.delta) told.texts.push(line.content);
  }
  return told;
}

function toldByMessages(events: readonly ThreadEvent[]): Told {
  const builder = createMessageBuilder();
  for (const event of events) builder.push(event);
  builder.end();
  const told: Told = { uses: {}, results: {}, texts: [] };
  for (const { content, role } of builder.messages) {
    for (const block of content) addBlock(told, block, role);
  }
  return told;
}

function addBlock(told: Told, block: UnifiedContent, role: string): void {
  if (block.type === 'tool_use') told.uses[block.id] = { name: block.name, input: block.input };
  else if (block.type === 'tool_result')
    told.results[block.tool_use_id] = { output: block.content, isError: block.is_error };
  else if (block.type === 'thinking') told.texts.push(block.thinking);
  else if (block.type === 'text' && role !== 'system') told.texts.push(block.text);
}

const recordings = bundledRecordings();

describe('recordings', () => {
  it('are there', () => {
    expect(recordings.length).toBeGreaterThan(50);
  });

  it.each(recordings)('case 97: the lines of $name tell what its messages tell, ids included', ({ bytes }) => {
    const events = readAll(bytes);
    const lines = toldByLines(mapAll(events));
    const messages = toldByMessages(events);
    expect(lines.texts.sort()).toEqual(messages.texts.sort());
    if (events.some((event) => 'item' in event && event.item.rejected)) {
      // The same call in earnest takes the id of one that was turned down, which a line that was written cannot give up.
      expect(Object.keys(lines.uses)).toHaveLength(Object.keys(messages.uses).length);
      return;
    }
    expect(lines.results).toEqual(messages.results);
    expect(Object.keys(lines.uses).sort()).toEqual(Object.keys(messages.uses).sort());
    // A call is told when it begins: what becomes known of it later (the thread of an agent) is missing.
    expect(messages.uses).toMatchObject(lines.uses);
  });

  it.each(recordings)(
    '$name: each call and each result has an id of its own, each result its call before it',
    ({ bytes }) => {
      const open = new Set<string>();
      const used = new Set<string>();
      for (const line of mapAll(readAll(bytes))) {
        if (line.type === 'tool_use') {
          expect(used.has(line.tool_id)).toBe(false);
          used.add(line.tool_id);
          open.add(line.tool_id);
        } else if (line.type === 'tool_result') {
          expect(open.delete(line.tool_id), line.tool_id).toBe(true);
        }
      }
    },
  );
});

it('gives tools of a child agent, mixed into the stream, the ids that the messages have', () => {
  const agent = { type: 'collab_tool_call', receiver_thread_ids: [], agents_states: {} };
  const command = { ...ls, status: 'completed' };
  const events = readAll([
    { type: 'thread.started', thread_id: 'T' },
    { type: 'turn.started' },
    completed({ ...agent, id: 'spawn', tool: 'spawn_agent', status: 'completed' }),
    { type: 'turn.started' },
    started({ ...agent, id: 'wait', tool: 'wait', status: 'in_progress' }),
    completed({ ...command, id: 'of the child' }),
    completed({ ...agent, id: 'wait', tool: 'wait', status: 'completed' }),
    completed({ ...command, id: 'of the parent' }),
  ]);
  const builder = createMessageBuilder();
  for (const event of events) builder.push(event);
  const bash = mapAll(events).flatMap((line) =>
    line.type === 'tool_use' && line.tool_name === 'Bash' ? [line.tool_id] : [],
  );
  expect(bash).toHaveLength(2);
  expect(builder.messages.map(({ id }) => id)).toEqual(expect.arrayContaining(bash));
});
