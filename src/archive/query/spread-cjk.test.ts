import { describe, expect, it } from 'vitest';
import { spreadCjk } from './spread-cjk.ts';

const PIECE_LENGTH = 1024 * 1024;

describe('spreadCjk', () => {
  it.each([0, 1, 2, 3])('makes pairs of a run that lies %i characters before the border of two pieces', (before) => {
    const lead = 'a'.repeat(PIECE_LENGTH - before);
    expect(spreadCjk(`${lead}世界検索 naïve`).slice(lead.length)).toBe(spreadCjk('世界検索 naïve'));
  });

  it('keeps halves of a character together at the border of two pieces', () => {
    const lead = 'a'.repeat(PIECE_LENGTH - 1);
    expect(spreadCjk(`${lead}𠮷野家`)).toBe(`${lead} 𠮷野 野家 `);
  });
});
