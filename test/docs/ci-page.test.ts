import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entry, runCli } from '../cli/run-cli.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const page = readFileSync(here('../../docs/ci.md'), 'utf8');
const blockOf = (text: string, language: string) =>
  text.match(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\n\`\`\``))?.[1] ?? '';

/** The named steps of the page's workflow and their scripts, in order. */
function stepsOf(yaml: string): Map<string, string> {
  const steps = new Map<string, string>();
  for (const step of yaml.split(/^ {6}- /m).slice(1)) {
    const name = /^name: (.+)$/m.exec(step)?.[1];
    const [, line = ''] = /^ {8}run: (?!\|)(.+)$/m.exec(step) ?? [];
    const [, script = ''] = /^ {8}run: \|\n((?: {10}.*\n?)+)/m.exec(step) ?? [];
    if (name) steps.set(name, line || script.replaceAll(/^ {10}/gm, ''));
  }
  return steps;
}

const steps = stepsOf(blockOf(page, 'yaml'));

/** A job of a runner: a folder, a home, and programs that only note how they were called. */
function makeJob(testExit: number) {
  const root = mkdtempSync(join(tmpdir(), 'threadline-ci-'));
  const [folder, bin, notes] = [join(root, 'work'), join(root, 'bin'), join(root, 'notes')];
  for (const path of [folder, bin]) mkdirSync(path);
  const program = (name: string, script: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  program('threadline', `exec '${process.execPath}' '${entry}' "$@"`);
  program('codex', `exec '${process.execPath}' '${here('../fakes/ci-codex.mjs')}' "$@"`);
  for (const name of ['gh', 'npm']) program(name, `echo "${name} $*" >> '${notes}'`);
  const env = {
    PATH: [bin, process.env.PATH].join(delimiter),
    HOME: root,
    CODEX_HOME: join(root, 'codex'),
    CLAUDE_CONFIG_DIR: join(root, 'none'),
    THREADLINE_HOME: join(root, 'data'),
    GITHUB_STEP_SUMMARY: join(root, 'step-summary.md'),
    RUN_URL: 'https://github.com/a/b/actions/runs/1',
    TASK: 'Fix "the" login; $(touch pwned)',
    NUMBER: '7',
    CI_TEST_EXIT: String(testExit),
    NODE_NO_WARNINGS: '1',
  };
  return {
    folder,
    run(name: string) {
      const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', steps.get(name) ?? 'exit 99'], {
        cwd: folder,
        env,
        encoding: 'utf8',
      });
      return { status, stdout, stderr };
    },
    read: (path: string) => readFileSync(join(root, path), 'utf8'),
    has: (path: string) => existsSync(join(root, path)),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

describe('the workflow of docs/ci.md', () => {
  let job: ReturnType<typeof makeJob>;
  beforeAll(() => {
    job = makeJob(0);
  });
  afterAll(() => job.remove());

  it('has a script for every named step', () => {
    const names = [
      'Install',
      'Run the agent',
      'Keep the thread',
      'Write the summary',
      'Comment the summary',
      'Check the lines',
      'Check the rules',
    ];
    expect([...steps.keys()]).toEqual(names);
    expect([...steps.values()].filter((script) => script.includes('${{'))).toEqual([]);
  });

  it('does what each step says', () => {
    for (const name of steps.keys()) expect(job.run(name), name).toMatchObject({ status: 0 });
    expect(job.has('work/pwned')).toBe(false);
    expect(job.read('notes').split('\n')).toEqual([
      'npm install --global threadline @openai/codex',
      'gh pr comment 7 --body-file summary.md',
      '',
    ]);
    expect(job.read('work/thread/thread.html')).toContain('All tests pass.');
    expect(job.read('work/summary.md')).toContain('| Tests | `npm test` passed |');
    expect(job.read('work/summary.md')).toContain('(<https://github.com/a/b/actions/runs/1>)');
    expect(job.read('step-summary.md')).toBe(job.read('work/summary.md'));
  }, 180_000);

  it('fails by the rules if a test failed', () => {
    const failing = makeJob(1);
    expect(failing.run('Run the agent').status).toBe(0);
    const { status, stdout } = failing.run('Check the rules');
    expect({ status, stdout }).toEqual({ status: 1, stdout: 'failed-tests: 1 test command failed: npm test\n' });
    failing.remove();
  }, 180_000);
});

describe('snippets for other programs', () => {
  it('the status line is a command that prints one line', async () => {
    const { statusLine } = JSON.parse(blockOf(page, 'json'));
    const [program, ...args] = statusLine.command.split(' ');
    expect({ program, type: statusLine.type }).toEqual({ program: 'threadline', type: 'command' });
    const { exitCode, stdout } = await runCli(args, { input: '{"session_id":"x"}', env: { HOME: '/nonexistent' } });
    expect(exitCode).toBe(0);
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(page).toContain(`#(${statusLine.command})`);
  });

  it('the MCP server of each agent is started by a command that is there', () => {
    const mcp = readFileSync(here('../../docs/mcp.md'), 'utf8');
    expect(blockOf(mcp, 'toml')).toMatch(/^command = "npx"\nargs = \["-y", "threadline", "mcp"\]$/m);
    expect(blockOf(mcp, 'sh')).toBe('claude mcp add threadline -- npx -y threadline mcp');
    const { threadline } = JSON.parse(blockOf(mcp, 'json')).mcpServers;
    expect(threadline).toEqual({ command: 'npx', args: ['-y', 'threadline', 'mcp'] });
  });
});
