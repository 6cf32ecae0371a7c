import type { Random } from './random.ts';
import type { Texts } from './texts.ts';

/**
 * Lines of `codex exec --json` as 0.125 to 0.166 print them. How often each kind comes in a turn, how often it starts
 * without completing and how long it is follows the shared recordings (459 runs, 2 941 lines); outputs have a longer
 * tail than those, because the recordings' commands print little. `length` makes each run so many times as long.
 */
export function* execLines(random: Random, texts: Texts, length = 1): Generator<string> {
  for (;;) yield* runLines(random, texts, length);
}

type Line = { [key: string]: unknown };

function* runLines(random: Random, texts: Texts, length: number): Generator<string> {
  const threadId = uuid(random);
  let items = 0;
  const nextId = () => `item_${items++}`;
  yield json({ type: 'thread.started', thread_id: threadId });
  yield json({ type: 'turn.started' });
  for (const kind of Array.from({ length }, () => steps(random)).flat()) {
    if (kind === 'web_search') yield* webSearchLines(random, texts, nextId());
    else for (const line of itemLines[kind](random, texts, nextId(), threadId)) yield json(line);
  }
  if (random.chance(0.77)) yield json({ type: 'turn.completed', usage: usage(random) });
  else if (random.chance(0.65)) {
    const message = `Reconnecting... 1/5 (${texts.prose(random.longTail(40, 200))})`;
    yield json({ type: 'error', message });
    yield json({ type: 'turn.failed', error: { message } });
  }
}

type Kind = keyof typeof itemLines | 'web_search';

/** How often each kind of item comes in a turn. */
const MEAN_STEPS: readonly (readonly [Kind, number])[] = [
  ['agent_message', 1.14],
  ['reasoning', 0.55],
  ['command_execution', 0.55],
  ['mcp_tool_call', 0.14],
  ['web_search', 0.06],
  ['file_change', 0.05],
  ['collab_tool_call', 0.035],
  ['todo_list', 0.028],
  ['error', 0.022],
];

function steps(random: Random): Kind[] {
  return MEAN_STEPS.flatMap(([kind, mean]) => Array<Kind>(random.times(mean)).fill(kind));
}

const itemLines = {
  *agent_message(random: Random, texts: Texts, id: string): Generator<Line> {
    yield completed({ id, type: 'agent_message', text: texts.prose(random.longTail(30, 2500)) });
  },

  *reasoning(random: Random, texts: Texts, id: string): Generator<Line> {
    const text = `**${texts.prose(20)}**\n\n${texts.prose(random.longTail(20, 1500))}`;
    yield completed({ id, type: 'reasoning', text });
  },

  *command_execution(random: Random, texts: Texts, id: string): Generator<Line> {
    const type = 'command_execution';
    const command = `/bin/bash -lc '${texts.prose(random.longTail(12, 200))}'`;
    yield started({ id, type, command, aggregated_output: '', exit_code: null, status: 'in_progress' });
    if (random.chance(0.14)) return;
    const exit_code = random.chance(0.8) ? 0 : random.pick([1, 2, 127, 137]);
    const aggregated_output = texts.output(random.longTail(20, 29_000));
    const status = exit_code === 0 ? 'completed' : 'failed';
    yield completed({ id, type, command, aggregated_output, exit_code, status });
  },

  *mcp_tool_call(random: Random, texts: Texts, id: string): Generator<Line> {
    const call = { id, type: 'mcp_tool_call', server: 'demo', tool: random.pick(['echo', 'fail', 'picture']) };
    const input = { text: texts.prose(random.longTail(10, 400)) };
    yield started({ ...call, arguments: input, result: null, error: null, status: 'in_progress' });
    const failed = random.chance(0.25);
    const content = [{ type: 'text', text: texts.prose(random.longTail(20, 2000)) }];
    const result = failed ? null : { content, structured_content: null };
    const error = failed ? { message: texts.prose(60) } : null;
    yield completed({ ...call, arguments: input, result, error, status: failed ? 'failed' : 'completed' });
  },

  *file_change(random: Random, _texts: Texts, id: string): Generator<Line> {
    const changes = Array.from({ length: random.between(1, 4) }, () => ({
      path: `/home/user/project/src/${random.hex(8)}.ts`,
      kind: random.pick(['add', 'update', 'update', 'delete']),
    }));
    if (random.chance(0.36)) yield started({ id, type: 'file_change', changes, status: 'in_progress' });
    yield completed({ id, type: 'file_change', changes, status: 'completed' });
  },

  *collab_tool_call(random: Random, texts: Texts, id: string, threadId: string): Generator<Line> {
    const child = uuid(random);
    const call = { id, type: 'collab_tool_call', tool: 'spawn_agent', sender_thread_id: threadId };
    const prompt = texts.prose(30);
    yield started({ ...call, receiver_thread_ids: [], prompt, agents_states: {}, status: 'in_progress' });
    const agents_states = { [child]: { status: 'pending_init', message: null } };
    yield completed({ ...call, receiver_thread_ids: [child], prompt, agents_states, status: 'completed' });
  },

  *todo_list(_random: Random, texts: Texts, id: string): Generator<Line> {
    const plan = Array.from({ length: 3 }, () => texts.prose(14));
    const after = (done: number) => plan.map((text, index) => ({ text, completed: index < done }));
    yield started({ id, type: 'todo_list', items: after(0) });
    yield { type: 'item.updated', item: { id, type: 'todo_list', items: after(1) } };
    yield completed({ id, type: 'todo_list', items: after(1) });
  },

  *error(_random: Random, texts: Texts, id: string): Generator<Line> {
    yield completed({ id, type: 'error', message: texts.prose(120) });
  },
};

/** Codex writes the key `id` twice here, which no object can hold: these lines are put together as text. */
function* webSearchLines(random: Random, texts: Texts, id: string): Generator<string> {
  const head = `"item":{"id":"${id}","type":"web_search","id":"ws_${random.hex(32)}"`;
  const query = texts.prose(24);
  const action = { type: 'search', query, queries: [query, texts.prose(14)] };
  if (random.chance(0.72)) yield `{"type":"item.started",${head},"query":"","action":{"type":"other"}}}`;
  yield `{"type":"item.completed",${head},"query":${json(query)},"action":${json(action)}}}`;
}

function started(item: Line): Line {
  return { type: 'item.started', item };
}

function completed(item: Line): Line {
  return { type: 'item.completed', item };
}

function usage(random: Random): Line {
  const input_tokens = random.between(4000, 900_000);
  return {
    input_tokens,
    cached_input_tokens: Math.floor(input_tokens * 0.8),
    cache_write_input_tokens: 0,
    output_tokens: random.between(50, 20_000),
    reasoning_output_tokens: random.between(0, 5000),
  };
}

export function uuid(random: Random): string {
  return `01a1de06-${random.hex(4)}-7${random.hex(3)}-9${random.hex(3)}-${random.hex(12)}`;
}

function json(value: unknown): string {
  return JSON.stringify(value);
}
