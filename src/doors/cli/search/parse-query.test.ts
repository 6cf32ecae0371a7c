import { describe, expect, it } from 'vitest';
import { parseQuery } from './parse-query.ts';

describe('what is looked for', () => {
  it.each([
    [['two', 'words'], 'words', 'two words'],
    [['"two words"'], 'phrase', 'two words'],
    [["'two'"], 'exact', 'two'],
    [['/tw[o0]/'], 'regex', 'tw[o0]'],
    [['/usr/lib/'], 'words', '/usr/lib/'],
    [['/usr/lib'], 'words', '/usr/lib'],
    [['/a/i'], 'words', '/a/i'],
    [['//'], 'words', '//'],
    [['"one', 'two"'], 'words', '"one two"'],
    [['"'], 'words', '"'],
  ])('%j is meant as %s', (args, mode, text) => {
    expect(parseQuery(args, {})).toEqual({ mode, text });
  });

  it('is taken as it stands where an option says how it is meant', () => {
    expect(parseQuery(['"a', 'b"'], { exact: true })).toEqual({ mode: 'exact', text: '"a b"' });
    expect(parseQuery(['/a/b/'], { regex: true })).toEqual({ mode: 'regex', text: '/a/b/' });
    // A pattern without Unicode only.
    expect(parseQuery(['\\-a'], { regex: true })).toEqual({ mode: 'regex', text: '\\-a' });
  });

  it.each([
    [[], {}, 'say what to look for'],
    [[' '], {}, 'say what to look for'],
    [['a'], { exact: true, regex: true }, 'exclude each other'],
    [['/(a/'], {}, "'(a' is no regular expression: unterminated group"],
  ])('%j with %j is refused in one line', (args, given, message) => {
    expect(() => parseQuery(args, given)).toThrow(message);
    expect(() => parseQuery(args, given)).not.toThrow('\n');
  });
});
