import { coreLimits } from '../../limits/core.ts';
import { isObject, type JsonObject, setOwn } from '../lines/json.ts';

/** Replaces strings. */
export interface StringRedaction {
  /** `key` is the name of the string's field; in a list, that of the list. */
  text(text: string, key: string): string;
  /** The name of a field. Unchanged unless it is itself a secret. */
  key(key: string): string;
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
  const root = frameOf(value, undefined, '', redaction);
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

function frameOf(value: Container, parent: Frame | undefined, name: string, redaction: StringRedaction): Frame {
  const depth = parent ? parent.depth + 1 : 0;
  if (isArray(value)) return { source: value, keys: NO_KEYS, next: 0, copy: undefined, parent, name, depth };
  const copy = withRedactedKeys(value, redaction);
  const source = copy ?? value;
  return { source, keys: Object.keys(source), next: 0, copy, parent, name, depth };
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
    const name = isList ? frame.name : key;
    if (typeof value === 'string') {
      const redacted = redaction.text(value, name);
      if (redacted !== value) put(frame, index, redacted);
    } else if (hasValues(value)) {
      if (frame.depth < coreLimits.maxRedactedDepth) return frameOf(value, frame, name, redaction);
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
