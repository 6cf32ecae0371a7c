import { createEventReader, detectWire } from 'threadline';
import { expect, it } from 'vitest';
import { everyRecording } from '../fixtures.ts';
import { createRandom, type Random } from './random.ts';

const COUNT = Number(process.env.THREADLINE_FUZZ_COUNT ?? 2000);

const ODD_VALUES: unknown[] = [
  null,
  true,
  -0,
  1e308,
  '',
  'x',
  [],
  {},
  [null],
  [[[]]],
  { type: 'x' },
  { type: null },
  { __proto__: null },
  ['a', 1],
];

/** A JSON value with one of its parts dropped, doubled, or of another type. */
function mutateValue(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random.below(6) === 0) return random.pick(ODD_VALUES);
  if (Array.isArray(value)) {
    if (value.length === 0) return random.pick(ODD_VALUES);
    return value.with(random.below(value.length), mutateValue(random.pick(value), random));
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return random.pick(ODD_VALUES);
  const index = random.below(entries.length);
  const [key, inner] = entries[index] ?? ['', null];
  const choice = random.below(8);
  if (choice === 0) entries.splice(index, 1);
  else if (choice === 1)
    entries[index] = [random.pick(['__proto__', 'constructor', 'extra', 'id', 'type', 'x']), inner];
  else entries[index] = [key, mutateValue(inner, random)];
  return JSON.parse(
    `{${entries.map(([name, entry]) => `${JSON.stringify(name)}:${JSON.stringify(entry ?? null)}`).join(',')}}`,
  );
}

/** A line with bytes flipped, cut, doubled, or with a value changed. */
function mutateLine(line: string, random: Random): string {
  const at = random.below(line.length + 1);
  switch (random.below(5)) {
    case 0:
      return line.slice(0, at) + String.fromCharCode(random.below(0x250)) + line.slice(at + 1);
    case 1:
      return line.slice(0, at);
    case 2:
      return line.slice(0, at) + line;
    default:
      return JSON.stringify(mutateValue(JSON.parse(line), random));
  }
}

it(`never throws on ${COUNT} damaged lines, and reads on after each`, { timeout: 15 * 60_000 }, () => {
  const random = createRandom(7);
  const prototypeKeys = Reflect.ownKeys(Object.prototype);
  const files = everyRecording()
    .filter(({ bytes }) => detectWire(bytes) !== 'unknown')
    .map(({ bytes }) =>
      new TextDecoder()
        .decode(bytes)
        .split('\n')
        .filter((line) => line.length < 1500 && isJson(line)),
    );
  let left = COUNT;
  while (left > 0) {
    const lines = [...random.pick(files)];
    if (lines.length < 2) continue;
    const reader = createEventReader();
    for (let index = 0; index < lines.length; index += 1) {
      if (random.below(3) === 0) lines.push(...lines.splice(index, 1));
      const line = lines[index] ?? '';
      const damaged = mutateLine(line, random);
      left -= 1;
      // A lone bracket is held until the next line shows that no document follows.
      const held = reader.push(`${damaged.replaceAll('\n', ' ')}\n`).length === 0 && damaged.trim() !== '' ? 1 : 0;
      if (reader.push(`${line}\n`).length !== 1 + held) expect.fail(`not one outcome after ${damaged}`);
    }
    reader.end();
  }
  expect(Reflect.ownKeys(Object.prototype)).toEqual(prototypeKeys);
});

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
