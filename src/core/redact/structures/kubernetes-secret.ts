import { contextHit, type Hit } from '../scan/hit.ts';
import type { Reading } from '../scan/reading.ts';
import type { Trigger } from '../scan/trigger.ts';
import { isReference } from '../value.ts';

const KIND = /kind\\{0,7}["']?[ \t]{0,3}:[ \t]{0,3}\\{0,7}["']?Secret(?![A-Za-z])/y;
const FAR = 8192;
/** A field of YAML or JSON inside `data` or `stringData`. */
const SECTION = /(?:^|[\n{,"'\\n +>|\t→-])(?:data|stringData)\\{0,7}["']?[ \t]{0,3}:[ \t]{0,3}(\{|\\{0,7}n|\r?\n)/g;
const YAML_FIELD =
  /(?:\r?\n|\\{1,3}n)?([ \t+\-\d→|:]{1,24})([\w.-]{1,120})["']?:[ \t]{1,4}["']?([^\s"'\\]{1,4096})["']?(?=[\s\\"'}]|$)/y;
const JSON_FIELD =
  /\s{0,40}(?:\\{1,3}n)?\s{0,40}\\{0,7}"[\w.-]{1,120}\\{0,7}"\s{0,4}:\s{0,4}\\{0,7}"([^"\\]{0,4096})\\{0,7}"\s{0,40},?/y;
const MOST_FIELDS = 100;

/** Every value of a Secret, whatever its name is. `data` may stand before `kind`. */
function values(reading: Reading, at: number): Hit[] | undefined {
  const { text } = reading;
  KIND.lastIndex = at;
  if (!KIND.test(text)) return undefined;
  const from = Math.max(documentStart(text, at), at - FAR, 0);
  const to = Math.min(text.length, at + FAR);
  if (!reading.pay(to - from)) return undefined;
  const part = text.slice(from, to);
  const stop = part.indexOf('\n---', at - from);
  const document = stop === -1 ? part : part.slice(0, stop);
  const hits: Hit[] = [];
  for (const section of document.matchAll(SECTION)) {
    const start = section.index + section[0].length;
    const isJson = section[1] === '{';
    fields(document, isJson ? start : start - (section[1]?.length ?? 0), isJson, (first, last) =>
      hits.push(contextHit(Math.min(at, from + start), from + first, from + last, 'kubernetes-secret')),
    );
  }
  return hits.length === 0 ? undefined : hits;
}

function documentStart(text: string, at: number): number {
  const start = text.slice(Math.max(0, at - FAR), at).lastIndexOf('\n---');
  return start === -1 ? 0 : Math.max(0, at - FAR) + start;
}

function fields(text: string, from: number, isJson: boolean, found: (start: number, end: number) => void): void {
  const pattern = isJson ? JSON_FIELD : YAML_FIELD;
  let indent: number | undefined;
  let at = from;
  for (let count = 0; count < MOST_FIELDS; count += 1) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) return;
    const value = (isJson ? match[1] : match[3]) ?? '';
    const depth = match[1]?.length ?? 0;
    if (!isJson && depth < (indent ?? 1)) return;
    indent ??= isJson ? 0 : depth;
    at = pattern.lastIndex;
    const start = at - match[0].length + match[0].lastIndexOf(value);
    if (value.length > 2 && !isReference(value)) found(start, start + value.length);
  }
}

export const kubernetesTriggers: readonly Trigger[] = [{ word: 'kind', isByContext: true, find: values }];
