import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runCli } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const agent = fileURLToPath(new URL('./replay-agent.mjs', import.meta.url));
const recording = fileURLToPath(new URL('../fixtures/gemini/0.61.0/s3/stdout.jsonl', import.meta.url));
const notes = join(folder.path, 'notes');
const place = {
  env: { GEMINI_CLI_PATH: agent, GEMINI_CLI_HOME: folder.path, REPLAY_RECORDING: recording, REPLAY_NOTES: notes },
  cwd: folder.path,
};

describe('run --agent gemini', () => {
  it('gives Gemini CLI the prompt by stdin and a mode by its own name', async () => {
    const args = [
      'run',
      '--agent',
      'gemini',
      'Edit files',
      '--permission-mode',
      'acceptEdits',
      '-m',
      'gemini-2.5-flash',
    ];
    const { stdout, stderr, exitCode } = await runCli(args, place);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    expect(stdout).toContain('File written and edited.');
    expect(stdout).toContain('gemini --resume 705c3b05-28e7-4878-a6c2-1961ec608c31');
    const given = JSON.parse(readFileSync(notes, 'utf8').split('\n')[0] ?? '');
    expect(given.stdin).toBe('Edit files');
    expect(given.args.join(' ')).toBe('--output-format stream-json -m gemini-2.5-flash --approval-mode auto_edit');
  });

  it.each([
    ['a mode that it does not have', ['--permission-mode', 'everything'], 'not a permission mode of Gemini CLI'],
    ['an option of another agent', ['-s', 'read-only'], 'Gemini CLI'],
    ['an image', ['-i', 'a.png'], 'takes no images'],
  ])('refuses %s, exit code 2', async (_what, options, reason) => {
    const { stdout, stderr, exitCode } = await runCli(['run', '--agent', 'gemini', 'Edit files', ...options], place);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
    expect(stderr).toContain(reason);
  });
});
