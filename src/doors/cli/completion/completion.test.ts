import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { commands } from '../commands.ts';
import { bashScript } from './bash.ts';
import { completedCommands } from './completion.ts';
import { fishScript } from './fish.ts';
import { zshScript } from './zsh.ts';

const list = await completedCommands({});
const [bash, zsh, fish] = [bashScript(list), zshScript(list), fishScript(list)];
const has = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0;

/** What bash offers for the last of these words. */
function offered(...words: string[]): string[] {
  const script = `${bash}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _threadline; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', 'threadline', ...words], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((word) => word !== '');
}

describe('completion', () => {
  it('knows every option of every command, as the commands parse them', async () => {
    expect(list.map(({ name }) => name)).toEqual(commands.map(({ name }) => name));
    for (const [index, entry] of commands.entries()) {
      const names = [...Object.keys((await entry.load()).options), 'help'];
      expect(list[index]?.options.map(({ name }) => name)).toEqual(names);
      const lines = {
        bash: bash.split('\n').find((line) => line.startsWith(`    ${entry.name}) options=`)) ?? '',
        zsh: zsh.split('\n').find((line) => line.startsWith(`    ${entry.name}) _arguments`)) ?? '',
        fish: fish
          .split('\n')
          .filter((line) => line.includes(`_from ${entry.name}'`))
          .join('\n'),
      };
      for (const name of names) {
        expect(lines.bash, entry.name).toMatch(new RegExp(`--${name}[ ']`));
        expect(lines.zsh, entry.name).toMatch(new RegExp(`--${name}[:']`));
        expect(lines.fish, entry.name).toMatch(new RegExp(`-l ${name}( |$)`, 'm'));
      }
    }
  });

  it('knows no option that the help of its command does not tell of', async () => {
    for (const { name, load } of commands) {
      const command = await load();
      const help = await command.help();
      for (const option of Object.keys(command.options)) expect(help, name).toMatch(new RegExp(`--${option}\\b`));
    }
  });

  it.skipIf(!has('bash'))('works in bash', () => {
    expect(offered('se')).toContain('sessions');
    expect(offered('sessions', '--j')).toEqual(['--json']);
    expect(offered('sessions', '--color', 'a')).toEqual(['always', 'auto']);
    expect(offered('sessions', '--agent', '')).toContain('codex');
    expect(offered('help', 'do')).toEqual(['doctor']);
    expect(offered('completion', '')).toEqual(['bash', 'zsh', 'fish']);
    expect(offered('show', '')).toEqual([]);
    expect(offered('sessions', '--since', '')).toEqual([]);
  });

  it.skipIf(!has('zsh'))('is understood by zsh', () => {
    expect(spawnSync('zsh', ['-n', '-c', zsh], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  });

  it.skipIf(!has('fish'))('is understood by fish', () => {
    expect(spawnSync('fish', ['-n', '-c', fish], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  });

  it('puts no name into a script that a shell could take for anything else', async () => {
    expect(`${bash}${zsh}${fish}`).not.toMatch(/undefined|\[object/);
    for (const { name, options } of list)
      for (const word of [name, ...options.map((option) => option.name)]) expect(word).toMatch(/^[\w-]+$/);
  });
});
