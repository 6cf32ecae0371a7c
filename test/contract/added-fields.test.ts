import { createEventReader, detectWire, type Outcome } from 'threadline';
import { expect, it } from 'vitest';
import { everyRecording } from '../fixtures.ts';
import { leaves } from './leaves.ts';

/** A later version adds fields to every object of a record. None of them is lost, whatever is read of the object. */

type Json = { [key: string]: unknown };

interface Place {
  path: readonly (string | number)[];
  /** Wire, kind and path. */
  name: string;
}

/** What the model wrote is one value, which is kept as it stands. */
const OF_THE_MODEL = new Set(['input', 'arguments', 'args', 'parameters']);
/** A map by number: its texts stand in the prompt where their numbers do. */
const MAPS = new Set(['prompt-log .pastedContents']);
const DEEPEST = 8;
const ENTRIES_OF_A_LIST = 4;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What an object says it is, on the way down. */
function kindOf({ type, subtype, table, role, kind, ...rest }: Json): string {
  const own = [type, subtype, table, role, kind].filter((name) => typeof name === 'string');
  const inner = ['message', 'event', 'part', 'item', 'payload', 'data', 'msg'].map((name) => rest[name]);
  return [...own, ...inner.filter(isObject).map(kindOf)].join('/');
}

function* placesIn(value: unknown, path: Place['path'], name: string): Generator<Place> {
  if (path.length > DEEPEST) return;
  if (Array.isArray(value)) {
    for (const [index, entry] of value.slice(0, ENTRIES_OF_A_LIST).entries())
      yield* placesIn(entry, [...path, index], `${name}[${isObject(entry) ? kindOf(entry) : ''}]`);
  } else if (isObject(value)) {
    if (!MAPS.has(name)) yield { path, name };
    for (const [key, inner] of Object.entries(value))
      if (!OF_THE_MODEL.has(key)) yield* placesIn(inner, [...path, key], `${name}.${/\d{3}|\//.test(key) ? '*' : key}`);
  }
}

function withField(record: Json, { path }: Place, mark: string): string {
  const copy = structuredClone(record);
  let holder: unknown = copy;
  for (const key of path) holder = (holder as Record<string | number, unknown>)[key];
  Object.assign(holder as Json, { addedLater: mark });
  return JSON.stringify(copy);
}

function parsed(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const eventsOf = (outcomes: readonly Outcome[]) => outcomes.flatMap((outcome) => (outcome.ok ? outcome.events : []));

/** The places of a file at which a new field is found in no event. `seen` keeps those of other files apart. */
function lostIn({ name, bytes }: { name: string; bytes: Uint8Array }, seen: Set<string>): string[] {
  const wire = detectWire(bytes);
  const text = new TextDecoder().decode(bytes);
  const document = parsed(text);
  const lines = document ? [JSON.stringify(document)] : text.split('\n');
  const records = lines.map(parsed);
  const open = records.map((record) =>
    [...placesIn(record, [], `${wire} ${record ? kindOf(record) : ''}`)].filter((place) => {
      const isNew = !seen.has(place.name);
      seen.add(place.name);
      return isNew;
    }),
  );
  const lost: string[] = [];
  for (let pass = 0; open.some((places) => places.length > 0); pass += 1) {
    const placed = open.map((places) => places.shift());
    const markOf = (index: number) => `~added-${pass}-${index}~`;
    const odd = lines.map((line, index) => {
      const [record, place] = [records[index], placed[index]];
      return record && place ? withField(record, place, markOf(index)) : line;
    });
    const reader = createEventReader({ wire });
    const all = leaves(eventsOf([...reader.push(odd.join('\n')), ...reader.end()]));
    // Some objects are kept as JSON in a text.
    const found = all.filter((leaf) => leaf.includes('~added-')).join('\n');
    for (const [index, place] of placed.entries())
      if (place && !found.includes(markOf(index))) lost.push(`${place.name} (${name}:${index + 1})`);
  }
  return lost;
}

it('loses no field that a later version adds to an object, at any distinct place of the recordings', () => {
  const seen = new Set<string>();
  const recordings = everyRecording().filter(({ bytes }) => bytes.length < 300_000 && detectWire(bytes) !== 'unknown');
  expect(recordings.flatMap((recording) => lostIn(recording, seen))).toEqual([]);
  expect(seen.size).toBeGreaterThan(1500);
});
