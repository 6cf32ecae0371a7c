#!/usr/bin/env node
// A stand-in for a Codex of another version: other names, a line that is no JSON, kinds that nobody knows.
const isResumed = process.argv.includes('resume');
const lines = [
  { type: isResumed ? 'thread.resumed' : 'thread.started', thread_id: 'thread-1' },
  { type: 'turn.started' },
  'Warning: not JSON',
  { type: 'item.created', item: { id: 'c', type: 'command_execution', command: 'ls', status: 'in_progress' } },
  {
    type: 'item.completed',
    item_id: 'c',
    item_type: 'command_execution',
    content: { command: 'ls', output: 'a.txt\n', exit_code: 0 },
    status: 'completed',
  },
  { type: 'item.completed', item: { id: 'm', type: 'agent_message', text: 'One file.', future: true } },
  { type: 'future.event', some_field: 'value' },
  { type: 'turn.completed', usage: { input_tokens: 100, output_tokens: 50 } },
];
for (const line of lines) process.stdout.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
