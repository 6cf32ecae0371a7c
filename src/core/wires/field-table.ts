import type { Problem } from '../../errors.ts';
import { type JsonObject, setOwn } from '../lines/json.ts';
import type { Extra } from '../thread/usage.ts';
import { withoutUndefined } from './with-defined.ts';

/**
 * Field tables, with which every wire reads objects. A table is a literal that names each known field once, with a
 * check of its type:
 *
 *     const commandTable = fieldTable<CommandExecutionItem>((wire) => ({
 *       id: text(wire.id),
 *       exit_code: optionalCountOrNull(wire.exit_code),
 *       …
 *     }));
 *
 * The compiler finds a forgotten field and a wrong check. Fields that the literal does not name, and fields of another
 * type than the check expects, go into `extra`, so nothing is lost. The latter are reported as a `bad-field`.
 *
 * It is fast without generated code, because each check counts the fields that it found right. Nearly always the count
 * equals the number of the object's keys, and nothing is left over. Only otherwise is the object read again. The
 * counters are module state, because passing them around would cost as much as the checks. Reading is synchronous, and
 * a nested table saves and restores them. A read that throws, as on a record nested too deeply, leaves them as they are
 * and `isReading` set. Each read begins by setting its own, so the next one is right.
 * A required field that is missing is filled in.
 * Rules for a literal: the argument of a check is `wire.name` itself; an alias follows `??`; it has no side effects,
 * because an object that is not whole is read twice. Null in an optional field is the same as no field.
 */
export interface FieldTable<T extends object> {
  /** Reads an object into a new one. `extra` holds the rest. Absent fields are undefined. */
  read(source: JsonObject, problems: Problem[]): Named<T>;
  /**
   * Does the same for an object that nobody else needs. One already in the model's form, the usual case on stdout,
   * becomes the result itself. Absent fields are absent.
   */
  take(source: JsonObject, problems: Problem[]): T;
}

/** The type of a table without a type argument, from its literal. A field that may be undefined is optional. */
type Inferred<Made> = { [Key in keyof Made as undefined extends Made[Key] ? never : Key]: Made[Key] } & {
  [Key in keyof Made as undefined extends Made[Key] ? Key : never]?: Exclude<Made[Key], undefined>;
} & { extra?: Extra };

/** The fields that a table reads, for functions that take them. An optional one may be absent or undefined. */
export type FieldsOf<Table> =
  Table extends FieldTable<infer T>
    ? { [Key in keyof T]: object extends Pick<T, Key> ? T[Key] | undefined : T[Key] }
    : never;

/** The fields of `T` as a literal names them. A missing optional one is undefined. */
export type Named<T> = {
  [Key in Exclude<keyof T, 'extra'>]-?: object extends Pick<T, Key> ? T[Key] | undefined : T[Key];
} & { extra?: Extra };

/** Fields of the current object that had the right type. */
let right = 0;
/** Fields of the current object that had another type. */
let wrong = 0;
/** The result differs from the object: a field was filled in, left out or changed. */
let isChanged = false;
/** The list that receives the problems of the current object. */
let told: Problem[] = [];
/** Records which fields are read and refused, while an object is read for the second time. */
let probe: Probe | undefined;

/** An object is being read. Its checks may read others. */
let isReading = false;

interface Probe {
  /** The field read last, which the next check is about. */
  name: string;
  readonly names: Set<string>;
  readonly refused: Set<string>;
}

/** Makes a table for `T`, a type of the model, or for the type of the literal itself. */
export function fieldTable<T extends object = never, Made extends object = Named<T>>(
  make: (wire: JsonObject) => Made,
): FieldTable<[T] extends [never] ? Inferred<Made> : T>;
export function fieldTable<T extends object>(make: (wire: JsonObject) => Named<T>): FieldTable<T> {
  /** All names that the literal reads, and those it returns under another name. Found on first need. */
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

  /** True if every field is under the model's name for it. */
  function isByName(source: JsonObject): boolean {
    if (!aliases) learn();
    if (!aliases || aliases.length === 0) return true;
    for (const name of aliases) if (source[name] !== undefined) return false;
    return true;
  }

  /** An object as the result: itself, if nothing is left over, filled in or renamed, else what was made of it. */
  function takenOf(source: JsonObject, made: Named<T>): Named<T> | T {
    if (!isChanged && isByName(source)) return source as JsonObject & T;
    return withoutUndefined(made) as T;
  }

  /** Reads while another object is being read, whose counters are kept. A list would cost as much as the checks. */
  function readNested(source: JsonObject, problems: Problem[], isTaken: boolean): Named<T> | T {
    const outerRight = right;
    const outerWrong = wrong;
    const outerChanged = isChanged;
    const outerTold = told;
    const outerProbe = probe;
    const made = run(source, problems);
    const result = isTaken ? takenOf(source, made) : made;
    right = outerRight;
    wrong = outerWrong;
    isChanged = outerChanged;
    told = outerTold;
    probe = outerProbe;
    return result;
  }

  return {
    read(source, problems) {
      if (isReading) return readNested(source, problems, false) as Named<T>;
      isReading = true;
      const made = run(source, problems);
      isReading = false;
      return made;
    },
    take(source, problems) {
      const outerReading = isReading;
      isReading = true;
      const taken = readNested(source, problems, true) as T;
      isReading = outerReading;
      return taken;
    },
  };
}

/**
 * The fields that the table did not take: unknown ones, or ones of another type. `missed` is their number if none had
 * another type.
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
  // A field has the wrong type, or two names: run the literal once more and record what it does.
  const { names, refused } = probed(source, make);
  for (const key in source) {
    if (!known.has(key) || (names.has(key) && !refused.has(key))) continue;
    if (refused.has(key)) problems.push(badField(key, source[key]));
    extra ??= {};
    setOwn(extra, key, source[key]);
  }
  return extra;
}

/** Runs a literal on an object that records reads. Nested tables are not recorded and report nothing twice. */
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

/** Counts the fields of an object without making a list of them. */
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

/** Called when a check found what it wants. */
export function accept<T>(value: T): T {
  right += 1;
  return value;
}

/** Called with a value that a check does not accept. Null in an optional field means that there is none. */
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

/** Fills in a missing required field silently. Reports any other value, including null. */
export function fill<T>(value: unknown, filling: T): T {
  if (value !== undefined) reject();
  isChanged = true;
  return filling;
}

/** Called when a check returns another value than the given one. */
export function change(): void {
  isChanged = true;
}

/** The list that receives the problems inside a value. */
export function problemsOfObject(): Problem[] {
  return told;
}
