import { isObject } from '../../../../core/lines/json.ts';
import type { Found } from '../found.ts';

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isCount: Check = (value) => typeof value === 'number';
const isFlag: Check = (value) => typeof value === 'boolean';
const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const objectOf = (fields: Readonly<Record<string, Check>>): Check => {
  const checks = Object.entries(fields);
  return (value) => isObject(value) && checks.every(([name, check]) => check(value[name]));
};

const isHit = objectOf({
  session: objectOf({ agent: isText, threadId: isText, home: isText }),
  title: maybe(isText),
  project: maybe(isText),
  gone: isFlag,
  message: isText,
  seq: isCount,
  role: isText,
  kind: isText,
  tool: maybe(isText),
  error: maybe(isFlag),
  at: isCount,
  before: isText,
  match: isText,
  after: isText,
});

const isAnswer = objectOf({
  hits: listOf(isHit),
  more: isFlag,
  searched: objectOf({ sessions: isCount, of: isCount }),
  freshAt: isCount,
  rankedOf: maybe(isCount),
  opensFirst: maybe(isText),
  nothing: maybe(objectOf({ sessions: isCount, near: listOf(objectOf({ word: isText, hits: isCount })) })),
});

/** True if another process answered as this one would have. What is not as it should be is never printed. */
export function isFound(value: unknown): value is Found {
  return isAnswer(value) && isObject(value) && value.gaveUp === undefined && value.isInterrupted === undefined;
}
