import { once } from 'node:events';
import { appendFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { textWidth } from '../../src/core/text/text-layout.ts';
import { claudeSession, codexHead, codexId, codexTurn, madeHome } from '../archive/made-home.ts';
import { exitCodeOf, runCli, startCli } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const { path: folder } = temporaryFolder();
const home = madeHome(join(folder, 'codex'));
const claude = join(folder, 'claude');
home.write(
  1,
  codexHead(codexId(1), { cwd: '/work/pool' }) + turn(1, 'why a deadlock', 'pool.ts:3: lock', 'Two locks.'),
);
home.write(
  2,
  codexHead(codexId(2), { cwd: '/other' }) + turn(2, 'deadlock \u001b]0;gone\u0007', 'x'.repeat(500), 'No.'),
);
claudeSession(claude, '5e5510e5-0000-4000-8000-000000000001', ['A naïve question', 'deadlock again, in Claude']);

function turn(number: number, ask: string, result: string, answer: string): string {
  return codexTurn(number, { ask, result, answer });
}

const env = {
  THREADLINE_HOME: join(folder, 'data'),
  CODEX_HOME: home.path,
  CLAUDE_CONFIG_DIR: claude,
  HOME: folder,
  TZ: 'UTC',
};
const search = (...args: string[]) => runCli(['search', ...args], { env });
const json = async (...args: string[]) => JSON.parse((await search('--json', ...args)).stdout);

describe('threadline search', () => {
  it('takes sessions in, then gives hits newest first, by session, and says what was searched', async () => {
    const { exitCode, stdout, stderr } = await search('deadlock');
    expect(exitCode).toBe(0);
    expect(stdout).toBe(`\
A naïve question
claude:5e5510e5-0000-4000-8000-000000000001 · /project/claude
  2026-02-01 00:00  assistant  #msg_5e5510e5-0000-4000-8000-000000000001_1
  deadlock again, in Claude

deadlock \\x1b]0;gone\\x07
codex:${codexId(2)} · /other
  2026-01-01 00:02  user  #t1.user.1
  deadlock \\x1b]0;gone\\x07

why a deadlock
codex:${codexId(1)} · /work/pool
  2026-01-01 00:01  user  #t1.user.1
  why a deadlock
`);
    expect(stderr).toContain('also when the agent deletes its files');
    expect(stderr).toMatch(/3 hits in 3 sessions, as of 20\d\d-\d\d-\d\d \d\d:\d\d\n$/);
    // Once is enough.
    expect((await search('deadlock')).stderr).not.toContain('deletes');
  });

  it('fits the screen, marks the match, and never cuts an id', async () => {
    const { stdout } = await runCli(['search', "'xxxx'"], { env: { ...env, COLUMNS: '40', FORCE_COLOR: '1' } });
    expect(stdout).toContain('\u001b[36mxxxx\u001b[39m');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours begin with one
    const lines = stdout.replaceAll(/\x1b\[\d+m/g, '').split('\n');
    expect(lines.filter((line) => textWidth(line) > 40)).toEqual([]);
    expect(lines.join('')).toContain(codexId(2));
  });

  it('is a contract as JSON', async () => {
    expect(await json('"two locks"')).toEqual({
      query: 'two locks',
      mode: 'phrase',
      searched: { sessions: 3, of: 3 },
      more: false,
      hits: [
        {
          agent: 'codex',
          id: codexId(1),
          session: codexId(1),
          message: 't1.text.1',
          role: 'assistant',
          kind: 'text',
          time: '2026-01-01T00:01:00.000Z',
          title: 'why a deadlock',
          before: '',
          match: 'Two locks',
          after: '.',
        },
      ],
    });
    expect(await json("'pool.ts:'")).toMatchObject({ hits: [{ kind: 'tool_result', tool: 'Bash' }] });
    expect(await json('deadlock', '-n', '1')).toMatchObject({ more: true, hits: [{ agent: 'claude' }] });
  });

  it('ends with exit code 1 where nothing was found, and says what was searched and the nearest words', async () => {
    const none = await search('deadlok');
    expect(none).toMatchObject({ exitCode: 1, stdout: '' });
    expect(none.stderr).toMatch(
      /^threadline: nothing found for 'deadlok' in 3 sessions, as of [\d: -]{16}\nthreadline: did you mean deadlock \(3\)\?\n$/,
    );
    const filtered = await search('zyxwv', '--agent', 'codex', '--project', '/work', '--since', '2020-01-01');
    expect(filtered.exitCode).toBe(1);
    expect(filtered.stderr).toContain(
      "nothing found for 'zyxwv' in 1 of 3 sessions (agent codex, project /work, since 2020-01-01 00:00), as of",
    );
    expect((await search('deadlok', '--agent', 'gemini')).stderr).not.toContain('did you mean');
  });

  it('tells programs the same', async () => {
    const { exitCode, stdout } = await search('deadlok', '--json');
    expect([exitCode, JSON.parse(stdout)]).toMatchObject([1, { hits: [], near: [{ word: 'deadlock', hits: 3 }] }]);
  });

  it('finds words by their other forms, and characters as they are', async () => {
    expect((await json('deadlocks')).hits).toHaveLength(3);
    expect((await json('DEADLOCKED')).hits).toHaveLength(3);
    expect((await json('lock')).hits.map(({ match }: { match: string }) => match)).toEqual(['locks', 'lock']);
    expect((await json("'deadlocks'")).hits).toEqual([]);
    expect((await json('"deadlocks again"')).hits).toEqual([]);
  });

  it('finds sessions by their titles', async () => {
    const title = {
      type: 'custom-title',
      customTitle: 'Zebra crossing',
      sessionId: '5e5510e5-0000-4000-8000-000000000002',
    };
    const path = claudeSession(claude, title.sessionId, ['hello', 'no word of it']);
    appendFileSync(path, `${JSON.stringify(title)}\n`);
    const { hits } = await json('zebras');
    expect(hits).toMatchObject([{ agent: 'claude', id: title.sessionId, title: 'Zebra crossing', match: 'Zebra' }]);
    expect((await json('zebra', '--role', 'assistant')).hits).toEqual([]);
    rmSync(path);
  });

  it('says how to get more hits', async () => {
    expect((await search('deadlock', '-n', '1')).stderr).toContain('1 hit and more (--limit 2 shows twice as many) in');
  });

  it('keeps to its filters', async () => {
    const { hits } = await json('deadlock', '--agent', 'codex', '--project', '/work', '--role', 'user', '--best');
    expect(hits.map((hit: { session: string }) => hit.session)).toEqual([codexId(1)]);
    expect((await json('deadlock', '--here')).hits).toEqual([]);
  });

  it('refuses a bad pattern with one line and exit code 2', async () => {
    const { exitCode, stdout, stderr } = await search('/(a/');
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toBe(
      "threadline: '(a' is no regular expression: unterminated group; see 'threadline search --help'\n",
    );
    expect((await search('--regex', '/(/')).stderr).toContain("'/(/' is no regular expression: unterminated group;");
  });

  it('gives up a pattern that takes too long, says so, and goes on', async () => {
    home.write(3, codexHead(codexId(3)) + turn(3, `${'a'.repeat(60)}!`, 'r', 'a'));
    const { exitCode, stderr } = await search('/(a+)+$/', '--role', 'user');
    // Not all texts were looked at.
    expect(exitCode).toBe(4);
    expect(stderr).toContain('the pattern took longer than 2 s');
  }, 20_000);

  it('asks before a first index of more than 2 GB', async () => {
    const large = madeHome(join(folder, 'large'));
    large.write(1, codexHead(codexId(1)) + turn(1, 'needle', 'r', 'a'));
    writeFileSync(large.file(2), codexHead(codexId(2)));
    truncateSync(large.file(2), 3e9);
    const own = { ...env, THREADLINE_HOME: join(folder, 'data-large'), CODEX_HOME: large.path };
    const asked = await runCli(['search', 'needle'], { env: own });
    expect(asked).toMatchObject({ exitCode: 2, stdout: '' });
    expect(asked.stderr).toContain('3.0 GB are to be taken in, about 3 minutes. Begin? Say --yes');
  });

  it('shows what is there when it is interrupted, and the next search goes on', async () => {
    const many = madeHome(join(folder, 'many'));
    const text = turn(1, 'needle', 'word '.repeat(20_000), 'a');
    for (let number = 1; number <= 60; number += 1) many.write(number, codexHead(codexId(number)) + text);
    const own = { ...env, THREADLINE_HOME: join(folder, 'data-many'), CODEX_HOME: many.path };
    const child = startCli(['search', 'needle', '--json', '-n', '1000'], { env: own });
    await once(child.stderr, 'data');
    child.kill('SIGINT');
    let written = '';
    child.stdout.on('data', (chunk) => {
      written += chunk;
    });
    expect(await exitCodeOf(child)).toBe(130);
    const { hits, searched } = JSON.parse(written);
    expect(hits.length).toBeLessThanOrEqual(searched.sessions);
    const whole = JSON.parse((await runCli(['search', 'needle', '--json', '-n', '1000'], { env: own })).stdout);
    expect(whole.hits).toHaveLength(60);
  }, 20_000);
});

describe('show SESSION#MESSAGE', () => {
  it('opens a hit in its surroundings, with its output whole', async () => {
    home.write(
      4,
      codexHead(codexId(4)) + [1, 2, 3].map((n) => turn(n, `ask ${n}`, 'row\n'.repeat(40), `answer ${n}`)).join(''),
    );
    const { hits } = await json("'ask 2'");
    const id = hits[0].message;
    const { exitCode, stdout } = await runCli(['show', `${codexId(4)}#${id}`], { env });
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`── #${id} ──`);
    expect(stdout).toContain('ask 2');
    expect(stdout).toMatch(/… \d+ messages? after/);
    const shown = await runCli(['show', '--json', `${codexId(4)}#${id}`], { env });
    expect(JSON.parse(shown.stdout).messages.map((one: { id: string }) => one.id)).toContain(id);
    const none = await runCli(['show', `${codexId(4)}#t9.user.1`], { env });
    expect(none).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('no message t9.user.1') });
  });

  it('shows what the archive keeps of a session whose file is gone', async () => {
    home.write(5, codexHead(codexId(5)) + turn(5, 'vanishing act', 'r', 'a'));
    await search('vanishing');
    rmSync(home.file(5));
    const { stdout } = await search('vanishing', '--exact');
    expect(stdout).toContain('its file is gone');
    const shown = await runCli(['show', `${codexId(5)}#t1.user.1`], { env });
    expect(shown.stdout).toContain('› vanishing act');
    expect(shown.stdout).toContain("grep -rn '5' src");
    expect(shown.stderr).toContain('this is what the archive keeps of it');
  });
});
