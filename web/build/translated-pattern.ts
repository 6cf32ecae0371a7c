import { defaultJavaScriptRegexConstructor } from '@shikijs/engine-javascript';
import type { TranslatedOptions } from '../text/translated-reg-exp.ts';

/** A pattern that ends a rule may name what the rule captured where it began. */
const ENDS = new Set(['end', 'while']);
const CAPTURED = /\\(\d+)/g;
/** Stand for captured texts while a pattern is translated: wide letters, which no pattern has. Case may matter, so they have one. */
const PLACE = 0xff_21;
const PLACES = /[\uFF21-\uFF3A]/g;

/**
 * A pattern of a grammar as `web/text/translated-engine.ts` reads it. The grammar reader looks into patterns before they
 * get there, for three things that no translated one has of itself: `\A` and `\G`, which hold or not by where it is in
 * the text, and numbers of captured texts. So those stand in what is written as in the grammar, and all else is JavaScript.
 */
export function translatedPattern(pattern: string, field: string): string {
  const key = `${ENDS.has(field)} ${pattern}`;
  const known = translations.get(key) ?? translate(pattern, ENDS.has(field));
  translations.set(key, known);
  return known;
}

/** Half of all patterns stand in more than one grammar. */
const translations = new Map<string, string>();

function translate(pattern: string, isEnd: boolean): string {
  const source = pattern.replace(/\\(.)/gs, (all, letter) => (letter === 'z' ? '$(?!\\n)(?<!\\n)' : all));
  const anchors = ['A', 'G'].filter((letter) => escapes(source).includes(letter));
  const variants = anchors.length === 0 ? [source] : variantsOf(source, anchors);
  const written = variants.map((variant) => writtenVariant(variant, isEnd));
  return anchors.map((letter) => `\\${letter}`).join('') + written.join('\n');
}

/** The pattern for each way in which its anchors hold: none, the first, the second, both. */
function variantsOf(source: string, anchors: readonly string[]): string[] {
  return Array.from({ length: 2 ** anchors.length }, (_, variant) =>
    source.replace(/\\(.)/gs, (all, letter) => {
      const index = anchors.indexOf(letter);
      return index === -1 || variant & (2 ** index) ? all : '\\\uFFFF';
    }),
  );
}

function escapes(source: string): string[] {
  return Array.from(source.matchAll(/\\(.)/gs), ([, letter = '']) => letter);
}

function writtenVariant(source: string, isEnd: boolean): string {
  const hasCaptured = isEnd && source.search(CAPTURED) !== -1;
  const placed = hasCaptured
    ? source.replace(CAPTURED, (_, group) => String.fromCodePoint(PLACE + Number(group)))
    : source;
  const { pattern, flags, options } = translated(placed);
  let text = pattern;
  let more = '';
  // Groups that the translation added, and means itself.
  if (isEnd && text.search(CAPTURED) !== -1) {
    more += 'b';
    text = text.replace(/\\(?:(\d)|.)/gs, (all, group) => (group ? `\\k${group}` : all));
  }
  if (hasCaptured) {
    more += 't';
    checkPlaces(placed, text);
    text = text.replaceAll('#', '\\x23').replace(PLACES, (place) => `#\\${(place.codePointAt(0) ?? 0) - PLACE}#`);
  }
  checkEscapes(text);
  return `${flags}${more}${options === undefined ? '' : JSON.stringify(options)}/${text}`;
}

interface Translated {
  pattern: string;
  /** Those that differ: all have `d`, `g` and `v`. */
  flags: string;
  options: TranslatedOptions | undefined;
}

function translated(source: string): Translated {
  // One target for every reader: what all that run this package understand.
  const made = defaultJavaScriptRegexConstructor(source, {
    target: 'ES2024',
    lazyCompileLength: Number.POSITIVE_INFINITY,
  });
  const { rawOptions }: RegExp & { rawOptions?: TranslatedOptions } = made;
  if (made.flags.replace(/[iy]/g, '') !== 'dgv') throw new Error(`flags that the engine does not know: ${made.flags}`);
  return {
    pattern: made.source.replaceAll('\n', '\\n'),
    flags: made.flags.replace(/[dgv]/g, ''),
    options: rawOptions,
  };
}

/** The grammar reader would take these for its own. */
function checkEscapes(text: string): void {
  const own = escapes(text).find((letter) => 'AGz'.includes(letter));
  if (own !== undefined) throw new Error(`a translated pattern has \\${own}: ${text}`);
}

/** A letter of which both cases are asked for is no place any more. */
function checkPlaces(before: string, after: string): void {
  const isSame = String(before.match(PLACES)) === String(after.match(PLACES));
  if (!isSame || /[\uFF41-\uFF5A]/.test(after)) throw new Error(`a pattern lost what was captured: ${after}`);
}
