import { describe, expect, it } from 'vitest';
import { commands } from '../../src/doors/cli/commands.ts';
import { expectGolden } from '../golden.ts';

const NAMES = ['collect', 'push', 'gateway', 'worker', 'archive'];

describe.each(commands.filter(({ name }) => NAMES.includes(name)))('the help of $name', ({ name, load }) => {
  it('is the reviewed one, fits 80 columns and names every option and exit code', async () => {
    const { help, options } = await load();
    const text = await help();
    expectGolden(`help/${name}.txt`, text);
    expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(Object.keys(options).filter((option) => !text.includes(`--${option}`))).toEqual([]);
    expect(text).toContain('\nExit codes\n');
  });
});

it('is asked of commands that there are', () => {
  const known = commands.map(({ name }) => name);
  expect(NAMES.filter((name) => !known.includes(name))).toEqual([]);
});
