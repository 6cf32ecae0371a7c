import { isLikelySecret, type RedactionRule } from './rule.ts';
import { isBorder, isInsideBase64, isLetterOrDigit } from './scan/borders.ts';
import type { Hit } from './scan/hit.ts';
import type { Reading } from './scan/reading.ts';
import type { Trigger } from './scan/trigger.ts';
import { looksMade } from './value.ts';

/** The triggers of a rule: one for each of its keywords. */
export function ruleTriggers(rule: RedactionRule): Trigger[] {
  return rule.keywords.map((word) => ({
    word,
    isByContext: rule.isByContext === true,
    find: (reading, at) => tokenAt(rule, word, reading, at),
  }));
}

function tokenAt(rule: RedactionRule, keyword: string, reading: Reading, keywordAt: number): Hit | undefined {
  const { text } = reading;
  const { begins, pattern, name } = rule;
  const after = keywordAt + keyword.length;
  const at = begins === undefined ? keywordAt : begins === 'after' ? after : begins(text, keywordAt);
  if (at < 0 || !mayBegin(rule, text, at)) return undefined;
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (!match) return begins === undefined ? brokenToken(rule, keyword, reading, at) : undefined;
  const value = match[1] ?? match[0];
  // Where near-matches flood a text there is no more judgement: in doubt the value goes.
  if (!isLikelySecret(value, keyword, rule) && reading.pay(match[0].length)) return undefined;
  const end = at + match[0].length;
  const last = rule.endsAt ? rule.endsAt(text, end, reading) : wrappedEnd(text, at, end);
  return {
    from: Math.min(at, keywordAt),
    start: end - value.length,
    end: last,
    name,
    isByContext: rule.isByContext === true,
  };
}

function mayBegin(rule: RedactionRule, text: string, at: number): boolean {
  return rule.isAnywhere ? !isInsideBase64(text, at) : isBorder(text, at);
}

const LEAST_BROKEN = 12;
const LEAST_AT_END = 16;
const MOST_LINES = 6;
const CUT = /…|\.{3}|\[\.{3}|\[trunc|<trunc|\(trunc|\[cut|\\u2026/y;

/** A token that does not fit because it was cut, or because a terminal broke its line. Its beginning has to be telling. */
function brokenToken(rule: RedactionRule, keyword: string, reading: Reading, at: number): Hit | undefined {
  const { text } = reading;
  if (!reading.pay(0)) return undefined;
  if (!(keyword.length >= 8 || (keyword.length >= 4 && /[-_.]/.test(keyword)))) return undefined;
  const end = runEnd(text, at + keyword.length);
  if (end - at < keyword.length + LEAST_BROKEN) return undefined;
  if (!reading.pay(end - at)) return undefined;
  const rest = text.slice(at + keyword.length, end);
  CUT.lastIndex = end;
  if (CUT.test(text) && looksMade(rest, LEAST_BROKEN)) return broken(at, end, rule.name);
  if (end === text.length && looksMade(rest, LEAST_AT_END)) return broken(at, end, 'piece');
  const joined = joinedLines(text, at, end);
  if (!joined) return undefined;
  rule.pattern.lastIndex = 0;
  const match = rule.pattern.exec(joined.text);
  if (!match || match[0].length <= end - at || !isLikelySecret(match[0], keyword, rule)) return undefined;
  return broken(at, joined.positionOf(match[0].length), rule.name);
}

function broken(at: number, end: number, name: string): Hit {
  return { from: at, start: at, end, name, isByContext: false };
}

function isTokenCharacter(code: number): boolean {
  return isLetterOrDigit(code) || code === 0x2d || code === 0x5f;
}

const LONGEST_RUN = 2048;

function runEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && end - from < LONGEST_RUN && isTokenCharacter(text.charCodeAt(end))) end += 1;
  return end;
}

const LINE_BREAK = /(?:\r?\n|\\{1,3}n)(?: {0,8}\d{1,6}[\t→|])?[ \t+>|-]{0,12}/y;

/** A token and the lines that go on with it, each of them nothing but a run. */
function joinedLines(text: string, at: number, end: number) {
  const ends = [{ joined: end - at, at: end }];
  let joined = text.slice(at, end);
  let position = end;
  for (let lines = 0; lines < MOST_LINES; lines += 1) {
    LINE_BREAK.lastIndex = position;
    if (!LINE_BREAK.test(text)) break;
    const start = LINE_BREAK.lastIndex;
    const stop = runEnd(text, start);
    if (stop - start < 6) break;
    joined += text.slice(start, stop);
    position = stop;
    ends.push({ joined: joined.length, at: stop });
  }
  if (ends.length === 1) return undefined;
  return {
    text: joined,
    positionOf(length: number): number {
      const line = ends.find((one) => one.joined >= length);
      return line ? line.at - (line.joined - length) : position;
    },
  };
}

/** A whole token at the end of a full line goes on in the next line, if that is nothing but a run without words. */
function wrappedEnd(text: string, at: number, end: number): number {
  if (end - at < 56) return end;
  LINE_BREAK.lastIndex = end;
  if (!LINE_BREAK.test(text)) return end;
  const start = LINE_BREAK.lastIndex;
  const stop = runEnd(text, start);
  const after = text.charCodeAt(stop);
  const isAlone = Number.isNaN(after) || after <= 0x20 || after === 0x5c || after === 0x22 || after === 0x27;
  const rest = text.slice(start, stop);
  const isMixed = rest.length >= 20 && /\d/.test(rest) && /[a-z]/.test(rest) && /[A-Z]/.test(rest);
  return isAlone && (isMixed || looksMade(rest, 16)) ? stop : end;
}
