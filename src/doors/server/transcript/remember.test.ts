import { describe, expect, it } from 'vitest';
import { rememberByTranscript } from './remember.ts';
import type { Transcript } from './transcripts.ts';

/** Nothing else of a transcript is looked at. */
const madeTranscript = () => ({ lastLine: 1, rows: [], reading: 1 }) as Partial<Transcript> as Transcript;

describe('what was made of a transcript', () => {
  it('is made anew for another transcript, and when what it was made of besides is another', () => {
    const remember = rememberByTranscript();
    const first = madeTranscript();
    let made = 0;
    const ask = (besides: unknown) => remember('outline', first, () => ++made, besides);
    const requests = [1];
    expect([ask(requests), ask(requests), ask([1]), made]).toEqual([1, 1, 2, 2]);
    expect(remember('outline', madeTranscript(), () => ++made, requests)).toBe(3);
  });
});
