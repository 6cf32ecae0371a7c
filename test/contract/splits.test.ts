import { describe, expect, it } from 'vitest';
import { createLineFramer } from '../../src/core/lines/framer.ts';
import type { Line } from '../../src/core/lines/line.ts';
import { everyRecording } from '../fixtures.ts';
import { onePerVersion } from './drift.ts';

/**
 * Chunks reach a reader only through the framer, so lines that do not depend on the cut make outcomes that do not.
 * Every place of a recording is tried up to this size; a longer one at every place of its beginning and its end, and at
 * places spread over the rest. `npm test` takes one recording a version; `npm run fuzz` tries every place of every one.
 */
const isWhole = Boolean(process.env.THREADLINE_FUZZ_COUNT);
const EVERY_PLACE_UP_TO = isWhole ? Number.POSITIVE_INFINITY : 4 * 1024;
const SPREAD = 100;

function frame(...chunks: Uint8Array[]): Line[] {
  const framer = createLineFramer();
  return [...chunks.flatMap((chunk) => framer.push(chunk)), ...framer.end()];
}

function places(length: number): number[] {
  if (length <= EVERY_PLACE_UP_TO) return Array.from({ length }, (_, index) => index);
  const step = length / SPREAD;
  const near = Array.from({ length: SPREAD }, (_, index) => [index, length - index, Math.floor(index * step)]);
  return near.flat();
}

function same(lines: Line[], expected: Line[]): boolean {
  return (
    lines.length === expected.length &&
    lines.every((line, index) => {
      const other = expected[index];
      return line.text === other?.text && line.offset === other.offset && line.number === other.number;
    })
  );
}

describe('two halves give the same lines as the whole', { timeout: 5 * 60_000 }, () => {
  const recordings = isWhole ? everyRecording() : onePerVersion(everyRecording());
  it.each(recordings)('$name', ({ bytes }) => {
    const whole = frame(bytes);
    const other = places(bytes.length).find((cut) => !same(frame(bytes.subarray(0, cut), bytes.subarray(cut)), whole));
    expect(other).toBeUndefined();
  });
});

describe('three parts give the same lines as the whole', () => {
  it.each([
    '{"a":"🎉"}\r\n{"b":"é"}\n',
    '\uFEFF{"a":1}\r\n\r\n\uFEFF{}\n',
    '{"u":"\u2028\u2029\u0085"}\n\n  \nx',
    '\0\0{"n":1}\n\r\r\n{"s":"\\ud800"}',
    'é\ré\r\né\n\r',
  ])('%j', (text) => {
    const bytes = new TextEncoder().encode(text);
    const whole = frame(bytes);
    for (let first = 0; first <= bytes.length; first += 1) {
      for (let second = first; second <= bytes.length; second += 1) {
        const parts = frame(bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second));
        if (!same(parts, whole)) expect.fail(`other lines when cut at ${first} and ${second}`);
      }
    }
    expect(whole.length).toBeGreaterThan(0);
  });
});
