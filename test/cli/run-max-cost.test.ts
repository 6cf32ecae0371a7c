import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runCli, shellRun } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const replay = fileURLToPath(new URL('./replay-agent.mjs', import.meta.url));
const env = (more: Record<string, string> = {}) => ({
  ...{ CODEX_HOME: join(folder.path, 'home'), HOME: folder.path, TZ: 'UTC', REPLAY_RECORDING: shellRun },
  ...more,
});

/** A Codex that says who it is, writes what it used to its session alone, and stays. */
const ID = '01a1de06-ab42-79f0-9c2d-b8851174e06f';
const writer = folder.write(
  'writer.mjs',
  `import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
for await (const chunk of process.stdin);
const at = new Date().toISOString();
const line = (type, payload) => JSON.stringify({ timestamp: at, type, payload }) + '\\n';
const counts = { input_tokens: 1000000, cached_input_tokens: 0, output_tokens: 0, reasoning_output_tokens: 0, total_tokens: 1000000 };
const session = join(process.env.CODEX_HOME, 'sessions/2026/11/16');
mkdirSync(session, { recursive: true });
writeFileSync(join(session, 'rollout-2026-11-16T00-00-00-${ID}.jsonl'),
  line('session_meta', { id: '${ID}', timestamp: at, cwd: '/p', source: 'exec' }) +
  line('turn_context', { model: 'gpt-5.5', cwd: '/p' }) +
  line('token_usage_record', { thread_id: '${ID}', turn_id: 't', response_id: 'r', usage: counts }));
process.stdout.write(JSON.stringify({ type: 'thread.started', thread_id: '${ID}' }) + '\\n');
setInterval(() => {}, 1000);
`,
);
mkdirSync(join(folder.path, 'home'), { recursive: true });
chmodSync(writer, 0o755);

describe('run --max-cost', () => {
  it('ends an agent whose output costs more, as Ctrl-C does, and exits with 1', async () => {
    const { stderr, stdout, exitCode } = await runCli(['run', 'go', '-m', 'gpt-5.5', '--max-cost', '0.001'], {
      env: env({ CODEX_CLI_PATH: replay, REPLAY_STAYS: 'talking' }),
    });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/over --max-cost: \$0\.0\d of \$0\.0010; the agent was ended\n$/);
    expect(stdout).toContain('interrupted after');
  });

  it('ends an agent whose session says that it costs more, though nothing is printed', async () => {
    const { stderr, exitCode } = await runCli(['run', 'go', '--max-cost', '1'], {
      env: env({ CODEX_CLI_PATH: writer }),
    });
    expect({ exitCode }).toEqual({ exitCode: 1 });
    expect(stderr).toMatch(/over --max-cost: \$\d+\.\d\d of \$1\.00; the agent was ended\n$/);
  });

  it('leaves a run alone that costs less, and names models that have no price', async () => {
    const given = { env: env({ CODEX_CLI_PATH: replay, CODEX_HOME: join(folder.path, 'none') }) };
    expect(await runCli(['run', 'go', '-m', 'gpt-5.5', '--max-cost', '5'], given)).toMatchObject({
      exitCode: 0,
      stderr: '',
    });
    const unknown = await runCli(['run', 'go', '-m', 'mystery', '--max-cost', '0'], given);
    expect(unknown.exitCode).toBe(0);
    expect(unknown.stderr).toContain('--max-cost does not count what has no price: mystery');
  });

  it('refuses an empty value', async () => {
    const { exitCode, stderr } = await runCli(['run', 'go', '--max-cost='], { env: env() });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--max-cost needs a value that is not empty');
  });

  it.each(['free', '-1', '1e3', '1,50'])('refuses %j', async (amount) => {
    const { exitCode, stderr } = await runCli(['run', 'go', `--max-cost=${amount}`], { env: env() });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--max-cost takes dollars such as 20 or 0.50');
  });
});
