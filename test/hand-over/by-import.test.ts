import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { extractText } from 'threadline';
import { runImport } from 'threadline/run';
import { handOff, type ImportCommand, loadSession } from 'threadline/sessions';
import { describe, expect, it } from 'vitest';
import { runCli } from '../cli/run-cli.ts';
import { createHandedHome, type HandedHome, SOURCE_ID } from './handed-home.ts';

/** What an agent was given to import, from a program that then refuses it. */
async function given(home: HandedHome, to: string): Promise<{ text: string; command: ImportCommand }> {
  const commands: ImportCommand[] = [];
  let text = '';
  const handing = handOff({
    ...home.options({ to }),
    async runImport(command) {
      commands.push(command);
      const file = command.args.at(-1) ?? '';
      if (existsSync(file)) text = readFileSync(file, 'utf8');
      return { exitCode: 1, stdout: '', stderr: 'the mock refuses\nat a line' };
    },
  });
  await expect(handing).rejects.toMatchObject({
    code: 'write-failed',
    message: expect.stringMatching(/did not import the thread: the mock refuses$/),
  });
  const command = commands.at(-1);
  if (!command) throw new Error('nothing was run');
  return { text, command };
}

describe('a thread that an agent imports by its own command', () => {
  it('is a document of OpenCode that is read back the same', async () => {
    const home = createHandedHome();
    const { text, command } = await given(home, 'opencode');
    expect(command).toMatchObject({ agent: 'opencode', cwd: home.project });
    const path = join(home.root, 'export.json');
    writeFileSync(path, text);
    const messages = await loadSession({ path });
    expect(messages.map(extractText).filter((one) => one !== '')).toEqual(
      ['1', '2'].flatMap((number) => [`Prompt ${number}.`, `Answer ${number}.`]),
    );
    const calls = messages.flatMap(({ content }) => content.filter((block) => block.type === 'tool_use'));
    expect(calls.map(({ name, input }) => [name, input.command])).toEqual([
      ['Bash', 'make step-1'],
      ['Bash', 'make step-2'],
    ]);
  });

  it.each(['copilot', 'goose'])('holds every text and call in order for %s', async (to) => {
    const { text } = await given(createHandedHome(), to);
    expect(text).toMatch(/Prompt 1\..*make step-1.*Done 1\..*Answer 1\..*Prompt 2\..*make step-2.*Answer 2\./s);
    for (const line of text.trimEnd().split('\n')) expect(JSON.parse(line)).toBeTypeOf('object');
  });

  it('leaves no file behind, and needs somebody to run the command', async () => {
    const home = createHandedHome();
    const { command } = await given(home, 'goose');
    expect(existsSync(dirname(command.args.at(-1) ?? ''))).toBe(false);
    await expect(handOff(home.options({ to: 'goose' }))).rejects.toBeInstanceOf(TypeError);
    const planned = await handOff(home.options({ to: 'goose', dryRun: true }));
    expect(planned).toMatchObject({ action: 'created', dryRun: true, id: '', path: '', turns: { taken: 2 } });
    const folder = basename(dirname(command.args.at(-1) ?? ''));
    expect(readdirSync(tmpdir())).not.toContain(folder);
  });

  it('is told of with 4 where the program is missing or says what it did not do, and --remove is refused', async () => {
    const home = createHandedHome();
    const env = { ...home.env, PATH: '', GOOSE_CLI_PATH: '' };
    const source = ['handoff', SOURCE_ID, '--to', 'goose'];
    const missing = await runCli(source, { env });
    expect(missing).toMatchObject({ exitCode: 4, stdout: '' });
    expect(missing.stderr).toContain('goose not found');
    const program = join(home.root, 'bin/goose');
    mkdirSync(dirname(program), { recursive: true });
    writeFileSync(program, '#!/bin/sh\necho "Session imported:"\necho "20261117_1 - x"\n');
    chmodSync(program, 0o755);
    const lying = await runCli(source, { env: { ...home.env, GOOSE_CLI_PATH: program } });
    expect(lying).toMatchObject({ exitCode: 4, stdout: '' });
    const removing = await runCli([...source, '--remove'], { env });
    expect(removing).toMatchObject({ exitCode: 2, stdout: '' });
    expect(removing.stderr).toContain('it is taken away there');
  });

  it('is run with what the program prints and how it ends', async () => {
    const home = createHandedHome();
    const program = join(home.root, 'goose');
    writeFileSync(program, '#!/bin/sh\ncat\necho "$@"\necho no >&2\nexit 3\n');
    chmodSync(program, 0o755);
    const command = { agent: 'goose', args: ['a b', '--c'], cwd: home.project, env: { GOOSE_CLI_PATH: program } };
    expect(await runImport(command)).toEqual({ exitCode: 3, stdout: 'a b --c\n', stderr: 'no\n' });
  });
});
