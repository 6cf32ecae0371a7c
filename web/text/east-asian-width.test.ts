import { eastAsianWidth as widthByPackage } from 'get-east-asian-width';
import { expect, it } from 'vitest';
import { eastAsianWidth } from './east-asian-width.ts';

it('gives every character the width of the package that it replaces', () => {
  const different: number[] = [];
  for (let codePoint = 0; codePoint <= 0x10_ff_ff; codePoint += 1) {
    if (eastAsianWidth(codePoint) !== widthByPackage(codePoint)) different.push(codePoint);
  }
  expect(different).toEqual([]);
});
