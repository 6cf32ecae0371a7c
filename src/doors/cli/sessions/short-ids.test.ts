import { describe, expect, it } from 'vitest';
import { shortIds } from './table.ts';

describe('short ids', () => {
  it('are as long as they must be to be told apart, and no less than eight characters', () => {
    const short = shortIds(['01a1de09-5e47-1', '01a1de09-5e47-2', '01a1de0e-0000', 'ab', '']);
    expect([...short.values()]).toEqual(['', '01a1de09-5e47-1', '01a1de09-5e47-2', '01a1de0e', 'ab']);
  });

  it('take time in proportion to the list', () => {
    const ids = Array.from({ length: 50_000 }, (_, n) => `01a1de09-${String(n).padStart(27, '0')}`);
    expect(new Set(shortIds(ids).values()).size).toBe(50_000);
  });
});
