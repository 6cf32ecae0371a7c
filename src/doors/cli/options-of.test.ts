import { expect, expectTypeOf, it } from 'vitest';
import { optionsOf } from './options-of.ts';

const help = `threadline made-up: a command with --words before its options.

  threadline made-up [--full] [--home DIR]...

Options
      --full         Fold nothing, as --all does
  -n, --limit N      So many at most
      --home DIR     Where to look; may be given again,
                     as --home again
      --permission-mode MODE
                     What it may do
      --text, --raw DAYS
                     Two on a line
      --bare
  -h, --help         Show this help
`;

it('reads the lines of options alone, each with its short name and what it takes', () => {
  const options = optionsOf(help, 'home');
  expect(options).toEqual({
    full: { type: 'boolean' },
    limit: { type: 'string', short: 'n' },
    home: { type: 'string', multiple: true },
    'permission-mode': { type: 'string' },
    bare: { type: 'boolean' },
  });
  expectTypeOf(options).toEqualTypeOf<{
    readonly full: { type: 'boolean' };
    readonly limit: { type: 'string' };
    readonly home: { type: 'string'; multiple: true };
    readonly 'permission-mode': { type: 'string' };
    readonly bare: { type: 'boolean' };
  }>();
});
