import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runCli } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { claudeHome, type MadeSession, uuid } from './working-home.ts';

const insights = (args: readonly string[], env: Record<string, string>) => runCli(['insights', ...args], { env });
const base = { cwd: '/home/dana/app', model: 'claude-opus-4-8', days: 1, input: 100_000 };
const FAILING = ['!npm test', '!npm test', '!npm test', '!npm test', '!npm test \u001b]0;x\u0007'];
const sessions: MadeSession[] = [
  { ...base, id: uuid(1), commands: FAILING, prompt: 'mend \u001b[2Jit' },
  { ...base, id: uuid(2), cwd: '/home/dana/api', commands: ['a.ts', 'a.ts', 'a.ts'], tool: 'Read' },
  { ...base, id: uuid(3), days: 40, commands: FAILING },
];

interface Found {
  of: { sessions: number; costUsd: number };
  findings: { code: string; value: number; evidence: { query: string; rows: { line: number }[]; total: number } }[];
  tools: { name: string; calls: number; failed: number }[];
}
const json = async (args: readonly string[], env: Record<string, string>): Promise<Found> =>
  JSON.parse((await insights([...args, '--json'], env)).stdout);

describe('insights', () => {
  it('finds what failed, names the lines, and counts the last 30 days', async () => {
    const { of, findings, tools } = await json([], claudeHome(sessions));
    expect(of).toEqual({ sessions: 2, costUsd: 5 });
    expect(findings.map(({ code, value }) => [code, value])).toEqual([
      ['failing-commands', 5],
      ['repeated-failures', 3],
      ['read-again', 2],
    ]);
    const [failing, repeated] = findings;
    expect(failing?.evidence.rows.map(({ line }) => line)).toEqual([2, 4, 6, 8, 10]);
    expect(repeated?.evidence.query).toBe(`claude:${uuid(1)}#L2`);
    expect(tools.map(({ name, calls, failed }) => [name, calls, failed]).sort()).toEqual([
      ['Bash', 5, 5],
      ['Read', 3, 0],
    ]);
  });

  it('looks at what was asked for', async () => {
    const env = claudeHome(sessions);
    expect((await json(['--since', '60d'], env)).of.sessions).toBe(3);
    expect((await json(['--project', '/home/dana/api'], env)).findings.map(({ code }) => code)).toEqual(['read-again']);
    expect((await json(['--agent', 'codex'], env)).of.sessions).toBe(0);
    const { stdout } = await runCli(['usage', '--json', '--since', '30d'], { env });
    expect(JSON.parse(stdout).total.cost_usd).toBe((await json([], env)).of.costUsd);
  });

  it('is for people, too, within 80 columns but for places, which are whole, and without an escape', async () => {
    const { stdout, stderr, exitCode } = await insights([], claudeHome(sessions));
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/^threadline: sessions that agents deleted are not known: [^\n]*\n$/);
    expect(stdout).not.toContain('\u001b');
    expect(stdout).toMatch(/^2 sessions in the last 30 days, \$5\.00\nfewer than 20 sessions: too few to say much\n/);
    expect(stdout).toContain('high   npm test fails 100 % of the time\n');
    expect(stdout).toContain(`  claude:${uuid(1)}#L2  npm test\n`);
    expect(stdout).toContain('  … and 2 more; --json has their places\n');
    expect(stdout).toMatch(/^tool +calls +failed +half in +95% in +results +cost$/m);
    const wide = stdout.split('\n').filter((line) => line.length > 80 && !line.startsWith('  claude:'));
    expect(wide).toEqual([]);
  });

  it('counts the money of sessions that the agent deleted, as usage does', async () => {
    const env: Record<string, string> = { ...claudeHome(sessions), THREADLINE_HOME: temporaryFolder().path };
    expect((await runCli(['archive', 'index'], { env })).exitCode).toBe(0);
    rmSync(join(env.HOME ?? '', '.claude/projects/-p', `${uuid(1)}.jsonl`));
    const { of, findings } = await json([], env);
    expect(of).toEqual({ sessions: 2, costUsd: 5 });
    expect(findings.map(({ code }) => code)).toEqual(['read-again']);
    const { stdout } = await runCli(['usage', '--json', '--since', '30d'], { env });
    expect(JSON.parse(stdout).total).toMatchObject({ sessions: 2, cost_usd: 5 });
  });

  it('of an empty home finds nothing, and of a missing one is exit code 4', async () => {
    const env = claudeHome([]);
    expect(await insights([], env)).toMatchObject({ exitCode: 0, stdout: '' });
    const nothing = { of: { sessions: 0, costUsd: null }, findings: [], tools: [], commits: [], commitsTotal: 0 };
    expect(await json([], env)).toMatchObject(nothing);
    expect((await insights(['--home', '/nowhere'], env)).exitCode).toBe(4);
  });

  it.each([
    [['--here', '--project', '.'], 'exclude each other'],
    [['--since', 'soon'], '--since takes'],
    [['--csv'], 'unknown option'],
    [['x'], "insights takes no argument 'x'"],
  ])('refuses %j', async (args, message) => {
    const { exitCode, stderr } = await insights(args, {});
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('report', () => {
  const report = (args: readonly string[], env: Record<string, string>) => runCli(['report', ...args], { env });
  const secret = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz';
  const week: MadeSession[] = [
    { ...base, id: uuid(1), commands: FAILING, prompt: `<b>mend</b> | [it](javascript:x) ${secret}` },
    { ...base, id: uuid(2), days: 8, prompt: 'long ago' },
    { ...base, id: uuid(3), days: 2, commands: ['ls'], isDone: false, prompt: 'broke off' },
  ];

  it('tells what was done, what it cost and what failed, as Markdown', async () => {
    const { stdout, stderr, exitCode } = await report(['--week'], claudeHome(week));
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^# What agents did, \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d\n/);
    expect(stdout).toMatch(/\nOn \S+: 2 sessions, 7 requests, 700k tokens, 3\.50 USD\. 1 session ended in failure\.\n/);
    for (const title of ['What was done', 'What it cost by project', 'What failed'])
      expect(stdout).toContain(`## ${title}\n`);
    expect(stdout).toContain(`| broke off | /home/dana/app | 0.50 | claude:${uuid(3)} |`);
    expect(stdout).not.toMatch(/long ago|<b>|ghp_/);
    expect(stderr).toMatch(/^threadline: redacted \d+ secrets?: github-token/m);
  });

  it('says how many agents the sessions started, so that both are what usage counts', async () => {
    const home = fileURLToPath(new URL('../fixtures/claude/2.1.325/s11/session', import.meta.url));
    const env = { HOME: temporaryFolder().path, CLAUDE_CONFIG_DIR: home };
    const days = ['--since', '2026-01-01'];
    const { stdout } = await report(days, env);
    const [, sessions, agents] = /: (\d+) sessions? and (\d+) agents? that they started, /.exec(stdout) ?? [];
    const used = JSON.parse((await runCli(['usage', '--json', ...days], { env })).stdout).total;
    expect([sessions, agents, used.sessions]).toEqual(['1', '3', 4]);
    expect(stdout).toContain(`| Project | Sessions and agents | Requests |`);
    expect(stdout).toContain(`| ${used.sessions} | ${used.requests} |`);
  });

  it('is a page without a script as HTML, written to a file that it does not replace', async () => {
    const env = claudeHome(week);
    const path = `${env.HOME}/week.html`;
    const { exitCode, stdout } = await report(['--week', '--to', 'html', '-o', path], env);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
    const page = await runCli(['report', '--to', 'html', '--no-redact'], { env });
    expect(page.stdout).toMatch(/^<!doctype html>/i);
    expect(page.stdout).toContain('&lt;b&gt;mend&lt;/b&gt;');
    expect(page.stdout).toContain(secret);
    expect(page.stdout).not.toMatch(/<b>|<script|javascript:x"/);
    expect((await report(['--week', '-o', path], env)).exitCode).toBe(4);
    expect((await report(['--week', '-o', path, '--force'], env)).exitCode).toBe(0);
  });

  it('of a week without sessions is a report, too: cron mails it', async () => {
    const { stdout, stderr, exitCode } = await report([], claudeHome(week.slice(1, 2)));
    expect(exitCode).toBe(0);
    expect(stdout).toContain('0 sessions, 0 requests, 0 tokens, no known cost. No session ended in failure.');
    expect(stderr).toContain('no sessions were found');
  });

  it.each([
    [['--to', 'pdf'], "--to takes html or markdown, not 'pdf'"],
    [['--week', '--since', '7d'], '--week and --since exclude each other'],
  ])('refuses %j', async (args, message) => {
    const { exitCode, stderr } = await report(args, {});
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  });
});
