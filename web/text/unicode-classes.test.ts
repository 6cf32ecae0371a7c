import MarkdownIt from 'markdown-it';
import { expect, it } from 'vitest';
import { P, S } from './unicode-classes.ts';

/** The package itself, which the parser gives on. */
const { ucmicro } = new MarkdownIt().utils.lib;

it('punctuation and symbols are those that the package lists, but for what Unicode added since', () => {
  const characters = Array.from({ length: 0x2_0000 }, (_, code) => String.fromCodePoint(code));
  const differing = characters.filter(
    (character) =>
      (P.test(character) || S.test(character)) !== (ucmicro.P.test(character) || ucmicro.S.test(character)),
  );
  expect(differing.length).toBeLessThan(200);
  expect(differing.filter((character) => character < '\u3000')).toEqual([]);
});
