import { describe, expect, it } from 'vitest';
import { createScreen } from './screen.ts';

const terminal = { isTTY: true, columns: 100 };
const pipe = {};

describe('how wide a screen is', () => {
  it.each([
    ['a terminal says it', terminal, {}, 100],
    ['COLUMNS comes before what the terminal says', terminal, { COLUMNS: '60' }, 60],
    ['COLUMNS holds for a pipe too', pipe, { COLUMNS: '200' }, 200],
    ['a pipe has no width', pipe, {}, Number.POSITIVE_INFINITY],
    ['a COLUMNS that is no number is none', pipe, { COLUMNS: 'wide' }, Number.POSITIVE_INFINITY],
    ['a COLUMNS of 0 is none', terminal, { COLUMNS: '0' }, 100],
    ['a terminal that does not know has 80', { isTTY: true }, {}, 80],
    ['nothing fits less than 24', terminal, { COLUMNS: '3' }, 24],
  ])('%s', (_, stream, environment, columns) => {
    expect(createScreen({ stream, environment }).columns).toBe(columns);
  });
});

describe('whether it has colours', () => {
  it.each([
    ['a terminal has', undefined, terminal, {}, true],
    ['a pipe has none', undefined, pipe, {}, false],
    ['NO_COLOR declines them', undefined, terminal, { NO_COLOR: '1' }, false],
    ['an empty NO_COLOR does not', undefined, terminal, { NO_COLOR: '' }, true],
    ['a dumb terminal has none', undefined, terminal, { TERM: 'dumb' }, false],
    ['FORCE_COLOR brings them to a pipe', undefined, pipe, { FORCE_COLOR: '1' }, true],
    ['FORCE_COLOR=0 declines them', undefined, terminal, { FORCE_COLOR: '0' }, false],
    ['CLICOLOR_FORCE brings them', undefined, pipe, { CLICOLOR_FORCE: '1' }, true],
    ['CLICOLOR_FORCE=0 does not', undefined, pipe, { CLICOLOR_FORCE: '0' }, false],
    ['NO_COLOR is stronger than CLICOLOR_FORCE', undefined, pipe, { CLICOLOR_FORCE: '1', NO_COLOR: '1' }, false],
    ['--color always is stronger than all', 'always', pipe, { NO_COLOR: '1', TERM: 'dumb' }, true],
    ['--color never too', 'never', terminal, { FORCE_COLOR: '1' }, false],
    ['--color auto decides nothing', 'auto', pipe, { FORCE_COLOR: '1' }, true],
  ])('%s', (_, color, stream, environment, isColoured) => {
    const { style } = createScreen({ color, stream, environment });
    expect(style.bold('x')).toBe(isColoured ? '\x1b[1mx\x1b[22m' : 'x');
  });
});
