import { isSecret, markName } from '../named-secret.ts';
import { strengthOf } from '../names.ts';
import { contextHit, type Hit } from '../scan/hit.ts';
import type { Reading } from '../scan/reading.ts';
import type { Trigger } from '../scan/trigger.ts';

/** `INSERT INTO users (name, password) VALUES`, also in a string of JSON, and in one inside of it. */
const HEAD =
  /insert (?:or \w{1,10} |ignore )?into[ \t]{1,4}[\w.`"[\]\\]{1,120}(?:\s|\\{1,7}n){0,8}\(([^()]{1,1000})\)(?:\s|\\{1,7}[nt]){0,8}values(?:\s|\\{1,7}[nt]){0,8}/iy;
const NEXT_ROW = /(?:\s|\\{1,7}[nt]){0,8},?(?:\s|\\{1,7}[nt]){0,8}\(/y;
/**
 * One value of a row: a text in quotes, in which a quote is written twice or behind a backslash, or anything else. Only a
 * text has its blanks told apart: a long row of them is read in one way.
 */
const VALUE =
  /(?:(?:\s|\\{1,7}[nt]){0,40}(?:[NE]?'((?:[^'\\]|''|\\.){0,4000})'|\\{1,7}"((?:[^"\\]){0,4000})\\{1,7}")(?:\s|\\{1,7}[nt]){0,40}|[^,()'"]{0,280}(?:\([^()]{0,200}\)\s{0,8})?)([,)])/suy;

/** Values of the columns whose names tell. */
function insertedValues(reading: Reading, at: number): Hit[] | undefined {
  const { text, level } = reading;
  HEAD.lastIndex = at;
  const head = HEAD.exec(text);
  if (!head || !reading.pay(head[0].length)) return undefined;
  const names = (head[1] ?? '').split(',').map((name) => name.replaceAll(/[^\w-]/g, ''));
  const strengths = names.map((name) => strengthOf(name));
  if (!strengths.some(Boolean)) return undefined;
  const hits: Hit[] = [];
  let end = HEAD.lastIndex;
  for (;;) {
    NEXT_ROW.lastIndex = end;
    if (!NEXT_ROW.test(text)) break;
    end = NEXT_ROW.lastIndex;
    for (let index = 0; ; index += 1) {
      VALUE.lastIndex = end;
      const found = VALUE.exec(text);
      if (!found || !reading.pay(found[0].length)) return hits;
      const [all, single, double, sign] = found;
      end += all.length;
      const [value, name, strength] = [single ?? double ?? '', names[index] ?? '', strengths[index] ?? 0];
      if (strength > 0 && isSecret(name, value, strength, 'quoted', level)) {
        const start = end - all.length + all.indexOf(value);
        hits.push(contextHit(at, start, start + value.length, markName(name, value, true, false)));
      }
      if (sign === ')') break;
    }
  }
  return hits;
}

export const insertTriggers: readonly Trigger[] = ['insert into', 'insert ignore into', 'insert or '].map((word) => ({
  word,
  isFolded: true,
  isByContext: true,
  find: insertedValues,
}));
