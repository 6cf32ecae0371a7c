import { createEventReader, detectWire, type Outcome } from 'threadline';
import { describe, expect, it } from 'vitest';
import { allWires } from '../../src/core/wires/registry.ts';
import { everyRecording } from '../fixtures.ts';
import { ownRecordings } from '../own-output.ts';
import { onePerVersion } from './drift.ts';

/** The laws that every dialect keeps, on every bundled recording of it. */

function read(...chunks: (string | Uint8Array)[]): Outcome[] {
  const reader = createEventReader();
  return [...chunks.flatMap((chunk) => reader.push(chunk)), ...reader.end()];
}

/** CI cuts every recording at many places, `npm test` one of each version and wire. */
const isWhole = Boolean(process.env.THREADLINE_EVERY_RECORDING);
const byWire = Map.groupBy([...everyRecording(), ...ownRecordings()], ({ bytes }) => detectWire(bytes));

describe.each(allWires().map((wire) => wire.name))('%s', (name) => {
  const own = byWire.get(name) ?? [];

  it('has recordings to show', () => {
    expect(own.length).toBeGreaterThan(0);
  });

  it.each(own)('gives one outcome for each line that is not blank, in order: $name', ({ bytes }) => {
    const numbers = read(bytes)
      .filter((outcome) => !('flush' in outcome))
      .map((outcome) => outcome.line);
    const text = new TextDecoder().decode(bytes);
    const lines = text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [index + 1]));
    // A document over many lines is one outcome, at its first line.
    const expected = /^[[{]\n/.test(text) ? [1] : lines;
    expect(numbers).toEqual(expected);
  });

  it.each(isWhole ? own : onePerVersion(own))(
    'gives the same outcomes byte by byte, as text, and in two halves: $name',
    ({ bytes }) => {
      const whole = JSON.stringify(read(bytes));
      expect(JSON.stringify(read(...Array.from(bytes, (byte) => Uint8Array.of(byte))))).toBe(whole);
      const text = new TextDecoder().decode(bytes);
      expect(JSON.stringify(read(text))).toBe(JSON.stringify(read(new TextEncoder().encode(text))));
      for (let cut = 0; cut < bytes.length; cut += Math.ceil(bytes.length / 20)) {
        expect(JSON.stringify(read(bytes.subarray(0, cut), bytes.subarray(cut)))).toBe(whole);
      }
    },
  );

  it.each(own)('gives the same for the same bytes, and every event can be written: $name', ({ bytes }) => {
    const first = JSON.stringify(read(bytes));
    expect(JSON.stringify(read(bytes))).toBe(first);
  });
});
