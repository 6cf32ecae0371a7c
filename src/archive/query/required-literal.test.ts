import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compiled, randomRegex, regexCharacter } from '../../../test/archive/random-regex.ts';
import { requiredLiteral } from './required-literal.ts';

describe('the literal that every match holds', () => {
  it.each<[string, string, string?]>([
    ['panic: (\\d+)', 'panic: '],
    ['foo.*barbaz', 'barbaz'],
    ['ab+cde', 'cde'],
    ['a{2}bc', 'bc'],
    ['\\u{41}bc', 'bc'],
    ['x*', ''],
    ['foo\\', 'foo'],
    ['a\\.b\\/c', 'a.b/c'],
    ['colou?r', 'colo'],
    ['ab+cd', 'ab'],
    ['ab{2,}cd', 'ab'],
    ['ab{0,2}cd', 'cd'],
    ['x{,5}yz', ',5'],
    ['(?<name>one|two) three\\k<name>', ' three'],
    ['(?=look)ahead', 'ahead'],
    ['[|]and[^\\]|]', 'and'],
    ['\\bword\\b', 'word'],
    ['\\u{1f680}rocket', 'rocket'],
    ['\\p{Lu}mega', 'mega'],
    ['🚀rocket', '🚀rocket'],
    ['naïve case', 've case', 'i'],
    // Alternatives: none of them is sure.
    ['panic|timeout', ''],
    ['timeout error:\\x20\\d|panic', ''],
    ['timeout\\p{N}|panic', ''],
    ['timeout\\u0020|panic', ''],
    ['(one)two\\1|three', ''],
    ['(?<a>x)long text\\k<a>|y', ''],
    ['abc{|def}', ''],
    ['abc\\cA|def', ''],
    ['(?:a|b)*', ''],
  ])('of %s is %j', (source, expected, flags) => {
    expect(requiredLiteral(source, flags)).toBe(expected);
  });

  it('stands in every match of a random expression', () => {
    let matches = 0;
    fc.assert(
      fc.property(randomRegex, fc.string({ unit: regexCharacter, maxLength: 30 }), ({ source, flags }, text) => {
        const literal = requiredLiteral(source, flags);
        for (const [match] of text.matchAll(compiled(source, flags))) {
          matches += 1;
          // A long s is an s to an expression without case, and the sign of Kelvin a k.
          const held = flags.includes('i') ? match.toLowerCase().replaceAll('ſ', 's') : match;
          expect(held, literal).toContain(flags.includes('i') ? literal.toLowerCase() : literal);
        }
      }),
      { numRuns: 3000 },
    );
    expect(matches).toBeGreaterThan(1000);
  });
});
