import type { Problem } from '../../errors.ts';
import { type JsonObject, setOwn } from '../lines/json.ts';
import type { Extra } from '../thread/usage.ts';

/**
 * Field tables: how every wire reads an object. A table is a literal that names each known field once, with a check of
 * its type:
 *
 *     const commandTable = fieldTable<CommandExecutionItem>((wire) => ({
 *       id: text(wire.id),
 *       exit_code: optionalCountOrNull(wire.exit_code),
 *       …
 *     }));
 *
 * The compiler sees a forgotten field and a wrong check. What the literal does not name, and what has another type than
 * its check wants, goes into `extra`, so nothing is lost; the latter is told as a `bad-field`.
 *
 * How it is fast without generated code: each check counts the fields that it found right. When the count equals the
 * number of the object's keys nothing is left over, which is nearly always so; only otherwise is the object looked at
 * again. The counters are module state, because passing them around would cost as much as the checks do; reading is
 * synchronous, and a nested table saves and restores them. A read that throws, as one of a record that is nested too deeply
 * does, leaves them as they are and `isReading` set: each read begins by setting its own, so the next one is right, and only
 * saves and restores what nobody needs.
 *
 * Rules for a literal: the argument of a check is `wire.name` itself; an alias stands behind `??`; it has no side effects,
 * because an object that is not whole is read twice. Null in an optional field is the same as no field.
 */
export interface FieldTable<T extends object> {
  /** Reads an object into a new one; `extra` holds what is left over. Absent fields are there as undefined. */
  read(source: JsonObject, problems: Problem[]): Named<T>;
  /**
   * The same for an object that nobody else needs: one that is already as the model wants it, which is the usual case on
   * stdout, becomes the result itself. Absent fields are absent.
   */
  take(source: JsonObject, problems: Problem[]): T;
}

/** The type of a table that has no type argument, by its literal: a field that may be undefined is optional. */
type Inferred<Made> = { [Key in keyof Made as undefined extends Made[Key] ? never : Key]: Made[Key] } & {
  [Key in keyof Made as undefined extends Made[Key] ? Key : never]?: Exclude<Made[Key], undefined>;
} & { extra?: Extra };

/** The fields that a table reads, for functions that take them: an optional one may be absent or undefined. */
export type FieldsOf<Table> =
  Table extends FieldTable<infer T>
    ? { [Key in keyof T]: object extends Pick<T, Key> ? T[Key] | undefined : T[Key] }
    : never;

/** The fields of `T` as a literal names them: an optional one that is not there is undefined. */
export type Named<T> = {
  [Key in Exclude<keyof T, 'extra'>]-?: object extends Pick<T, Key> ? T[Key] | undefined : T[Key];
} & { extra?: Extra };

/** Fields of the current object that had the right type. */
let right = 0;
/** Fields of the current object that had another type. */
let wrong = 0;
/** The table's result is not the object as it stands: a field was filled in, left out or changed. */
let isChanged = false;
/** Where the problems of the current object go. */
let told: Problem[] = [];
/** Notes which fields are read and refused, while an object is read for the second time. */
let probe: Probe | undefined;

/** An object is being read: what its checks call may read others. */
let isReading = false;

interface Probe {
  /** The field that was read last: the one that the next check is about. */
  name: string;
  readonly names: Set<string>;
  readonly refused: Set<string>;
}

/** Makes a table for `T`, a type of the model, or for the type that the literal itself says. */
export function fieldTable<T extends object = never, Made extends object = Named<T>>(
  make: (wire: JsonObject) => Made,
): FieldTable<[T] extends [never] ? Inferred<Made> : T>;
export function fieldTable<T extends object>(make: (wire: JsonObject) => Named<T>): FieldTable<T> {
  /** All names that the literal reads, and those that it gives under another name. Learned when they are first needed. */
  let known: ReadonlySet<string> | undefined;
  let aliases: readonly string[] | undefined;

  function learn(): ReadonlySet<string> {
    const { made, names } = probed({}, make);
    aliases = [...names].filter((name) => !(name in made));
    known = names;
    return names;
  }

  function run(source: JsonObject, problems: Problem[]): Named<T> {
    right = 0;
    wrong = 0;
    isChanged = false;
    told = problems;
    probe = undefined;
    const made = make(source);
    const missed = keyCount(source) - right;
    if (missed === 0) return made;
    const hasWrong = wrong > 0;
    const extra = leftOver(source, hasWrong ? undefined : missed, known ?? learn(), make, problems);
    isChanged = true;
    if (extra) made.extra = extra;
    return made;
  }

  /** Every field stands under the name that the model has for it. */
  function isByName(source: JsonObject): boolean {
    if (!aliases) learn();
    if (!aliases || aliases.length === 0) return true;
    for (const name of aliases) if (source[name] !== undefined) return false;
    return true;
  }

  /** Reads while another object is being read, whose counters are kept. A list of them would cost as much as the checks. */
  function readNested(source: JsonObject, problems: Problem[]): Named<T> {
    const outerRight = right;
    const outerWrong = wrong;
    const outerChanged = isChanged;
    const outerTold = told;
    const outerProbe = probe;
    const made = run(source, problems);
    right = outerRight;
    wrong = outerWrong;
    isChanged = outerChanged;
    told = outerTold;
    probe = outerProbe;
    return made;
  }

  return {
    read(source, problems) {
      if (isReading) return readNested(source, problems);
      isReading = true;
      const made = run(source, problems);
      isReading = false;
      return made;
    },
    take(source, problems) {
      const outerRight = right;
      const outerWrong = wrong;
      const outerChanged = isChanged;
      const outerTold = told;
      const outerProbe = probe;
      const outerReading = isReading;
      isReading = true;
      const made = run(source, problems);
      // Nothing left over, filled in or renamed: every field has passed the check that stands beside its name.
      const taken = !isChanged && isByName(source) ? (source as JsonObject & T) : (withoutUndefined(made) as T);
      isReading = outerReading;
      right = outerRight;
      wrong = outerWrong;
      isChanged = outerChanged;
      told = outerTold;
      probe = outerProbe;
      return taken;
    },
  };
}

/**
 * What the table did not take: fields that it does not know, or with another type than it wants. `missed` says how many
 * there are, where none had another type.
 */
function leftOver(
  source: JsonObject,
  missed: number | undefined,
  known: ReadonlySet<string>,
  make: (wire: JsonObject) => object,
  problems: Problem[],
): Extra | undefined {
  let extra: Extra | undefined;
  let unknown = 0;
  for (const key in source) {
    if (known.has(key)) continue;
    unknown += 1;
    extra ??= {};
    setOwn(extra, key, source[key]);
  }
  if (unknown === missed) return extra;
  // A field of the wrong type, or two names of one field: run the literal once more and note what it does.
  const { names, refused } = probed(source, make);
  for (const key in source) {
    if (!known.has(key) || (names.has(key) && !refused.has(key))) continue;
    if (refused.has(key)) problems.push(badField(key, source[key]));
    extra ??= {};
    setOwn(extra, key, source[key]);
  }
  return extra;
}

/** Runs a literal on an object that notes what is read of it. Nested tables run unnoticed, and tell nothing twice. */
function probed<Made>(source: JsonObject, make: (wire: JsonObject) => Made): { made: Made } & Probe {
  const notes: Probe = { name: '', names: new Set(), refused: new Set() };
  told = [];
  probe = notes;
  const made = make(
    new Proxy(source, {
      get(target, name) {
        notes.name = String(name);
        notes.names.add(notes.name);
        return Object.hasOwn(target, name) ? target[notes.name] : undefined;
      },
    }),
  );
  probe = undefined;
  return { made, ...notes };
}

function withoutUndefined(made: JsonObject): JsonObject {
  const result: JsonObject = {};
  for (const key in made) if (made[key] !== undefined) result[key] = made[key];
  return result;
}

/** How many fields an object has, without making a list of them. */
export function keyCount(object: object): number {
  let keys = 0;
  for (const _ in object) keys += 1;
  return keys;
}

export function badField(key: string, value: unknown): Problem {
  return { code: 'bad-field', message: `${key.slice(0, 80)} has the wrong type: ${describeType(value)}` };
}

function describeType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && !Number.isSafeInteger(value) ? 'number out of range' : typeof value;
}

/** A check found what it wants. */
export function accept<T>(value: T): T {
  right += 1;
  return value;
}

/** A value that a check does not take. Null in an optional field says that there is none. */
export function refuse(value: unknown): undefined {
  if (value === undefined) return undefined;
  isChanged = true;
  if (value === null) {
    right += 1;
    return undefined;
  }
  return reject();
}

function reject(): undefined {
  wrong += 1;
  probe?.refused.add(probe.name);
  return undefined;
}

/** A required field that is not there is filled in silently; any other value, null included, is told. */
export function fill<T>(value: unknown, filling: T): T {
  isChanged = true;
  if (value !== undefined) reject();
  return filling;
}

/** A check gives another value than the one that stands there. */
export function change(): void {
  isChanged = true;
}

/** Where what is wrong inside a value goes. */
export function problemsOfObject(): Problem[] {
  return told;
}
