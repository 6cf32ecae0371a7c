import type { Outcome, ThreadEvent, ThreadItem } from '../../src/index.ts';

// A made-up thread that has every kind of message once, for pictures and tests of pages.

const THREAD = '019a8000-0000-7000-8000-000000000000';
const BEGIN = Date.parse('2026-11-15T12:04:31Z');

const prompt = (text: string): ThreadItem => ({ id: 'u', type: 'user_message', text });
const said = (text: string): ThreadItem => ({ id: 'a', type: 'agent_message', text });
const thought = (text: string): ThreadItem => ({ id: 'r', type: 'reasoning', text });
const plan = (...steps: string[]): ThreadItem => ({
  id: 'p',
  type: 'todo_list',
  items: steps.map((step) => ({
    text: step.slice(1),
    completed: step[0] === 'x',
    status: step[0] === 'x' ? 'completed' : step[0] === '>' ? 'in_progress' : 'pending',
  })),
});

function command(text: string, output: string, code: number, seconds: number): ThreadItem {
  const status = code === 0 ? 'completed' : 'failed';
  return {
    id: 'c',
    type: 'command_execution',
    command: text,
    aggregated_output: output,
    exit_code: code,
    status,
    duration_seconds: seconds,
  };
}

const DIFF = `@@ -61,4 +61,6 @@ feed(chunk)
 const end = chunk.indexOf(0x0a, start);
-if (end === -1) return keep(chunk.subarray(start));
+if (end === -1) return keep(chunk, start);
+// A CR that ends a chunk may be half of a CRLF: it waits.
+const stop = end > start && chunk[end - 1] === CR ? end - 1 : end;
 lines.push(decode(chunk, start, stop));
`;

const ANSWER = `The cause: \`trimCarriageReturn()\` looked only at the bytes of the *current* chunk. A trailing CR now waits in the pending fragment, so **every cut gives the same lines**.

- one new state, no second pass
- 1,703 two-way splits and 90,112 three-way splits are equal
- throughput 0.84 × bare loop, as before

\`\`\`ts
export function feed(chunk: Uint8Array, start = 0): string[] {
  const lines: string[] = [];
  // A CR that ends a chunk may be half of a CRLF: it waits.
  return chunk.at(-1) === CR ? keep(chunk, start) : lines;
}
\`\`\`

| cut | equal | time |
|---|---|--:|
| two-way | yes | 14 ms |
| three-way | yes | 1.2 s |

See [the notes on framing](https://example.org/framing) and [src/lines/framer.ts](src/lines/framer.ts).`;

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAAAgCAYAAACinX6EAAAAKUlEQVR42u3OMQEAAAgDoK1/aM3g4QcJaPLpVAICAgICAgICAgICAgLbAQKkAj+p2YHmAAAAAElFTkSuQmCC';

const output = Array.from({ length: 155 }, (_, index) => {
  if (index === 143)
    return '\x1b[32m✓\x1b[0m a line cut inside a character gives the same outcomes \x1b[2m(1703 splits)\x1b[0m \x1b[33m14ms\x1b[0m';
  if (index === 144) return '\x1b[32m✓\x1b[0m a BOM is dropped once at the start \x1b[2m3ms\x1b[0m';
  if (index === 152)
    return '\x1b[31m×\x1b[0m \x1b[1ma CRLF cut between CR and LF trims the CR\x1b[0m \x1b[33m2ms\x1b[0m';
  if (index === 153) return '   \x1b[31mAssertionError: expected "a\\r" to equal "a"\x1b[0m';
  if (index === 154) return '   \x1b[2mat src/lines/framer.test.ts:88:21\x1b[0m';
  return `\x1b[32m✓\x1b[0m case ${index} of the framer`;
}).join('\n');

const turns: readonly (readonly ThreadItem[])[] = [
  [
    prompt('When a chunk ends between CR and LF the line keeps a stray `\\r`. Find out why.'),
    thought('**Looking at the framer**\n\nThe framer trims at the end of each chunk.'),
    command(
      'bash -lc \'rg -n "trimCarriageReturn" src/lines\'',
      'src/lines/framer.ts:63:  trimCarriageReturn(chunk)',
      0,
      0.2,
    ),
    said('`trimCarriageReturn()` in `src/lines/framer.ts` looks only at the bytes of the current chunk.'),
  ],
  [
    prompt(
      'Make the fix small: the framer must hold back a trailing `\\r` until the next chunk, no second pass over the bytes. Then run the whole suite.',
    ),
    thought('The pending flag already exists for BOM; one more state is enough if feed() checks it first.'),
    plan(
      'xReproduce with a two-way split of every fixture',
      'xFind where the trailing CR is trimmed',
      '>Hold a trailing CR back in feed()',
      ' Run the whole suite and the bench',
    ),
    command('npm test -- lines/framer', output, 1, 6.4),
    {
      id: 'f',
      type: 'file_change',
      status: 'completed',
      changes: [{ path: '/home/me/threadline/src/lines/framer.ts', kind: 'update', diff: DIFF }],
    },
    {
      id: 'm',
      type: 'mcp_tool_call',
      server: 'docs',
      tool: 'search',
      arguments: { query: 'CRLF split across chunks', limit: 4 },
      result: { content: [{ type: 'text', text: '4 hits' }] },
      status: 'completed',
    },
    { id: 'w', type: 'web_search', query: 'CRLF chunk boundary streaming parser', status: 'completed' },
    { id: 'k', type: 'compaction', summary: 'The framer holds back a trailing CR. Left to do: the bench.' },
    { id: 'i', type: 'image', purpose: 'view', path: '/home/me/threadline/flame.png', data: PNG },
    { id: 'e', type: 'error', message: 'unexpected status 503: {"error":{"message":"The server is overloaded"}}' },
    said(ANSWER),
  ],
];

/** The events of the thread, a line each. */
function sampleEvents(): ThreadEvent[] {
  const events: ThreadEvent[] = [];
  const add = (event: ThreadEvent) => {
    const line = events.length + 1;
    events.push({
      ...event,
      line,
      thread_id: THREAD,
      timestamp: new Date(BEGIN + line * 11_000).toISOString(),
    } as ThreadEvent);
  };
  add({
    type: 'thread.started',
    thread_id: THREAD,
    agent: 'codex',
    cwd: '/home/me/threadline',
    cli_version: '0.166.0',
  });
  for (const [index, items] of turns.entries()) {
    add({ type: 'turn.started', turn_id: `turn-${index}`, model: 'gpt-5.5-codex' });
    for (const [place, item] of items.entries()) {
      add({ type: 'item.completed', turn_id: `turn-${index}`, item: { ...item, id: `${item.id}${index}.${place}` } });
    }
    const usage = {
      input_tokens: 88_000,
      cached_input_tokens: 62_500,
      output_tokens: 4_000,
      reasoning_output_tokens: 0,
    };
    add({ type: 'turn.completed', turn_id: `turn-${index}`, usage, turn_usage: usage });
  }
  return events;
}

export function sampleOutcomes(): Outcome[] {
  const outcomes: Outcome[] = sampleEvents().map((event, index) => ({
    ok: true,
    line: index + 1,
    offset: index * 100,
    events: [event],
    problems: [],
  }));
  const line = outcomes.length + 1;
  outcomes.push({
    ok: false,
    line,
    offset: line * 100,
    error: { code: 'invalid-json', message: 'the line is cut off', raw: '{"type":"ev' },
  });
  return outcomes;
}
