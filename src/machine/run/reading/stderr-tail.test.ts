import { describe, expect, it } from 'vitest';
import { createStderrTail } from './stderr-tail.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('the tail of stderr', () => {
  it('is all of it while it is short', () => {
    const tail = createStderrTail(8);
    tail.add(bytes('ab'));
    tail.add(bytes('cd'));
    expect(tail.text()).toBe('abcd');
  });

  it('is its end when it is long, however it came', () => {
    const tail = createStderrTail(8);
    for (const character of 'the quick brown fox jumps') tail.add(bytes(character));
    expect(tail.text()).toBe('ox jumps');
    tail.add(bytes('x'.repeat(1000)));
    expect(tail.text()).toBe('xxxxxxxx');
  });

  it('does not begin in the middle of a character', () => {
    const tail = createStderrTail(6);
    tail.add(bytes('漢字👩a'));
    expect(tail.text()).toBe('👩a');
  });
});
