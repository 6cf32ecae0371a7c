import { P as packageP, S as packageS } from 'uc.micro';
import { expect, it } from 'vitest';
import { P, S } from './unicode-classes.ts';

it('punctuation and symbols are those that the package lists, but for what Unicode added since', () => {
  const characters = Array.from({ length: 0x2_0000 }, (_, code) => String.fromCodePoint(code));
  const differing = characters.filter(
    (character) => (P.test(character) || S.test(character)) !== (packageP.test(character) || packageS.test(character)),
  );
  expect(differing.length).toBeLessThan(200);
  expect(differing.filter((character) => character < '\u3000')).toEqual([]);
});
