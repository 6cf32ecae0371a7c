import { mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

describe('what people type who know other programs', () => {
  it.each([
    [['usage', 'daily'], "usage takes no argument 'daily' (did you mean '--by day'?)"],
    [['usage', 'blocks'], "usage takes no argument 'blocks' (did you mean '--by block'?)"],
    [['usage', 'constructor'], "usage takes no argument 'constructor'"],
    [['export', 'last', '--html'], "unknown option '--html' (did you mean '--to html'?)"],
    [['usage', '--html'], "unknown option '--html'"],
  ])('%j gets the option to type', async (args, sentence) => {
    const { exitCode, stderr } = await runCli(args);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`threadline: ${sentence}`);
  });

  it('an empty name of a session is told as that', async () => {
    const { exitCode, stderr } = await runCli(['show', '']);
    expect([exitCode, stderr]).toEqual([
      4,
      "threadline: the name of the session is empty; see 'threadline sessions'\n",
    ]);
  });
});

it('an empty HOME is none: no session is looked for in the working folder', async () => {
  const { path } = temporaryFolder();
  mkdirSync(join(path, '.codex', 'sessions'), { recursive: true });
  const { stdout } = await runCli(['doctor', '--json'], { cwd: path, env: { HOME: '' } });
  const homes: { path: string }[] = JSON.parse(stdout).homes;
  expect(homes.filter((home) => home.path.endsWith(join(basename(path), '.codex')))).toEqual([]);
  expect(readdirSync(path)).toEqual(['.codex']);
});

it('where there is no session, few places are named and those of the agent that was asked for', async () => {
  const { path } = temporaryFolder();
  const env = { HOME: path };
  expect((await runCli(['sessions'], { env })).stderr).toMatch(
    /^threadline: no sessions were found in (?:\S+, ){3}\S+ and \d\d more places; --home DIR looks elsewhere\n$/,
  );
  expect((await runCli(['sessions', '--agent', 'gemini'], { env })).stderr).toBe(
    'threadline: no sessions were found in ~/.gemini; --home DIR looks elsewhere\n',
  );
});
