import { expect, it } from 'vitest';
import { separatePrompts } from './separate-prompts.ts';

const options = { model: { type: 'string', short: 'm' }, json: { type: 'boolean' } } as const;

it.each([
  [['-m', 'a b', 'go'], [], ['-m', 'a b', 'go']],
  [['--json', '-m x'], ['-m x'], ['--json']],
  [['--model=a b'], ['--model=a b'], []],
  [['-m', 'x', '--help me'], ['--help me'], ['-m', 'x']],
  [['--json', '--', '-m', '--'], ['-m', '--'], ['--json']],
  [['-m', '--', 'x y'], ['x y'], ['-m', '--']],
  [['a\nb'], ['a\nb'], []],
])('%j', (args, prompts, rest) => {
  expect(separatePrompts(args, options)).toEqual({ prompts, rest });
});
