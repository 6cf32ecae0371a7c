import { isAloneOnLine } from './alone-on-line.ts';
import { asProse, isLikelyPassword, lineBelow } from './line-below.ts';
import { listedOption } from './listed-option.ts';
import { plainName } from './names.ts';
import type { Reading } from './scan/reading.ts';
import { LONGEST_VALUE, matchEnd, type NamedValue, valueAt } from './standing-value.ts';
import { isMadeUp } from './value.ts';
import { valueBeside, valueInside } from './value-field.ts';
import { wordAfter } from './word-after.ts';

const TYPE =
  /[ \t]{0,3}(?:(?:static |const |final |mut )?[&*]{0,2}[A-Za-z][\w.]{0,30}(?:<[\w, <>|.]{0,40}>)?(?:\[\])?[?!]?)[ \t]{0,3}=[ \t]{0,3}(?=\\{0,7}["'`])/y;
/** From the end of a name to its value. */
const DEFAULTS = /[ \t]{0,8}(?:\|\||\?\?|\?:|or|,)[ \t]{0,40}(?=\\{0,7}["'`])/y;
const SQL_OR_CALL = /[ \t]{1,4}(?=\\{0,7}["'])|\((?=\\{0,7}["'`])/y;
const PROMPTED = /(?:[ \t]{0,4}\[[^\]\n]{0,24}\]|[ \t]\d{1,2})[ \t]{0,4}:[ \t]{0,4}/y;
/** A type between the name and its value, as Go has it. */
const GO_TYPE = /[ \t]{1,3}\*?(?:\[\])?[a-z][\w.]{0,30}[ \t]{1,3}=[ \t]{0,3}(?=\\{0,7}["`])/y;
/** What a test of a page types into the field of that name. */
const TYPED_IN =
  /["'`\]\\]{1,10}\){1,2}\.(?:fill|type|sendKeys|send_keys|setValue|pressSequentially)\([ \t]{0,3}(?=\\{0,7}["'`])/y;
/** The body of a part of a form. */
const FORM_PART = /\\{0,7}"(?:\r?\n|\\{1,4}r\\{1,4}n|\\{1,4}n){1,2}/y;
/** As PHP prints a value. */
const DUMPED = /(?:\s|\\{1,4}n){1,40}string\(\d{1,4}\) (?=\\{0,7}")/y;
/** A column of names beside one of values. */
const COLUMN = /(?: {2,40}|\t{1,4})(?=[A-Za-z0-9])/y;
const TOLD =
  /[ \t]{1,3}(?:(?:(?:is|was|has been) )?(?:changed|reset|set|updated) (?:to|from)|is|was|are|to|ist|es|lautet|=>|->|→|-)[ \t]{0,2}:?[ \t]{1,3}|[ \t]{1,3}(?:is|to):[ \t]{0,3}|[ \t]\((?=["'`])|[ \t]for (?:the )?(?:user )?\\{0,3}["'`]?[\w@.:/-]{1,80}\\{0,3}["'`]?(?: user)?:[ \t]{1,3}/y;
const TOLD_OF =
  /[ \t](?:for|of|to|on|at|de|del|della|dello|dell|do|da|dos|du|des|der|für|vom|zum|zur|von)(?:[ '’][^\s\d,.;:!?()<>{}="`'’]{1,20}){1,7}?(?:[ \t](?:is|est|es|è|é|ist|lautet)|:)[ \t]{1,3}/y;
/** The value stands below its name: a block of YAML, or the first of a list. */
const BLOCK =
  /[ \t]{0,4}(?:[|>][+-]?\d?[ \t]{0,4})?(?:\r?\n|\\{1,4}n)[ \t+]{1,40}(?:- )?|[ \t]{0,4}\[\s{0,40}(?=\\{0,7}["'])/y;
/** The default of a variable of Terraform. */
const DEFAULT = /\\{0,7}["'] ?\{[^}"']{0,200}?\bdefault[ \t]{0,12}=[ \t]{0,4}(?=\\{0,7}")/y;
const CELL = /[ \t]{1,40}[|│][ \t]{1,40}(?=[^|\s-])/y;

/** Finds the value of the name that ends there. `nameStart` is where it begins. */
export function valueAfter(reading: Reading, nameStart: number, nameEnd: number): NamedValue | undefined {
  const { text } = reading;
  const next = text.charCodeAt(nameEnd);
  // By far most names in a text have no value: `,`, `)`, `.`, letters of other scripts.
  if (next === 0x2c || next === 0x29 || next === 0x3b || next === 0x2e || Number.isNaN(next)) return undefined;
  const tag = text.charCodeAt(nameStart - 1) === 0x3c ? matchEnd(ATTRIBUTES, text, nameEnd) : -1;
  if (tag !== -1) return element(reading, tag);
  let at = closed(text, Math.max(nameEnd, matchEnd(LENGTH, text, nameEnd)));
  const isQuotedName = at > nameEnd;
  while (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09) at += 1;
  if (at - nameEnd > 60) return undefined;
  const code = text.charCodeAt(at);
  // `<-` assigns in R.
  if (code === 0x3c && text.charCodeAt(at + 1) === 0x2d) return afterEquals(reading, nameStart, at + 1);
  if (code === 0x3d) return afterEquals(reading, nameStart, at);
  if (code === 0x3a) return afterColon(reading, nameStart, at, isQuotedName);
  if (code === 0x3e) return element(reading, at + 1);
  if (code === 0x3c || code === 0x25) return encoded(reading, nameEnd);
  return elsewhere(reading, nameStart, nameEnd, at, isQuotedName);
}

const LISTED_KEY = /<\/key>(?:\s|\\{1,4}n){0,40}<(?:string|data)>/y;
/** The attributes of an element, up to its text. */
const ATTRIBUTES = /(?:\s[\w:.-]{1,40}=\\{0,7}["'][^"'<>\\]{0,80}\\{0,7}["']){1,4}>/y;
const CDATA = ['<![CDATA[', ']]>'] as const;
/** The length of a list of characters, as C writes it. */
const LENGTH = /\[\d{0,4}\](?=[ \t]{0,4}=)/y;

/** The value after a key of a property list, and after the `=` of an address inside an address. */
function encoded(reading: Reading, nameEnd: number): NamedValue | undefined {
  const { text } = reading;
  const listed = matchEnd(LISTED_KEY, text, nameEnd);
  if (listed !== -1) return element(reading, listed);
  const isEncoded = text.startsWith('%3D', nameEnd) || text.startsWith('%3d', nameEnd);
  return isEncoded ? valueAt(reading, nameEnd + 3, 'setting', true) : undefined;
}

/** Skips what closes a name: quotes, also escaped ones, brackets, marks of emphasis. */
function closed(text: string, from: number): number {
  let at = text.startsWith('&quot;', from) ? from + '&quot;'.length : from;
  for (let count = 0; count < 12; count += 1) {
    const code = text.charCodeAt(at);
    const isClosing =
      code === 0x22 ||
      code === 0x27 ||
      code === 0x60 ||
      code === 0x5d ||
      code === 0x5c ||
      code === 0x2a ||
      code === 0x3f ||
      code === 0x21;
    if (!isClosing) break;
    // An escape that is no quote ends the text of the name: `\n`.
    if (code === 0x5c && !/["'`\\]/.test(text.charAt(at + 1))) break;
    at += 1;
  }
  return at;
}

function afterEquals(reading: Reading, nameStart: number, equals: number): NamedValue | undefined {
  const { text } = reading;
  let at = equals + 1;
  const isCompared = text.charCodeAt(at) === 0x3d;
  while (text.charCodeAt(at) === 0x3d) at += 1;
  if (text.charCodeAt(at) === 0x3e || text.charCodeAt(at) === 0x7e) at += 1;
  const dumped = matchEnd(DUMPED, text, at);
  if (dumped !== -1) at = dumped;
  const isTight = equals > 0 && text.charCodeAt(equals - 1) > 0x20 && text.charCodeAt(at) > 0x20;
  const standing = isCompared ? 'quoted' : isTight ? 'setting' : 'code';
  const value = valueAt(reading, at, standing, isQuery(text, nameStart));
  if (!value) return undefined;
  // `name = value` alone on its line is a settings file.
  if (value.standing === 'code' && isAloneOnLine(reading, nameStart, value.end)) value.standing = 'setting';
  return value;
}

function afterColon(reading: Reading, nameStart: number, colon: number, isQuotedName: boolean): NamedValue | undefined {
  const { text } = reading;
  let at = colon + 1;
  const next = text.charCodeAt(at);
  if (next === 0x3d) at += 1;
  else if (next === 0x3a) return undefined;
  else if (next === 0x2d && text.charCodeAt(at + 1) !== 0x2d && text.charCodeAt(nameStart - 1) === 0x7b) at += 1;
  else if (text.startsWith('//', at)) return undefined;
  const inside = valueInside(text, at);
  if (inside !== -1) return valueAt(reading, inside, 'setting', false);
  const below = matchEnd(BLOCK, text, at);
  if (below !== -1)
    return (
      lineBelow(reading, nameStart, colon) ??
      loosened(valueAt(reading, below, 'setting', false), /[|>]/.test(text.slice(at, below)))
    );
  if (next === 0x0a || next === 0x0d || next === 0x20) {
    const line = lineBelow(reading, nameStart, colon);
    if (line) return line;
  }
  const typed = matchEnd(TYPE, text, at);
  if (typed !== -1) at = typed;
  const value = valueAt(reading, at, 'code', false);
  if (!value) return undefined;
  if (value.standing === 'code' && !isQuotedName && isAloneOnLine(reading, nameStart, value.end))
    value.standing = 'setting';
  if (value.standing === 'code' && isHeaderLike(text, nameStart, colon)) value.standing = 'setting';
  return value;
}

/** `X-Api-Key: …` in a command or a text. */
function isHeaderLike(text: string, nameStart: number, colon: number): boolean {
  return /^[Xx]-|^[A-Z][a-z]{1,20}-/.test(text.slice(nameStart, colon));
}

function element(reading: Reading, from: number): NamedValue | undefined {
  const { text } = reading;
  const [opening, closing] = CDATA;
  const start = text.startsWith(opening, from) ? from + opening.length : from;
  let end = start;
  while (
    end < text.length &&
    end - start < LONGEST_VALUE &&
    text.charCodeAt(end) !== 0x3c &&
    text.charCodeAt(end) > 0x20
  )
    end += 1;
  if (!text.startsWith('</', end) || end === start) return undefined;
  if (start > from && text.startsWith(closing, end - closing.length)) end -= closing.length;
  return { start, end, standing: 'quoted', isLoose: false, quote: '<' };
}

/** Values that neither `=` nor `:` joins to their name. */
function elsewhere(
  reading: Reading,
  nameStart: number,
  nameEnd: number,
  at: number,
  isQuotedName: boolean,
): NamedValue | undefined {
  const { text } = reading;
  const field = valueBeside(text, nameEnd);
  if (field !== -1) return valueAt(reading, field, 'setting', false);
  const listed = listedOption(text, nameStart, nameEnd);
  if (listed !== -1) return valueAt(reading, listed, 'setting', false);
  const byDefault = matchEnd(DEFAULT, text, nameEnd);
  if (byDefault !== -1) return valueAt(reading, byDefault, 'setting', false);
  const typedIn = matchEnd(TYPED_IN, text, nameEnd);
  if (typedIn !== -1) return valueAt(reading, typedIn, 'quoted', false);
  const part =
    isQuotedName && /name=\\{0,7}"$/.test(text.slice(Math.max(0, nameStart - 13), nameStart))
      ? matchEnd(FORM_PART, text, nameEnd)
      : -1;
  if (part !== -1) return valueAt(reading, part, 'setting', false);
  const prompted = matchEnd(PROMPTED, text, nameEnd);
  if (prompted !== -1) return valueAt(reading, prompted, 'setting', false);
  const cell = matchEnd(CELL, text, nameEnd);
  if (cell !== -1) {
    const value = valueAt(reading, cell, 'prose', false);
    return value && { ...value, standing: 'setting', isLoose: false };
  }
  const other = matchEnd(DEFAULTS, text, at);
  if (other !== -1) {
    const isJoined = text.charCodeAt(at) !== 0x2c || isFirstArgument(text, nameStart);
    return loosened(valueAt(reading, other, 'code', false), isJoined);
  }
  if (!isQuotedName) {
    const typed = matchEnd(GO_TYPE, text, nameEnd);
    if (typed !== -1) return valueAt(reading, typed, 'quoted', false);
    const flag = flagValue(reading, nameStart, nameEnd);
    if (flag) return flag;
    const call = matchEnd(SQL_OR_CALL, text, nameEnd);
    if (call !== -1) {
      const value = valueAt(reading, call, 'code', false);
      const isJoined = text.charCodeAt(nameEnd) !== 0x28 || isGivenPassword(reading, nameStart, nameEnd, value);
      return loosened(value, isJoined);
    }
    const word = wordAfter(reading, nameStart, nameEnd) ?? inColumn(reading, nameStart, nameEnd);
    if (word) return word;
  } else if (text.charCodeAt(nameEnd) !== 0x60) {
    // `set "Name" "value"`
    const argument = matchEnd(NEXT_ARGUMENT, text, nameEnd);
    if (argument !== -1) return loosened(valueAt(reading, argument, 'code', false), false);
  }
  const line = lineBelow(reading, nameStart, nameEnd);
  if (line) return line;
  const told = matchEnd(TOLD, text, at === nameEnd ? nameEnd : at - 1);
  if (told !== -1) return asProse(valueAt(reading, told, 'prose', false));
  return isQuotedName ? undefined : toldOf(reading, nameEnd);
}

/** `the password of the old wifi is VALUE`: behind so many words it has to look like a password by itself. */
function toldOf(reading: Reading, nameEnd: number): NamedValue | undefined {
  const told = matchEnd(TOLD_OF, reading.text, nameEnd);
  const value = told === -1 ? undefined : asProse(valueAt(reading, told, 'prose', false));
  if (!value) return undefined;
  const found = reading.text.slice(value.start, value.end);
  return isLikelyPassword(found) || isMadeUp(found, value.standing) ? value : undefined;
}

const SETTER = /^(?:set_|with_)?(?:\w{1,20}_)?pass(?:word|wd|phrase)$/;

/** `.setPassword("VALUE")`: what `label("password")` is given is a word. */
function isGivenPassword(
  { text }: Reading,
  nameStart: number,
  nameEnd: number,
  value: NamedValue | undefined,
): boolean {
  if (!value || !SETTER.test(plainName(text.slice(nameStart, nameEnd)))) return false;
  return isLikelyPassword(text.slice(value.start, value.end));
}

const FIRST_ARGUMENT = /\(\\{0,7}["'](?:#|[\w.# -]{0,30}\[[\w-]{1,20}[*^$]?=\\{0,7}["']?)?$/;

/** `setenv("NAME", "VALUE")` and `fill("#name", "VALUE")`, not a list of names. */
function isFirstArgument(text: string, nameStart: number): boolean {
  return FIRST_ARGUMENT.test(text.slice(Math.max(0, nameStart - 72), nameStart));
}

function loosened(value: NamedValue | undefined, isJoined: boolean): NamedValue | undefined {
  return value && { ...value, isLoose: !isJoined };
}

const NEXT_ARGUMENT = /\\{0,7}["'][ \t]{1,3}(?=\\{0,7}["'])/y;

/** `token      VALUE`, alone on its line: the output of programs that print a table of two columns. */
function inColumn(reading: Reading, nameStart: number, nameEnd: number): NamedValue | undefined {
  const column = matchEnd(COLUMN, reading.text, nameEnd);
  const value = column === -1 ? undefined : valueAt(reading, column, 'setting', false);
  return value && isAloneOnLine(reading, nameStart, value.end) ? { ...value, isLoose: true } : undefined;
}

/** `--token VALUE`, `ENV NAME VALUE`, `set NAME VALUE`, `password VALUE` of a netrc file. */
function flagValue(reading: Reading, nameStart: number, nameEnd: number): NamedValue | undefined {
  const { text } = reading;
  if (text.charCodeAt(nameEnd) !== 0x20 && text.charCodeAt(nameEnd) !== 0x09) return undefined;
  const before = text.slice(Math.max(0, nameStart - 24), nameStart);
  const isFlag = /(?:^|[\s"'`\\=])-{1,2}$/.test(before);
  if (
    !isFlag &&
    !/(?:(?:\b|\\[nrt])(?:ENV|ARG|setx|set(?: -[a-zA-Z]{1,4})?|export)|login \S{1,20}|config:set|config set|^machine .{1,20})[ \t]{1,4}$/.test(
      before,
    )
  ) {
    if (!isNetrcPassword(reading, nameStart, nameEnd)) return undefined;
  }
  let at = nameEnd;
  while (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09) at += 1;
  if (text.charCodeAt(at) === 0x2d || text.charCodeAt(at) === 0x7c) return undefined;
  return valueAt(reading, at, 'setting', false);
}

function isNetrcPassword({ text }: Reading, nameStart: number, nameEnd: number): boolean {
  if (text.slice(nameStart, nameEnd) !== 'password') return false;
  return /(?:\blogin\s{1,8}\S{1,120}|\bmachine\s{1,8}\S{1,120}|\baccount\s{1,8}\S{1,120})\s{1,8}$/.test(
    text.slice(Math.max(0, nameStart - 280), nameStart),
  );
}

/** True if the name is that of a field in the query of an address, or in a form. */
function isQuery(text: string, nameStart: number): boolean {
  const before = text.charCodeAt(nameStart - 1);
  return before === 0x3f || before === 0x26 || before === 0x23;
}
