import { describe, expect, it } from 'vitest';
import { commands, groups } from '../../src/doors/cli/commands.ts';
import { globalHelp, topicHelp } from '../../src/doors/cli/help.ts';
import { commandFor } from '../../src/doors/cli/other-names.ts';
import { expectGolden } from '../golden.ts';
import { runCli } from './run-cli.ts';

/** A command on a line of its own: two blanks, its name, two blanks or more, one sentence. */
const LISTED = /^ {2}([a-z][a-z-]*) {2,}(\S.*)$/;
const listed = (text: string) =>
  text.split('\n').flatMap((line) => {
    const [, name, sentence] = LISTED.exec(line) ?? [];
    return name === undefined ? [] : [{ name, sentence }];
  });

describe('threadline --help', () => {
  it('has at most 45 lines of at most 80 columns', () => {
    const lines = globalHelp().trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(45);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });

  it('lists each common command once, in its group, and no rare one', () => {
    const expected = groups.flatMap(({ common }) => common.map(({ name, summary }) => ({ name, sentence: summary })));
    expect(listed(globalHelp())).toEqual(expected);
    expect(new Set(commands.map(({ name }) => name)).size).toBe(commands.length);
  });

  it('names the help of a group on its last line if it has more commands', () => {
    const parts = globalHelp().split('\n\n');
    for (const { name, summary, rare } of groups) {
      const part = parts.find((text) => text.startsWith(summary)) ?? '';
      expect(part.includes(`\n  More: threadline help ${name}`), name).toBe(rare.length > 0);
      if (rare.length > 0) expect(part.trimEnd().split('\n').at(-1)).toBe(`  More: threadline help ${name}`);
    }
  });
});

describe('threadline help', () => {
  it.each(groups)('lists every command of the group $name', ({ name, common, rare }) => {
    const text = topicHelp(name) ?? '';
    expect(listed(text).map((row) => row.name)).toEqual([...common, ...rare].map((row) => row.name));
    expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it('prints the help of a group and of a command', async () => {
    const [group, command] = await Promise.all([runCli(['help', 'share']), runCli(['help', 'push'])]);
    expect([group.exitCode, group.stdout]).toEqual([0, topicHelp('share')]);
    expect([command.exitCode, command.stdout.split(':')[0]]).toEqual([0, 'threadline push']);
  });

  it('explains every exit code', () => {
    const text = topicHelp('exit-codes') ?? '';
    for (const code of [0, 1, 2, 3, 4, 130]) expect(text).toMatch(new RegExp(`^ *${code}  \\S`, 'm'));
  });

  it.each(['exit-code', ''])('has no topic %j', async (topic) => {
    const { stderr, exitCode, stdout } = await runCli(['help', topic]);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});

describe('a word that is no command', () => {
  const words = ['ls', 'ps', 'cost', 'diff', 'stats', 'list', 'summary', 'open', 'rm', 'grep', 'top'];
  it.each(['ls', 'ps', 'cost', 'diff', 'stats'])(
    '%s gets exit code 2 and one line that names the command to type',
    async (word) => {
      const { stdout, stderr, exitCode } = await runCli([word, '--json']);
      expect([exitCode, stdout]).toEqual([2, '']);
      expect(stderr).toBe(`threadline: unknown command '${word}'; did you mean 'threadline ${commandFor(word)}'?\n`);
    },
  );

  it('names commands that there are', () => {
    for (const word of words) {
      const [command = ''] = (commandFor(word) ?? '').split(' ');
      expect(commands.map(({ name }) => name)).toContain(command);
      expect(commands.map(({ name }) => name)).not.toContain(word);
    }
  });

  it.each(['toString', '__proto__'])('%s names none', async (word) => {
    const { stderr, exitCode } = await runCli([word]);
    expect([exitCode, stderr]).toEqual([2, `threadline: unknown command '${word}'; see 'threadline --help'\n`]);
  });
});

/** What operators read is reviewed as a whole. */
const REVIEWED = ['collect', 'push', 'gateway', 'team', 'login', 'worker', 'archive'];

describe.each(commands)('the help of $name', ({ name, load }) => {
  it('fits 80 columns and names every option and exit code', async () => {
    const { help, options } = await load();
    const text = await help();
    if (REVIEWED.includes(name)) expectGolden(`help/${name}.txt`, text);
    expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(Object.keys(options).filter((option) => !text.includes(`--${option}`))).toEqual([]);
    expect(text).toContain('\nExit codes\n');
  });
});
