import { createEventReader, type Outcome } from 'threadline';

const SESSION = '6f1c2b3a-4d5e-4f60-8a7b-9c0d1e2f3a4b';

/** A thread with a bit of everything, as Claude Code keeps it: its tools have the names that messages have. */
const LINES: readonly Line[] = [
  user('Fix add(), please.'),
  assistant('m1', { type: 'thinking', thinking: 'I read first.', signature: 'x' }),
  assistant('m1', { type: 'text', text: 'I look first.' }),
  assistant('m1', use('a', 'Bash', { command: 'cat app.js', description: 'Look' })),
  result('a', 'export const add = 1;\n'),
  assistant('m2', use('b', 'Read', { file_path: '/p/README.md' })),
  assistant('m2', use('c', 'Grep', { pattern: 'add' })),
  result('b', '1\t# Demo'),
  result('c', 'No files found\u2028\u2029', true),
  assistant('m3', use('d', 'Edit', { file_path: '/p/app.js', old_string: 'a - b', new_string: 'a + b' })),
  result('d', 'The file has been updated.'),
  assistant('m4', use('e_1', 'Bash', { command: 'npm test' })),
  result('e_1', 'Exit code 3\n1 test failed', true),
  assistant('m5', use('e', 'mcp__demo__echo', { text: 'hi' })),
  result('e', 'echo: hi'),
  assistant('m6', use('f', 'TodoWrite', { todos: [{ content: 'Fix', status: 'completed', activeForm: 'Fixing' }] })),
  result('f', 'Todos have been modified.'),
  assistant('m7', use('g', 'Write', { file_path: '/p/new.txt', content: 'one\ntwo\n' })),
  result('g', ''),
  assistant('m8', use('h', 'Bash', { command: 'seq 1 20000' })),
  result('h', Array.from({ length: 20_000 }, (_, index) => index).join('\n')),
  user('/help is a question?'),
  assistant('m9', { type: 'text', text: 'One test still fails.' }),
];

interface Line {
  type: 'user' | 'assistant';
  message: object;
}

function user(text: string): Line {
  return { type: 'user', message: { role: 'user', content: text } };
}

function assistant(id: string, block: object): Line {
  const usage = { input_tokens: 100, output_tokens: 10 };
  return { type: 'assistant', message: { id, role: 'assistant', model: 'claude-x', content: [block], usage } };
}

function use(id: string, name: string, input: object): object {
  return { type: 'tool_use', id, name, input };
}

function result(id: string, content: string, isError = false): Line {
  const block = { type: 'tool_result', tool_use_id: id, content, is_error: isError };
  return { type: 'user', message: { role: 'user', content: [block] } };
}

/** That thread, read. */
export function variedThread(): Outcome[] {
  const reader = createEventReader({ wire: 'claude-project' });
  const text = LINES.map((line, index) => {
    const uuid = `00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`;
    const parentUuid = index === 0 ? null : `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
    const timestamp = new Date(Date.UTC(2026, 10, 1, 10, 0, index)).toISOString();
    return `${JSON.stringify({ parentUuid, uuid, sessionId: SESSION, cwd: '/p', timestamp, ...line })}\n`;
  });
  return [...reader.push(text.join('')), ...reader.end()];
}
