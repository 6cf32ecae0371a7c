import { createEventReader, type Outcome } from 'threadline';
import { expect, it } from 'vitest';
import { everyRecording } from '../fixtures.ts';
import { createRandom } from './random.ts';

const COUNT = Number(process.env.THREADLINE_FUZZ_COUNT ?? 20_000);

/** Short texts that hold everything that a cut could tear, and pieces of real recordings. */
function samples(): Uint8Array[] {
  const hard = [
    '{"type":"error","message":"🎉é\u2028"}\r\n',
    '\uFEFF{"type":"turn.started"}\n\n',
    'noise\n{"a":\n',
    '\0{"type":"x"}\n',
    '{"type":"a"}{"type":"b"}\n',
  ];
  const texts = hard.map((text) => new TextEncoder().encode(text));
  const invalid = Uint8Array.of(0x7b, 0x22, 0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80, 0x22, 0x7d, 0x0a);
  const real = everyRecording().map(({ bytes }) => bytes.subarray(0, 400));
  return [...texts, invalid, ...real];
}

it(`gives the same outcomes for ${COUNT} random chunkings of random inputs`, { timeout: 15 * 60_000 }, () => {
  const random = createRandom(20_261_115);
  const pieces = samples();
  for (let round = 0; round < COUNT; round += 1) {
    const input = Buffer.concat(
      [random.pick(pieces), random.pick(pieces), random.pick(pieces)].map((piece) => Buffer.from(piece)),
    );
    const whole = createEventReader();
    const expected = JSON.stringify([...whole.push(input), ...whole.end()]);
    const parts = createEventReader();
    const outcomes: Outcome[] = [];
    for (let at = 0; at < input.length; ) {
      const next = at + 1 + random.below(random.below(4) === 0 ? 3 : 300);
      outcomes.push(...parts.push(input.subarray(at, next)));
      at = next;
    }
    outcomes.push(...parts.end());
    if (JSON.stringify(outcomes) !== expected) expect.fail(`round ${round}: ${input.toString('base64')}`);
  }
});
