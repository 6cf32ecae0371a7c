import { liveShapes } from './live-shapes.ts';

/**
 * Threads that are long in one way. Each shape gives the lines of a thread with `count` of something: time per line, or
 * per element where one line holds them all, must not grow with it, and what comes out must be bounded by what goes in.
 */
export interface GrowthShape {
  name: string;
  lines(count: number): string[];
}

/** Measured beside the shapes: texts of which every part is nearly a secret. */
export const NEAR_MATCHES = 'near-matches of secrets';

const json = (value: unknown): string => JSON.stringify(value);

function times(count: number, make: (index: number) => unknown): string[] {
  return Array.from({ length: count }, (_, index) => json(make(index)));
}

/** One line or many: as arguments, a hundred thousand would be more than the stack takes. */
type Lines = string | readonly string[];

/** `codex exec --json`: one turn. */
function exec(...lines: Lines[]): string[] {
  return [
    json({ type: 'thread.started', thread_id: '01a1de06-0000-7000-9000-000000000000' }),
    json({ type: 'turn.started' }),
    ...lines.flat(),
    json({ type: 'turn.completed', usage: { input_tokens: 1, cached_input_tokens: 0, output_tokens: 1 } }),
  ];
}

const item = (type: string, fields: object) => ({ type, item: fields });

const command = (index: number, more: object) => ({
  id: `item_${index}`,
  type: 'command_execution',
  command: `/bin/bash -lc 'echo ${index}'`,
  aggregated_output: '',
  exit_code: null,
  status: 'in_progress',
  ...more,
});

const mcpCall = (content: unknown[]) => ({
  id: 'item_0',
  type: 'mcp_tool_call',
  server: 's',
  tool: 't',
  arguments: {},
  result: { content, structured_content: null },
  error: null,
  status: 'completed',
});

/** A session file: header, one turn. */
function rollout(...lines: Lines[]): string[] {
  const meta = { id: '01a1de06-0000-7000-9000-000000000000', timestamp: '2026-01-01T00:00:00Z', cwd: '/project' };
  return [record('session_meta', meta), record('event_msg', { type: 'task_started', turn_id: 't' }), ...lines.flat()];
}

function record(type: string, payload: object): string {
  return json({ timestamp: '2026-01-01T00:00:00Z', type, payload });
}

const response = (payload: object) => record('response_item', payload);
const event = (payload: object) => record('event_msg', payload);
const each = (count: number, make: (index: number) => string) => Array.from({ length: count }, (_, i) => make(i));

export const growthShapes: readonly GrowthShape[] = [
  ...liveShapes,
  {
    name: 'messages of a turn',
    lines: (count) =>
      exec(times(count, (i) => item('item.completed', { id: `item_${i}`, type: 'agent_message', text: `text ${i}` }))),
  },
  {
    name: 'reasonings of a turn',
    lines: (count) =>
      exec(times(count, (i) => item('item.completed', { id: `item_${i}`, type: 'reasoning', text: `thought ${i}` }))),
  },
  {
    name: 'calls that never end',
    lines: (count) => exec(times(count, (i) => item('item.started', command(i, {})))),
  },
  {
    name: 'turns with a call that never ends',
    lines: (count) => [
      ...exec(),
      ...Array.from({ length: Math.ceil(count / 2) }, (_, i) => [
        json({ type: 'turn.started' }),
        json(item('item.started', command(i, {}))),
      ]).flat(),
    ],
  },
  {
    name: 'deltas of a message',
    lines: (count) =>
      exec(
        times(count, (i) => ({ type: 'item.delta', item_id: 'm', item_type: 'agent_message', delta: `word ${i} ` })),
      ),
  },
  {
    name: 'images of a result',
    lines: (count) => {
      const images = Array.from({ length: count }, () => ({ type: 'image', data: 'AAAA', mimeType: 'image/png' }));
      return exec(json(item('item.completed', mcpCall(images))));
    },
  },
  {
    name: 'parts of a result',
    lines: (count) => {
      const parts = Array.from({ length: count }, (_, i) => ({ type: 'text', text: `part ${i}` }));
      return exec(json(item('item.completed', mcpCall(parts))));
    },
  },
  {
    name: 'files of a change that failed',
    lines: (count) => {
      const changes = Array.from({ length: count }, (_, i) => ({ path: `src/file-${i}.ts`, kind: 'update' }));
      const stderr = 'the patch does not apply '.repeat(Math.ceil(count / 20));
      return exec(json(item('item.completed', { id: 'i', type: 'file_change', changes, status: 'failed', stderr })));
    },
  },
  {
    name: 'words of a command',
    lines: (count) =>
      exec(
        json(
          item(
            'item.completed',
            command(0, { command: `bash -lc 'cd  ${' x'.repeat(count)}'`, exit_code: 0, status: 'completed' }),
          ),
        ),
      ),
  },
  {
    name: 'slashes of a folder, and files below it',
    lines: (count) => {
      const changes = Array.from({ length: 50 }, (_, i) => ({ path: `f${i}`, kind: 'update' }));
      return [
        json({ type: 'thread.started', thread_id: 't', cwd: `${'/'.repeat(count)}x` }),
        json(item('item.completed', { id: 'i', type: 'file_change', changes, status: 'completed' })),
      ];
    },
  },
  {
    name: 'reasonings of a session, told twice',
    lines: (count) =>
      rollout(
        each(count, (i) => event({ type: 'agent_reasoning', text: `thought ${i}` })),
        each(count, (i) => response({ type: 'reasoning', summary: [{ type: 'summary_text', text: `thought ${i}` }] })),
      ),
  },
  {
    name: 'responses of a session that no event repeats',
    lines: (count) =>
      rollout(
        each(count, (i) =>
          response({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: `text ${i}` }] }),
        ),
      ),
  },
  {
    name: 'searches of a session',
    lines: (count) =>
      rollout(each(count, (i) => event({ type: 'web_search_end', call_id: `ws_${i}`, query: `query ${i}` }))),
  },
  {
    name: 'open calls of a session',
    lines: (count) =>
      rollout(
        each(count, (i) =>
          response({ type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}', call_id: `call_${i}` }),
        ),
      ),
  },
  {
    name: 'outputs of one call',
    lines: (count) =>
      rollout(
        response({ type: 'custom_tool_call', name: 'exec', input: 'x', call_id: 'c' }),
        each(count, (i) => response({ type: 'custom_tool_call_output', call_id: 'c', output: `output ${i}` })),
      ),
  },
  {
    name: 'outputs without a call',
    lines: (count) =>
      rollout(
        each(Math.min(count, 5000), (i) =>
          response({ type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}', call_id: `call_${i}` }),
        ),
        each(count, () => response({ type: 'function_call_output', output: 'x' })),
      ),
  },
  {
    name: 'parts of a message in a session',
    lines: (count) => {
      const content = Array.from({ length: count }, (_, i) => ({ type: 'output_text', text: `part ${i}` }));
      return rollout(response({ type: 'message', role: 'assistant', content }));
    },
  },
  {
    name: 'files of a patch in a session',
    lines: (count) => {
      const files = Array.from({ length: count }, (_, i) => `*** Add File: f${i}\n+x`).join('\n');
      const input = `*** Begin Patch\n${files}\n*** End Patch`;
      return rollout(response({ type: 'custom_tool_call', name: 'apply_patch', input, call_id: 'c' }));
    },
  },
  {
    name: 'spaces before a word of a script',
    lines: (count) =>
      rollout(
        response({
          type: 'function_call',
          name: 'shell_command',
          arguments: json({ command: `cd${' '.repeat(count)}x\n` }),
          call_id: 'c',
        }),
      ),
  },
  {
    name: 'turns of a session',
    lines: (count) =>
      rollout(
        Array.from({ length: Math.ceil(count / 3) }, (_, i) => [
          event({ type: 'task_started', turn_id: `turn-${i}` }),
          event({ type: 'agent_message', message: `text ${i}` }),
          event({ type: 'task_complete', turn_id: `turn-${i}` }),
        ]).flat(),
      ),
  },
];
