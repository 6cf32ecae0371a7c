import { createEventReader } from 'threadline';
import { expect, it } from 'vitest';
import { bundledRecordings } from '../../../../test/fixtures.ts';

const MUTATIONS = 10_000;
const VALUES = [
  null,
  true,
  0,
  -1,
  1.5,
  '',
  'x',
  [],
  {},
  [null],
  [1],
  { type: 'x' },
  { __proto__: null, type: 1 },
  '__proto__',
];

/** The same numbers in every run. */
function createRandom(): (below: number) => number {
  let state = 20_260_101;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
}

/** Puts another value in some place, takes one away, or adds one. */
function mutate(record: unknown, random: (below: number) => number): void {
  let holder = record;
  for (let depth = random(6); depth >= 0; depth -= 1) {
    if (typeof holder !== 'object' || holder === null) return;
    const keys = Object.keys(holder);
    const key = keys[random(keys.length + 1)] ?? 'added';
    const inner: unknown = Reflect.get(holder, key);
    if (depth > 0 && typeof inner === 'object' && inner !== null) {
      holder = inner;
      continue;
    }
    if (random(4) === 0) Reflect.deleteProperty(holder, key);
    else Reflect.set(holder, key, structuredClone(VALUES[random(VALUES.length)]));
    return;
  }
}

it(`never throws and gives one outcome a line, whatever ${MUTATIONS} mutations made of the files`, {
  timeout: 120_000,
}, () => {
  const files = bundledRecordings('*/*/rollout*.jsonl')
    .map(({ bytes }) => new TextDecoder().decode(bytes).trim().split('\n'))
    .filter((lines) => lines.length > 1 && lines.join('').length < 100_000);
  const random = createRandom();
  let mutations = 0;
  while (mutations < MUTATIONS) {
    const lines = files[random(files.length)] ?? [];
    const records: unknown[] = lines.map((line) => JSON.parse(line));
    for (let count = 0; count < 25; count += 1) {
      mutate(records[random(records.length)], random);
      mutations += 1;
    }
    const text = records.map((record) => `${JSON.stringify(record)}\n`).join('');
    const reader = createEventReader({ wire: 'codex-rollout' });
    const outcomes = [...reader.push(text), ...reader.end()].filter((outcome) => !('flush' in outcome));
    expect(outcomes).toHaveLength(records.length);
    expect(Object.hasOwn(Object.prototype, 'type')).toBe(false);
  }
});
