import * as coreLimits from '../../limits/core.ts';
import { isObject, type JsonObject, setOwn } from '../lines/json.ts';

/** Replaces strings. */
export interface StringRedaction {
  /** `key` is the name of the string's field; in a list, that of the list. */
  text(text: string, key: string): string;
  /** The name of a field. Unchanged unless it is itself a secret. */
  key(key: string): string;
  /** Replaces a string that is secret because of where it stands. */
  secret(text: string): string;
}

/** An object or a list being walked. */
interface Frame {
  source: Container;
  keys: readonly string[];
  next: number;
  /** The changed copy, made at the first change. */
  copy: JsonObject | unknown[] | undefined;
  /** The frame that receives the result. */
  parent: Frame | undefined;
  name: string;
  depth: number;
  /** Every string inside is secret. */
  isSecret: boolean;
}

const NO_KEYS: readonly string[] = [];
/** Replaces a value that was not examined. */
const TOO_DEEP = '[redacted:too-deep]';

/**
 * Passes every string of a value through a function. It loops, because a value may be nested deeply. Returns the same
 * value if nothing changed, else a copy of the changed parts.
 */
export function redactValue(value: unknown, redaction: StringRedaction): unknown {
  if (typeof value === 'string') return redaction.text(value, '');
  if (!hasValues(value)) return value;
  const root = frameOf(value, undefined, '', redaction, false);
  let frame: Frame | undefined = root;
  while (frame) {
    const inner: Frame | undefined = nextInner(frame, redaction);
    if (inner) frame = inner;
    else {
      if (frame.copy && frame.parent) put(frame.parent, frame.parent.next - 1, frame.copy);
      frame = frame.parent;
    }
  }
  return root.copy ?? value;
}

type Container = JsonObject | readonly unknown[];

function hasValues(value: unknown): value is Container {
  return Array.isArray(value) || isObject(value);
}

function frameOf(
  value: Container,
  parent: Frame | undefined,
  name: string,
  redaction: StringRedaction,
  isSecret: boolean,
): Frame {
  const depth = parent ? parent.depth + 1 : 0;
  if (isArray(value)) return { source: value, keys: NO_KEYS, next: 0, copy: undefined, parent, name, depth, isSecret };
  const copy = withRedactedKeys(value, redaction);
  const source = copy ?? value;
  return { source, keys: Object.keys(source), next: 0, copy, parent, name, depth, isSecret };
}

/** Undefined if no key is a secret, which is nearly always. */
function withRedactedKeys(source: JsonObject, redaction: StringRedaction): JsonObject | undefined {
  const keys = Object.keys(source);
  if (!keys.some((key) => redaction.key(key) !== key)) return undefined;
  const copy: JsonObject = {};
  let changed = 0;
  for (const key of keys) {
    const name = redaction.key(key);
    if (name !== key) changed += 1;
    // Several keys may be secrets of one kind.
    setOwn(copy, name === key ? key : `${name} ${changed}`, source[key]);
  }
  return copy;
}

/** Continues in a frame up to the next value that contains values. Undefined at the frame's end. */
function nextInner(frame: Frame, redaction: StringRedaction): Frame | undefined {
  const { source, keys } = frame;
  const isList = isArray(source);
  const length = isList ? source.length : keys.length;
  while (frame.next < length) {
    const index = frame.next;
    frame.next += 1;
    const key = keys[index] ?? '';
    const value = isList ? source[index] : source[key];
    const isSecret = frame.isSecret || (!isList && isSecretField(source, key));
    if (typeof value === 'string') {
      const name = isList ? listedName(source, index, frame.name) : fieldName(source, key);
      const redacted = isSecret ? redaction.secret(value) : redaction.text(value, name);
      if (redacted !== value) put(frame, index, redacted);
    } else if (hasValues(value)) {
      const name = isList ? frame.name : key;
      if (frame.depth < coreLimits.maxRedactedDepth) return frameOf(value, frame, name, redaction, isSecret);
      put(frame, index, TOO_DEEP);
    }
  }
  return undefined;
}

function put(frame: Frame, index: number, value: unknown): void {
  const { source, keys } = frame;
  frame.copy ??= isArray(source) ? [...source] : { ...source };
  if (isArray(frame.copy)) frame.copy[index] = value;
  else setOwn(frame.copy, keys[index] ?? '', value);
}

function isArray<T extends readonly unknown[]>(value: JsonObject | T): value is T {
  return Array.isArray(value);
}

/** In a command the option before a word names it: `["--api-key", "…"]`. */
function listedName(list: readonly unknown[], index: number, name: string): string {
  const before = index > 0 ? list[index - 1] : undefined;
  return typeof before === 'string' && before.length < 64 && /^--?[A-Za-z]/.test(before) ? before : name;
}

/** In `{name: 'API_KEY', value: '…'}` the field beside it names the value. */
function fieldName(source: JsonObject, key: string): string {
  if (key !== 'value' && key !== 'Value') return key;
  const beside = source.name ?? source.Name ?? source.key ?? source.Key;
  return typeof beside === 'string' ? beside : key;
}

const PRIVATE_NUMBERS: ReadonlySet<string> = new Set(['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']);

/** The data of a Kubernetes secret, and the private numbers of a JSON Web Key. */
function isSecretField(source: JsonObject, key: string): boolean {
  if (key === 'data' || key === 'stringData') return source.kind === 'Secret';
  return key.length <= 2 && PRIVATE_NUMBERS.has(key) && typeof source.kty === 'string';
}
