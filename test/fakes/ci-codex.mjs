// A fake Codex for the workflow of docs/ci.md: prints a run with one test, and keeps its session as Codex does.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

if (process.argv.includes('--version')) {
  process.stdout.write('codex-cli 0.166.0\n');
  process.exit(0);
}
for await (const _ of process.stdin);
const exitCode = Number(process.env.CI_TEST_EXIT ?? 0);
const id = '01a1de06-ab42-79f0-9c2d-b8851174e06f';
const timestamp = '2026-11-15T07:05:41.534Z';
const text = exitCode === 0 ? 'All tests pass.' : 'One test fails.';
const status = exitCode === 0 ? 'completed' : 'failed';
const usage = {
  input_tokens: 5321,
  cached_input_tokens: 4096,
  output_tokens: 87,
  reasoning_output_tokens: 64,
  total_tokens: 5408,
};

const printed = [
  { type: 'thread.started', thread_id: id },
  { type: 'turn.started' },
  {
    type: 'item.completed',
    item: {
      id: 'item_0',
      type: 'command_execution',
      command: 'npm test',
      aggregated_output: '',
      exit_code: exitCode,
      status,
    },
  },
  { type: 'item.completed', item: { id: 'item_1', type: 'agent_message', text } },
  { type: 'turn.completed', usage: { input_tokens: 5321, cached_input_tokens: 4096, output_tokens: 87 } },
];
const message = (role, type, words) => ({
  type: 'response_item',
  payload: { type: 'message', role, content: [{ type, text: words }] },
});
const task = process.env.TASK ?? '';
const kept = [
  {
    type: 'session_meta',
    payload: { id, timestamp, cwd: process.cwd(), originator: 'codex_exec', cli_version: '0.166.0', source: 'exec' },
  },
  { type: 'turn_context', payload: { cwd: process.cwd(), model: 'gpt-5.5' } },
  { type: 'event_msg', payload: { type: 'user_message', message: task } },
  message('user', 'input_text', task),
  {
    type: 'response_item',
    payload: { type: 'function_call', name: 'exec_command', arguments: '{"cmd":"npm test"}', call_id: 'c1' },
  },
  {
    type: 'response_item',
    payload: {
      type: 'function_call_output',
      call_id: 'c1',
      output: `Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code ${exitCode}\nOutput:\n1 test\n`,
    },
  },
  { type: 'event_msg', payload: { type: 'agent_message', message: text } },
  message('assistant', 'output_text', text),
  {
    type: 'event_msg',
    payload: { type: 'token_count', info: { total_token_usage: usage, last_token_usage: usage }, rate_limits: null },
  },
];
const folder = join(process.env.CODEX_HOME ?? '', 'sessions/2026/11/15');
mkdirSync(folder, { recursive: true });
writeFileSync(
  join(folder, `rollout-2026-11-15T07-05-41-${id}.jsonl`),
  kept.map((record) => `${JSON.stringify({ timestamp, ...record })}\n`).join(''),
);
process.stdout.write(printed.map((event) => `${JSON.stringify(event)}\n`).join(''));
