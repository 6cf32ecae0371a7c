import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createHandedHome, SOURCE_ID } from '../hand-over/handed-home.ts';
import { makeSecret } from '../made-secrets.ts';
import { runCli } from './run-cli.ts';

describe('handoff', () => {
  it('tells what it did and how to go on, in words and as JSON', async () => {
    const home = createHandedHome({ projectName: "it's mine" });
    const handoff = (...args: string[]) => runCli(['handoff', SOURCE_ID, '--to', 'codex', ...args], { env: home.env });
    const planned = JSON.parse((await handoff('--json', '--dry-run')).stdout);
    expect(existsSync(planned.path)).toBe(false);
    const { exitCode, stdout, stderr } = await handoff();
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toBe(
      `Codex has it now: 2 turns, ${Math.round(planned.size / 1000)} kB, ${planned.path}\n` +
        'left out: 2 token counts of turns\n' +
        `resume it with: cd "${home.project}" && codex resume ${planned.id}\n`,
    );
    const { command, ...facts } = JSON.parse((await handoff('--json')).stdout);
    expect(command).toBe(`cd "${home.project}" && codex resume ${planned.id}`);
    expect(facts).toEqual({ ...planned, command: undefined, action: 'unchanged', dryRun: false });
  });

  it('ends with 4 where the copy was resumed or the folder is not there, and --again, --cwd, --remove help', async () => {
    const home = createHandedHome();
    const handoff = (...args: string[]) => runCli(['handoff', 'last', '--to', 'gemini', ...args], { env: home.env });
    const { path } = JSON.parse((await handoff('--json')).stdout);
    appendFileSync(path, '{}\n');
    // `last` is the newest of all.
    const source = ['handoff', SOURCE_ID, '--to', 'gemini'];
    const again = await runCli(source, { env: home.env });
    expect(again).toMatchObject({ exitCode: 4, stdout: '' });
    expect(again.stderr).toContain('was resumed or changed since it was handed over; --again makes a further copy');
    const copy = JSON.parse((await runCli([...source, '--again', '--json'], { env: home.env })).stdout);
    const removed = await runCli([...source, '--remove'], { env: home.env });
    expect(removed).toEqual({ exitCode: 0, stdout: `removed ${copy.path}\n`, stderr: '' });
    rmSync(home.project, { recursive: true });
    const gone = await runCli([...source, '--again'], { env: home.env });
    expect(gone.exitCode).toBe(4);
    expect(gone.stderr).toContain(`the thread's folder ${home.project} is not on this machine`);
    expect((await runCli([...source, '--again', '--cwd', home.root], { env: home.env })).exitCode).toBe(0);
  });

  it('lists redactions in inputs of tools apart', async () => {
    const home = createHandedHome();
    const { text } = makeSecret('github-token');
    home.writeTurns(1, [text]);
    const { stdout } = await runCli(['handoff', SOURCE_ID, '--to', 'claude'], { env: home.env });
    expect(stdout).toContain(
      'redacted: github-token 1\nof these in what tools were given: 1\n  Bash: github-token (line 2)\n',
    );
    const more = ['--redact-also', 'Prompt', '--json'];
    const also = await runCli(['handoff', SOURCE_ID, '--to', 'claude', ...more], { env: home.env });
    expect(JSON.parse(also.stdout).redactions).toEqual({ 'github-token': 1, also: 1 });
  });

  it('goes on with a prompt by the agent, and without one hands it the terminal', async () => {
    const home = createHandedHome();
    const program = join(home.root, 'codex.mjs');
    writeFileSync(
      program,
      `import { appendFileSync } from 'node:fs';
       const id = process.argv.find((word) => /^[0-9a-f]{8}-/.test(word));
       appendFileSync(${JSON.stringify(join(home.root, 'calls'))}, JSON.stringify([process.cwd(), ...process.argv.slice(2)]) + '\\n');
       if (process.argv[2] === 'exec') {
         for (const event of [{ type: 'thread.started', thread_id: id }, { type: 'turn.started' },
           { type: 'item.completed', item: { id: 'item_0', type: 'agent_message', text: 'Gone on.' } },
           { type: 'turn.completed', usage: { input_tokens: 1, cached_input_tokens: 0, output_tokens: 1 } }])
           console.log(JSON.stringify(event));
       } else process.exitCode = 7;`,
    );
    const env = { ...home.env, CODEX_CLI_PATH: program };
    const handoff = (...args: string[]) => runCli(['handoff', SOURCE_ID, '--to', 'codex', '--run', ...args], { env });
    const told = await handoff('--', 'Go on');
    expect(told.exitCode).toBe(0);
    expect(told.stdout).toContain('Gone on.');
    expect(told.stderr).toContain('Codex has it now: 2 turns');
    expect((await handoff()).exitCode).toBe(1);
    const calls = readFileSync(join(home.root, 'calls'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(calls[0]).toEqual(expect.arrayContaining([home.project, 'exec', 'resume']));
    expect(calls[1]).toEqual([home.project, 'resume', expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  });

  it.each([
    [['last'], 'say who is to go on'],
    [['last', '--to', 'cladue'], 'did you mean'],
    [[], 'no SESSION given'],
    [['last', '--to', 'codex', '--', 'a prompt'], 'a PROMPT is for --run'],
    [['last', '--to', 'codex', '--run', '--json'], 'exclude each other'],
    [['last', '--to', 'codex', '--from-turn', '0'], '--from-turn takes a whole number from 1'],
    [['last', '--to', 'codex', '--from-turn', '1', '--last-turns', '1'], 'exclude each other'],
    [['last', '--to', 'codex', '--redact-also', 'a.*b'], '--redact-also: cannot redact'],
  ])('refuses %j', async (args, message) => {
    const { exitCode, stderr } = await runCli(['handoff', ...args], {});
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
