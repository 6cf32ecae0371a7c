import type { CommandRule } from './command-rule.ts';
import { commandRules, READERS, SEND } from './command-rules.ts';
import { deviceRules } from './device-rules.ts';
import { functionRules } from './function-rules.ts';
import { listedRules } from './listed-rules.ts';
import { printedRules } from './printed-rules.ts';
import { contextHit, type Hit } from './scan/hit.ts';
import type { Reading } from './scan/reading.ts';
import type { Trigger } from './scan/trigger.ts';
import { countKinds, isLongMade, isPlaceholder, isReference, isWordOfCode } from './value.ts';

/** `echo SECRET | `, right before a program that reads it. */
const ECHOED =
  /(?:echo|printf)[ \t]{1,3}(?:-\w{1,3}[ \t]{1,3}){0,2}(?:['"]%s(?:\\n)?['"][ \t]{1,3})?(?:\\{0,3}"([^"\n]{3,200}?)\\{0,3}"|'([^'\n]{3,200})'|([^\s"'|]{3,200}))[ \t]{0,3}\|[ \t]{0,3}(?:[\w./ :@=-]{0,80})?$/;

const CHPASSWD =
  /(?:echo|printf)[ \t]{1,3}(?:-\w[ \t]{1,3})?\\{0,3}['"]?[\w.-]{1,60}:([^\s"'|]{3,120})\\{0,3}['"]?[ \t]{0,3}\|[ \t]{0,3}(?:sudo )?$/;
/** What `expect` types after it saw the word password. */
const SENT = /send (?:-- )?\\{0,3}"([^"\\\n]{4,120})\\{1,3}r\\{0,3}"/y;
const FAR = 300;
/** Programs that read a password from what stands after `<<<`. */
const GIVEN_TO =
  /(?:--with-token|-stdin|secret (?:create|put|set)|secrets create|versions add|env add|kinit|cryptsetup|sudo -S|passwd|luks\w{1,12}|vault login|docker login)[^\n|;&]{0,120}$/i;

function find(rule: CommandRule, reading: Reading, at: number): Hit | undefined {
  const { text } = reading;
  if (READERS.includes(rule.word)) {
    // Some are told only by the pipe before them: the program begins behind it.
    const before = echoed(text, at + rule.word.search(/[^| ]/), ECHOED);
    if (before) return before;
  }
  if (rule.word === SEND) return sent(text, at);
  if (rule.word === 'chpasswd') {
    const before = echoed(text, at, CHPASSWD);
    if (before) return before;
  }
  if (reading.isInFound(at) || !isWholeWord(text, at, rule.word)) return undefined;
  if (rule.word === '<<<' && !GIVEN_TO.test(text.slice(Math.max(0, at - FAR), at))) return undefined;
  rule.pattern.lastIndex = at;
  const match = rule.pattern.exec(text);
  if (!match) return undefined;
  const value = match.slice(1).find((group) => group !== undefined) ?? '';
  const start = at + match[0].lastIndexOf(value);
  if (reading.pay(match[0].length) && !isPassword(value, rule.takesWords === true)) return undefined;
  reading.found(start, start + value.length);
  return contextHit(at, start, start + value.length, 'password');
}

function sent(text: string, at: number): Hit | undefined {
  SENT.lastIndex = at;
  const [, value = ''] = SENT.exec(text) ?? [];
  if (value === '' || !/assw|assphrase/.test(text.slice(Math.max(0, at - FAR), at)) || !isPassword(value, true))
    return undefined;
  const start = text.indexOf(value, at);
  return contextHit(at, start, start + value.length, 'password');
}

function isWholeWord(text: string, at: number, word: string): boolean {
  if (!/[a-z-]/.test(word.charAt(0)) || word.endsWith('(')) return true;
  return at === 0 || !/[\w.-]/.test(text.charAt(at - 1)) || /\\[nt]$/.test(text.slice(Math.max(0, at - 2), at));
}

function echoed(text: string, at: number, pattern: RegExp): Hit | undefined {
  const from = Math.max(0, at - FAR);
  const line = text.slice(from, at);
  const start = line.lastIndexOf('\n') + 1;
  const match = pattern.exec(line.slice(start));
  if (!match) return undefined;
  const value = match.slice(1).find((group) => group !== undefined) ?? '';
  const position = from + start + match.index + match[0].indexOf(value);
  return isPassword(value, true) && !/^yes$/i.test(value)
    ? contextHit(position, position, position + value.length, 'password')
    : undefined;
}

function isPassword(value: string, takesWords: boolean): boolean {
  if (isReference(value) || (isPlaceholder(value) && !isLongMade(value)) || isWordOfCode(value) || /^[-/]/.test(value))
    return false;
  const kinds = countKinds(value);
  if (kinds.letters === 0 && !takesWords) return false;
  return takesWords || kinds.digits > 0 || kinds.others > 0 || value.length >= 12;
}

export const commandTriggers: readonly Trigger[] = [
  ...commandRules,
  ...deviceRules,
  ...listedRules,
  ...printedRules,
  ...functionRules,
].map((rule) => ({
  word: rule.word,
  isFolded: true,
  isByContext: true,
  find: (reading, at) => find(rule, reading, at),
}));
