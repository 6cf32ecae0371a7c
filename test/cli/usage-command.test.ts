import { appendFileSync, chmodSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { fillHome } from './codex-home.ts';
import { exitCodeOf, runCli, startCli } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** What the mock of the recordings reported for each response, times two and three: a resume and a run with commands. */
const ONE = { input: 5321, cached: 4096, output: 87, reasoning: 64 };

function home(): { folder: string; env: Record<string, string> } {
  const folder = temporaryFolder().path;
  fillHome(folder, ['0.166.0/s2-shell', '0.155.0/s8-resume-1-id']);
  return { folder, env: { CODEX_HOME: folder, HOME: folder, TZ: 'UTC' } };
}

/** Names for which the bar goes. */
const WHOLE = new Map([
  ['session', /^01a1de06-[-\w]{27} /m],
  ['project', /^\/home\/user\/project /m],
]);

/** Recordings are of some day. A table shows the last ones unless others are asked for. */
const ALL = ['--since', '1970-01-01'];

const usage = (args: readonly string[], env: Record<string, string>, input?: string) =>
  runCli(['usage', ...args], { env, ...(input === undefined ? {} : { input }) });

/** Files that were not written to since a day are not read for it. */
async function touchAll(env: Record<string, string>): Promise<void> {
  for (const { source } of JSON.parse((await usage(['--explain', 'codex', '--json'], env)).stdout).rows) {
    utimesSync(source, new Date(), new Date());
  }
}

describe('threadline usage', () => {
  it('shows a table that fits 80 columns, with the zone and the date of the prices', async () => {
    const { env } = home();
    for (const by of ['day', 'week', 'month', 'session', 'project', 'model', 'agent']) {
      const { stdout, stderr, exitCode } = await usage(['--by', by, ...ALL], { ...env, COLUMNS: '80' });
      expect(exitCode, by).toBe(0);
      expect(stderr, by).toMatch(/^threadline: sessions that agents deleted are not known: there is no archive .*\n$/);
      expect(Math.max(...stdout.split('\n').map((line) => [...line].length)), by).toBeLessThanOrEqual(80);
      expect(stdout, by).toMatch(/^total +/m);
      // A name is whole, and the bar goes where there is no room for both.
      expect(stdout, by).toMatch(WHOLE.get(by) ?? /█/);
      expect(stdout, by).toMatch(/days of UTC, prices of \d{4}-\d{2}-\d{2} \(@pydantic\/genai-prices/);
    }
  });

  it('has a help that fits 80 columns', async () => {
    const { stdout, exitCode } = await usage(['--help'], {});
    expect(exitCode).toBe(0);
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it('--json has the form of the contract', async () => {
    const { env } = home();
    const { stdout } = await usage(['--by', 'model', '--json'], env);
    const { by, zone, prices, rows, total } = JSON.parse(stdout);
    expect({ by, zone }).toEqual({ by: 'model', zone: 'UTC' });
    expect(prices).toEqual({ date: expect.any(String), source: expect.stringContaining('genai-prices') });
    expect(rows).toHaveLength(1);
    const sum = {
      sessions: 2,
      requests: 5,
      input: 5 * ONE.input,
      cached: 5 * ONE.cached,
      cache_write: 0,
      output: 5 * ONE.output,
      reasoning: 5 * ONE.reasoning,
      total: 5 * (ONE.input + ONE.output),
      unpriced: {},
    };
    const cost = (5 * ((ONE.input - ONE.cached) * 5 + ONE.cached * 0.5 + ONE.output * 30)) / 1e6;
    expect(rows[0]).toMatchObject({ key: 'gpt-5.5', ...sum });
    expect(total).toMatchObject(sum);
    expect(total.cost_usd).toBeCloseTo(cost, 6);
    expect(Object.keys(rows[0])).toEqual(['key', ...Object.keys(total)]);
  });

  it('--csv has a line of names and one for each row', async () => {
    const { env } = home();
    const { stdout } = await usage(['--by', 'agent', '--csv'], env);
    const [names = '', row = '', ...rest] = stdout.split('\r\n');
    expect(names.split(',')).toHaveLength(11);
    expect(row.startsWith(`codex,2,5,${5 * ONE.input},`)).toBe(true);
    expect(rest).toEqual(['']);
  });

  it('--explain shows the requests behind a number, with file and line', async () => {
    const { env } = home();
    const { rows } = JSON.parse((await usage(['--by', 'session', '--json'], env)).stdout);
    for (const what of [rows[0].key, rows[0].key.slice(0, 18), `codex:${rows[0].key}`]) {
      const explained = JSON.parse((await usage(['--explain', what, '--json'], env)).stdout);
      expect(explained.rows).toHaveLength(rows[0].requests);
      expect(explained.rows[0]).toMatchObject({ model: 'gpt-5.5', input: ONE.input, line: expect.any(Number) });
      expect(explained.rows[0].source.startsWith(env.CODEX_HOME ?? '')).toBe(true);
    }
    const { stdout } = await usage(['--explain', 'gpt-5.5'], env);
    expect(stdout).toContain('5 requests');
    expect(stdout).toMatch(/rollout-[^ ]+\.jsonl:15\n/);
    const nothing = await usage(['--explain', 'gpt-1'], env);
    expect(nothing).toMatchObject({ stdout: '', exitCode: 0 });
    expect(nothing.stderr).toContain("nothing was used by 'gpt-1'");
  });

  it('--explain takes a session as every command does: last, its place in the list, its file', async () => {
    const { env } = home();
    const { sessions } = JSON.parse((await runCli(['sessions', '--json'], { env })).stdout);
    const [newest] = sessions;
    const { rows } = JSON.parse((await usage(['--explain', newest.id, '--json'], env)).stdout);
    expect(rows.length).toBeGreaterThan(0);
    for (const what of ['last', '1', newest.path])
      expect(JSON.parse((await usage(['--explain', what, '--json'], env)).stdout).rows, what).toEqual(rows);
    expect(await usage(['--explain', '9'], env)).toMatchObject({ stdout: '', exitCode: 4 });
  });

  it('takes only what was asked for', async () => {
    const { env, folder } = home();
    const requests = async (...args: string[]) =>
      JSON.parse((await usage([...args, '--json'], env)).stdout).total.requests;
    expect(await requests('--project', '/home/user/project')).toBe(5);
    expect(await requests('--project', '/home/user')).toBe(5);
    expect(await requests('--project', '/home/use')).toBe(0);
    expect(await requests('--here')).toBe(0);
    expect(await requests('--agent', 'claude')).toBe(0);
    expect(await requests('--until', '2026-11-14')).toBe(0);
    await touchAll(env);
    expect(await requests('--since', '20261115', '--until', '2026-11-15')).toBe(5);
    expect(await requests('--since', '2026-11-16')).toBe(0);
    expect(await requests('--home', join(folder, 'sessions', '..'))).toBe(5);
  });

  it('counts what has no price, and prices it with --prices', async () => {
    const { env, folder } = home();
    const file = join(folder, 'prices.json');
    writeFileSync(file, '{"gpt-5.5": {"input": 100, "cached": 0, "output": 0}}');
    const { total, prices } = JSON.parse((await usage(['--prices', file, '--json'], env)).stdout);
    expect(total.cost_usd).toBeCloseTo((5 * (ONE.input - ONE.cached) * 100) / 1e6, 6);
    expect(prices.source).toContain('prices.json');
    writeFileSync(file, '{"gpt-5.5": {"input": "free"}}');
    const wrong = await usage(['--prices', file], env);
    expect(wrong).toMatchObject({ exitCode: 2, stdout: '' });
    expect(wrong.stderr).toContain('gpt-5.5.input is no price');
    expect(await usage(['--prices', join(folder, 'none')], env)).toMatchObject({ exitCode: 4 });
  });

  it('--statusline prints one short line, with the session that stdin or the option names', async () => {
    const { env } = home();
    const session = JSON.parse((await usage(['--by', 'session', '--json'], env)).stdout).rows[0];
    await touchAll(env);
    const named = await usage(['--statusline', '--session', session.key], env);
    const piped = await usage(['--statusline'], env, JSON.stringify({ session_id: session.key, cwd: '/' }));
    expect(named).toMatchObject({ exitCode: 0, stderr: '' });
    expect(named.stdout).toMatch(/^today \S+( \$\S+)? · session \S+ \$\S+\n$/);
    expect(piped.stdout).toBe(named.stdout);
    expect((await usage(['--statusline'], env, 'no JSON')).stdout).toMatch(/^today \S+( \$\S+)?\n$/);
  });

  it('--statusline reads what was written to today alone, and says nothing of files that it cannot read', async () => {
    const { env, folder } = home();
    const day = join(folder, 'sessions/2026/01/01');
    mkdirSync(day, { recursive: true });
    writeFileSync(join(day, 'rollout-noise.jsonl'), 'plain text\n');
    expect(await usage(['--statusline'], env, '{}')).toEqual({ exitCode: 0, stdout: 'today 0\n', stderr: '' });
  });

  it('--live tells what is new when a file grows, and ends when it is interrupted', async () => {
    const folder = temporaryFolder().path;
    const now = () => new Date().toISOString();
    const line = (type: string, payload: object) => `${JSON.stringify({ timestamp: now(), type, payload })}\n`;
    const counts = { input_tokens: 100, output_tokens: 10 };
    const request = (id: string) => line('token_usage_record', { thread_id: 't', response_id: id, usage: counts });
    mkdirSync(join(folder, 'sessions'));
    const path = join(folder, 'sessions/rollout-a.jsonl');
    writeFileSync(path, line('session_meta', { id: 't' }) + request('r1'));
    const live = startCli(['usage', '--live', '--json', '--interval', '0.1', '--home', folder], { env: { TZ: 'UTC' } });
    const reports = createInterface(live.stdout)[Symbol.asyncIterator]();
    const requests = async () => JSON.parse((await reports.next()).value ?? '').total.requests;
    expect(await requests()).toBe(1);
    const later = request('r2');
    appendFileSync(path, later.slice(0, 40));
    expect(await requests()).toBe(1);
    appendFileSync(path, later.slice(40) + request('r1'));
    expect(await requests()).toBe(2);
    live.kill('SIGINT');
    expect(await exitCodeOf(live)).toBe(130);
  });

  it.each([
    [
      ['--by', 'hour'],
      "--by takes day, week, month, session, project, model, agent, machine, person, team, repository, tool, block, not 'hour'",
    ],
    [['--since', 'soon'], '--since takes a time such as 2026-11-15'],
    [['--since', '2026-13-01'], '--since takes a time'],
    [['--zone', 'Mars/Olympus'], "there is no time zone 'Mars/Olympus'"],
    [['--json', '--csv'], 'exclude each other'],
    [['--here', '--project', '.'], 'exclude each other'],
    [['--live', '--interval', '0'], "--interval takes seconds, from 0.1 to 86400, not '0'"],
    [['--agent', 'code'], "no agent is called 'code' (did you mean 'codex'?); there are: codex, claude, gemini"],
    [['extra'], "usage takes no argument 'extra'"],
  ])('refuses %j with exit code 2', async (args, message) => {
    const { exitCode, stderr, stdout } = await usage(args, {});
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  it('counts a home with bad files as far as it is there, names each problem once, and exits with 0', async () => {
    const { env, folder } = home();
    const day = join(folder, 'sessions/2026/01/01');
    mkdirSync(day, { recursive: true });
    writeFileSync(join(day, 'rollout-noise.jsonl'), 'plain text\n');
    writeFileSync(
      join(day, 'rollout-cut.jsonl'),
      '{"timestamp":"2026-01-01T00:00:00.000Z","type":"session_meta","pay\n',
    );
    mkdirSync(join(day, 'rollout-folder.jsonl'));
    const { stdout, stderr, exitCode } = await usage(['--json'], env);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).total.requests).toBe(5);
    const told = stderr.trim().split('\n');
    expect(told).toHaveLength(3);
    for (const name of ['noise', 'cut', 'folder']) expect(told.filter((line) => line.includes(name))).toHaveLength(1);
  });

  it('holds any value: models with escapes, a hundred of them, times and counts beyond all bounds', async () => {
    const folder = temporaryFolder().path;
    mkdirSync(join(folder, 'sessions'));
    const line = (type: string, payload: string, timestamp = '"2026-11-15T07:00:00.000Z"') =>
      `{"timestamp":${timestamp},"type":"${type}","payload":${payload}}\n`;
    const context = (model: string) => line('turn_context', JSON.stringify({ model }));
    const request = (id: string, input: string, timestamp?: string) => {
      const usage = `{"input_tokens":${input},"output_tokens":1}`;
      return line('token_usage_record', `{"thread_id":"t","response_id":"${id}","usage":${usage}}`, timestamp);
    };
    const odd = ['1e400', '1e308', '-5', '"7"', '{"toString":0}', 'null', '[]'];
    writeFileSync(
      join(folder, 'sessions/rollout-a.jsonl'),
      line('session_meta', '{"id":"t"}') +
        context('\u001b]0;title\u0007evil') +
        odd.map((input, index) => request(`odd${index}`, input)).join('') +
        ['1e300', '"+275760-09-13T00:00:00.000Z"', '-1e300', '{}', '"never"']
          .map((timestamp, index) => request(`time${index}`, '10', timestamp))
          .join('') +
        Array.from({ length: 100 }, (_, index) => context(`model-${index}`) + request(`m${index}`, '1')).join(''),
    );
    const run = (...args: string[]) => usage(['--home', folder, ...args], { TZ: 'UTC', COLUMNS: '80' });
    const { total } = JSON.parse((await run('--json')).stdout);
    expect(total).toMatchObject({ requests: 112, input: 150, output: 112, cost_usd: null });
    expect(Object.keys(total.unpriced)).toHaveLength(101);
    const table = await run('--by', 'model', ...ALL);
    expect(table.stdout).not.toContain('\u001b');
    expect(table.stdout).toContain('… and 91 more models without a price\n');
    for (const by of ['day', 'week', 'month']) expect((await run('--by', by, '--csv')).stdout, by).toContain('unknown');
    const explained = JSON.parse((await run('--explain', 't', '--json')).stdout);
    expect(explained.rows).toHaveLength(112);
  });

  it('does not follow a link out of its home', async () => {
    const { env, folder } = home();
    const elsewhere = temporaryFolder().path;
    const other = join(elsewhere, 'rollout-b.jsonl');
    writeFileSync(other, 'secret\n');
    symlinkSync(other, join(folder, 'sessions/rollout-b.jsonl'));
    const { stdout, stderr, exitCode } = await usage(['--json'], env);
    expect({ requests: JSON.parse(stdout).total.requests, exitCode }).toEqual({ requests: 5, exitCode: 0 });
    expect(stderr).toContain('outside-home');
  });

  it('exits with 4 where nothing could be read', async () => {
    const folder = temporaryFolder().path;
    expect(await usage(['--home', join(folder, 'none')], {})).toMatchObject({ exitCode: 4 });
    const path = join(folder, 'sessions/rollout-a.jsonl');
    mkdirSync(join(folder, 'sessions'));
    writeFileSync(path, '');
    chmodSync(path, 0);
    // Root reads everything.
    if (process.getuid?.() !== 0) expect(await usage(['--home', folder], {})).toMatchObject({ exitCode: 4 });
    expect(await usage(['--json'], { HOME: folder, CODEX_HOME: join(folder) })).toMatchObject({ exitCode: 0 });
  });
});
