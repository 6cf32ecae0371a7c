import { describe, expect, it } from 'vitest';
import { parseCommandOutput } from './command-output.ts';

describe('parseCommandOutput', () => {
  it.each([
    [
      'JSON, up to 0.131',
      '{"output":"a\\n","metadata":{"exit_code":3,"duration_seconds":0.5}}',
      { body: 'a\n', exitCode: 3, durationSeconds: 0.5 },
    ],
    [
      'plain, since 0.45',
      'Exit code: 0\nWall time: 1.5 seconds\nTotal output lines: 9\nOutput:\na\nOutput:\nb\n',
      { body: 'a\nOutput:\nb\n', exitCode: 0, durationSeconds: 1.5, notes: { total_output_lines: 9 } },
    ],
    [
      'unified exec that ended',
      'Chunk ID: 345ee5\nWall time: 0.0100 seconds\nProcess exited with code 127\nOriginal token count: 15\nOutput:\nx',
      { body: 'x', exitCode: 127, durationSeconds: 0.01, notes: { chunk_id: '345ee5', original_token_count: 15 } },
    ],
    [
      'unified exec that runs on',
      'Wall time: 0.4011 seconds\nProcess running with session ID 21459\nOutput:\nready\r\n',
      { body: 'ready\r\n', session: '21459', durationSeconds: 0.4011 },
    ],
    [
      'unified exec with its command, which has many lines',
      "Command: /bin/bash -lc 'a\nOutput:\nb'\nChunk ID: 1\nWall time: 0.0000 seconds\nProcess exited with code 0\nOutput:\nx",
      {
        body: 'x',
        command: "/bin/bash -lc 'a\nOutput:\nb'",
        exitCode: 0,
        durationSeconds: 0,
        notes: { chunk_id: '1' },
      },
    ],
    ['an output without metadata', '{"output":"x"}', { body: 'x' }],
    ['unified exec as JSON', '{"session_id":null,"output":"done"}', { body: 'done' }],
    ['unified exec as JSON that runs on', '{"session_id":"7","output":"…"}', { body: '…', session: '7' }],
    ['MCP', 'Wall time: 0.0012 seconds\nOutput:\n{"a":1}', { body: '{"a":1}', durationSeconds: 0.0012 }],
    [
      'a script of code mode',
      'Script completed\nWall time 0.1 seconds\nOutput:\n',
      { body: '', durationSeconds: 0.1, notes: { script: 'completed' } },
    ],
    [
      'a script that runs on',
      'Script running with cell ID 4\nWall time 1.0 seconds\nOutput:\n',
      { body: '', session: '4', durationSeconds: 1 },
    ],
    [
      'stopped, since 0.148',
      'Wall time: 1.2 seconds\naborted by user',
      { body: 'aborted by user', aborted: true, durationSeconds: 1.2 },
    ],
    ['stopped', 'aborted by user after 1.2s', { body: 'aborted by user after 1.2s', aborted: true }],
    ['stopped, early', 'aborted', { body: 'aborted', aborted: true }],
    [
      'denied by the sandbox',
      'failed in sandbox LinuxSeccomp with execution error: sandbox denied exec error, exit code: 1, stdout: ',
      {
        body: 'failed in sandbox LinuxSeccomp with execution error: sandbox denied exec error, exit code: 1, stdout: ',
        failed: true,
        exitCode: 1,
      },
    ],
    [
      'killed by a signal',
      'execution error: Sandbox(Signal(9))',
      { body: 'execution error: Sandbox(Signal(9))', failed: true },
    ],
  ])('reads the form: %s', (_form, text, read) => {
    expect(parseCommandOutput(text)).toEqual(read);
  });

  it.each([
    '',
    'Output:\nx',
    'ordinary text\nExit code: 3\nOutput:\n',
    '{"output":1}',
    '{"output":"x","a":1}',
    '{"half',
  ])('takes %j for what the command wrote', (text) => {
    expect(parseCommandOutput(text)).toEqual({ body: text });
  });

  it('reads a header once, however long the body is', () => {
    const body = 'Exit code: 9\n'.repeat(200_000);
    expect(parseCommandOutput(`Exit code: 0\nOutput:\n${body}`)).toEqual({ body, exitCode: 0 });
  });
});

it('keeps odd values of the JSON form as notes, whatever they are', () => {
  const odd = '{"toString":0,"valueOf":0}';
  const read = parseCommandOutput(
    `{"output":"x","session_id":${odd},"metadata":{"exit_code":"0","duration_seconds":${odd},"__proto__":{"a":1}}}`,
  );
  expect(read.body).toBe('x');
  expect(read.exitCode).toBeUndefined();
  expect(Object.getPrototypeOf(read.notes)).toBe(Object.prototype);
  expect(Object.keys(read.notes ?? {}).sort()).toEqual(['__proto__', 'duration_seconds', 'exit_code', 'session_id']);
});

it('takes a line that only looks like a header for the body', () => {
  expect(parseCommandOutput('Exit code: none\nOutput:\nx')).toEqual({ body: 'Exit code: none\nOutput:\nx' });
});
