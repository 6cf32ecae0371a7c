import {
  createEventReader,
  createMessageBuilder,
  createNdjsonMapper,
  createThread,
  detectWire,
  parse,
} from 'threadline';
import { createPartMapper } from '../../src/core/ai/part-mapper.ts';
import { AnyThreadEventSchema } from '../../src/core/schema/thread-event-schema.ts';
import type { ThreadEvent } from '../../src/core/thread/event.ts';
import type { Outcome } from '../../src/core/thread/outcome.ts';
import type { Recording } from '../fixtures.ts';

/**
 * The drift contract: a value of any kind at any place of a record makes nothing throw, and a known field whose value has
 * another type is kept and told. Places are distinct by wire, kind of record and path of keys; each record of a file gets
 * one odd value per pass, so that a file is read as often as its longest record has places, not as all of them have.
 */

type Json = { [key: string]: unknown } | unknown[];
type Path = readonly (string | number)[];

interface Place {
  path: Path;
  /** Wire, kind and path: what makes it distinct. */
  name: string;
  /** Nothing stood there: null, or an empty list. Such unknown fields need not be kept, so a value there is new. */
  isEmpty: boolean;
}

/** Discriminators say what a record is: another value there is another record, not a drifted one. */
const DISCRIMINATORS = new Set(['type', 'kind', 'subtype', 'item_type']);
/** Enums of Rust, which are a text or an object with one key: neither is a drift of the other. */
const EITHER = new Set(['codex_error_info']);
const DEEPEST_PLACE = 8;
const ENTRIES_OF_A_LIST = 4;

/** What is put at a place. `found` values must be met again in the events. */
export interface Drift {
  name: string;
  /** JSON text of the odd value, for the value that stood there. */
  value(original: unknown, mark: string): string;
  isFoundAgain: boolean;
}

/** What `findBrokenDrifts` may leave out. */
export interface DriftOptions {
  /** Only every so many lines go through `parse()`, which costs as much as all the rest. */
  parseEvery?: number;
  /** Places are distinct by the wire and the field's own name alone: a tenth of them. */
  byName?: boolean;
}

/** Takes longer than all others together. */
export const LONG_LIST: Drift = {
  name: 'a list of 200 000',
  value: () => `[${'0,'.repeat(199_999)}0]`,
  isFoundAgain: false,
};

export const drifts: readonly Drift[] = [
  {
    name: 'a value of another type',
    value: (original, mark) =>
      typeof original === 'object' && original !== null ? JSON.stringify(mark) : JSON.stringify({ mark }),
    isFoundAgain: true,
  },
  { name: 'an object that cannot be a text', value: () => '{"toString":0,"valueOf":0}', isFoundAgain: false },
  { name: 'a list nested 20 000 deep', value: () => `${'['.repeat(20_000)}${']'.repeat(20_000)}`, isFoundAgain: false },
  LONG_LIST,
];

/** Puts a drift at every distinct place of the recordings. Gives a line for each rule that was broken. */
export function findBrokenDrifts(recordings: readonly Recording[], drift: Drift, options: DriftOptions = {}): string[] {
  const seen = new Set<string>();
  return recordings.flatMap((recording) => breaksOf(recording, drift, seen, options));
}

function breaksOf({ name, bytes }: Recording, drift: Drift, seen: Set<string>, options: DriftOptions): string[] {
  const { parseEvery = 1, byName = false } = options;
  const wire = detectWire(bytes);
  if (wire === 'unknown') return [];
  const lines = linesOf(new TextDecoder().decode(bytes));
  const records = lines.map(parseRecord);
  const open = records.map((record) => (record ? newPlaces(record, wire, seen, byName) : []));
  const extrasBefore = extraNames(read(wire, lines), lines.length);
  const breaks: string[] = [];
  for (let pass = 0; open.some((places) => places.length > 0); pass += 1) {
    const placed = open.map((places) => places.shift());
    const odd = lines.map((line, index) => {
      const [record, place] = [records[index], placed[index]];
      return record && place ? withOddValue(record, place, drift, markOf(pass, index)) : line;
    });
    const told = (message: string) => breaks.push(`${drift.name}: ${message} (${name}, pass ${pass})`);
    try {
      const outcomes = read(wire, odd);
      consume(outcomes);
      for (let index = pass % parseEvery; index < odd.length; index += parseEvery) parse(odd[index] ?? '');
      if (drift.isFoundAgain) checkKept(outcomes, placed, extrasBefore, pass, told);
    } catch (error) {
      told(
        `threw ${error instanceof Error ? error.stack?.split('\n').slice(0, 4).join(' ') : error}; one of: ${placed.flatMap((place) => (place ? [place.name] : [])).join(' | ')}`,
      );
    }
  }
  return breaks;
}

/** A document over many lines is put on one, so that it is a record like any other. */
function linesOf(text: string): string[] {
  const document = parseRecord(text);
  return document ? [JSON.stringify(document)] : text.split('\n');
}

const markOf = (pass: number, index: number) => `~mark-${pass}-${index}~`;

function parseRecord(line: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

function newPlaces(record: Json, wire: string, seen: Set<string>, byName: boolean): Place[] {
  return [...placesIn(record, [], `${wire} ${kindOf(record)}`)].filter(({ name, path }) => {
    const key = byName ? `${wire} ${path.findLast((part) => typeof part === 'string')}` : name;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** The discriminators on the way down, such as `response_item/function_call/shell`. */
function kindOf(record: Json): string {
  const inner = ['payload', 'msg', 'item', 'message', 'event'].flatMap((key) => {
    const value = Array.isArray(record) ? undefined : record[key];
    return typeof value === 'object' && value !== null ? [kindOf(value as Json)] : [];
  });
  const own = Array.isArray(record) ? [] : [record.type, record.kind, record.subtype, record.name];
  return [...own.filter((part) => typeof part === 'string'), ...inner].join('/');
}

function* placesIn(value: unknown, path: Path, name: string): Generator<Place> {
  if (path.length > 0 && !DISCRIMINATORS.has(String(path.at(-1)))) yield { path, name, isEmpty: isNothing(value) };
  if (path.length >= DEEPEST_PLACE || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (let index = 0; index < Math.min(value.length, ENTRIES_OF_A_LIST); index += 1) {
      yield* placesIn(value[index], [...path, index], `${name}.[${kindOf(value[index] ?? [])}]`);
    }
    return;
  }
  for (const [key, inner] of Object.entries(value))
    yield* placesIn(inner, [...path, key], `${name}.${isData(key) ? '*' : key}`);
}

function isNothing(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

/** Maps are keyed by ids and paths, which make no place of their own. */
function isData(key: string): boolean {
  return /^[\da-f-]{20,}$/i.test(key) || key.includes('/');
}

/** One recording of each version and wire: the one with the most in it. */
export function onePerVersion(recordings: readonly Recording[]): Recording[] {
  const chosen = new Map<string, Recording>();
  for (const recording of recordings) {
    const [agent, version] = recording.name.split('/');
    const key = `${agent} ${version} ${detectWire(recording.bytes)}`;
    const other = chosen.get(key);
    if (!other || other.bytes.length < recording.bytes.length) chosen.set(key, recording);
  }
  return [...chosen.values()];
}

/** The largest recording of each wire: for values that take long to read. */
export function onePerWire(recordings: readonly Recording[]): Recording[] {
  const chosen = new Map<string, Recording>();
  for (const recording of recordings) {
    const wire = detectWire(recording.bytes);
    const other = chosen.get(wire);
    if (!other || other.bytes.length < recording.bytes.length) chosen.set(wire, recording);
  }
  return [...chosen.values()];
}

/** The odd value is put in as text: some of them cannot be written by `JSON.stringify`. */
function withOddValue(record: Json, place: Place, drift: Drift, mark: string): string {
  const copy = structuredClone(record);
  let holder: unknown = copy;
  for (const key of place.path.slice(0, -1)) holder = (holder as Record<string | number, unknown>)[key];
  const target = holder as Record<string | number, unknown>;
  const last = place.path.at(-1) ?? '';
  const odd = drift.value(target[last], mark);
  target[last] = '~here~';
  return JSON.stringify(copy).replace('"~here~"', () => odd);
}

function read(wire: string, lines: readonly string[]): Outcome[] {
  const reader = createEventReader({ wire, raw: true });
  return [...reader.push(lines.join('\n')), ...reader.end()];
}

/** Everything that is made of events takes them. */
function consume(outcomes: readonly Outcome[]): void {
  const builder = createMessageBuilder({ all: true });
  const mapper = createNdjsonMapper({ all: true });
  const parts = createPartMapper();
  const thread = createThread();
  for (const event of outcomes.flatMap((outcome) => (outcome.ok ? outcome.events : []))) {
    builder.push(event);
    thread.push(event);
    for (const line of mapper.push(event)) parts.push(line);
    const verdict = AnyThreadEventSchema.safeParse(event);
    if (!verdict.success)
      throw new Error(
        `schema refuses ${event.type}: ${verdict.error.issues[0]?.path.join('.')} ${verdict.error.issues[0]?.message}`,
      );
  }
  builder.end();
  for (const line of mapper.end()) parts.push(line);
  parts.finish();
}

function checkKept(
  outcomes: readonly Outcome[],
  placed: readonly (Place | undefined)[],
  extrasBefore: readonly ReadonlySet<string>[],
  pass: number,
  told: (message: string) => void,
): void {
  const texts = new Set<string>();
  for (const outcome of outcomes) {
    if (outcome.ok) collectTexts(outcome.events, texts);
    else collectTexts(outcome.error.raw, texts);
  }
  const all = [...texts].filter((text) => text.includes('~mark-')).join('\n');
  const extrasAfter = extraNames(outcomes, placed.length);
  placed.forEach((place, index) => {
    if (!place) return;
    if (!all.includes(markOf(pass, index))) told(`lost at ${place.name}`);
    const key = String(place.path.at(-1));
    const isNewExtra = extrasAfter[index]?.has(key) && !extrasBefore[index]?.has(key);
    const outcome = outcomes.find((candidate) => candidate.line === index + 1);
    if (isNewExtra && !place.isEmpty && !EITHER.has(key) && outcome?.ok && outcome.problems.length === 0)
      told(`kept without a word at ${place.name}`);
  });
}

/** All texts of a tree, keys included, without recursion. */
function collectTexts(value: unknown, texts: Set<string>): void {
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') texts.add(next);
    if (typeof next !== 'object' || next === null) continue;
    if (Array.isArray(next)) for (const entry of next) open.push(entry);
    else
      for (const key in next) {
        texts.add(key);
        open.push((next as Record<string, unknown>)[key]);
      }
  }
}

/** The names of what is kept as it stands, in `extra` or as `data`, at any level, by line. */
function extraNames(outcomes: readonly Outcome[], lines: number): Set<string>[] {
  const names = Array.from({ length: lines }, () => new Set<string>());
  for (const outcome of outcomes) {
    const events: ThreadEvent[] = outcome.ok ? outcome.events : [];
    const open: unknown[] = [...events];
    while (open.length > 0) {
      const next = open.pop();
      if (typeof next !== 'object' || next === null) continue;
      for (const [key, inner] of Object.entries(next)) {
        open.push(inner);
        if ((key !== 'extra' && key !== 'data') || typeof inner !== 'object' || inner === null) continue;
        for (const name of Object.keys(inner)) names[outcome.line - 1]?.add(name);
      }
    }
  }
  return names;
}
