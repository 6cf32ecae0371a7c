import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const { path: folder } = temporaryFolder();
mkdirSync(join(folder, '.codex'));
const env = { HOME: folder, THREADLINE_HOME: join(folder, 'data') };

/** The one sentence on stderr, without the advice at its end, of a call that has to be refused before anything is done. */
async function refusal(...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runCli(args, { env, cwd: folder });
  expect([args, exitCode, stdout]).toEqual([args, 2, '']);
  return stderr.replace(/^threadline: |; see '[^']*'\n$/g, '');
}

describe('an option that would choose nothing is refused', () => {
  it('an empty value, as of a variable that a script did not set', async () => {
    const calls = [
      ['sessions', '--home', ''],
      ['usage', '--archive='],
      ['archive', 'forget', '--project', '', '--yes'],
      ['export', 'last', '--to', 'html', '-o', ''],
      ['search', 'word', '--in', 'a.jsonl', '--in', ''],
    ];
    const names = ['--home', '--archive', '--project', '--output', '--in'];
    expect(await Promise.all(calls.map((args) => refusal(...args)))).toEqual(
      names.map((name) => `${name} needs a value that is not empty`),
    );
  });

  it('a machine where no server is asked: the figures would be those of all machines', async () => {
    for (const command of [['sessions'], ['usage'], ['insights'], ['report'], ['search', 'word']])
      expect(await refusal(...command, '--machine', 'build-7')).toBe(
        '--machine is one of a server: name it by --archive or THREADLINE_ARCHIVE',
      );
    expect(await refusal('usage', '--by', 'machine')).toBe('--by machine is a report of a server: --archive URL');
  });

  it('what an action of the archive does not look at, and no archive is made', async () => {
    const here = 'on this machine';
    expect(await refusal('archive', 'index', '--project', '/work')).toBe(`archive index takes no --project ${here}`);
    expect(await refusal('archive', 'forget', 'last', '--machine', 'm')).toBe(
      `archive forget takes no --machine ${here}`,
    );
    const server = ['--archive', 'postgres://127.0.0.1:1/x'];
    expect(await refusal('archive', 'forget', '--before', '90d', ...server)).toBe(
      'archive forget takes no --before on a server',
    );
    expect(readdirSync(folder)).toEqual(['.codex']);
  });
});
