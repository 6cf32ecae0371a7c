import { eastAsianWidth } from 'get-east-asian-width';
import { isPlain } from './plain-letters.ts';

/** Parts of a character: marks, joiners, skin tones, letters of a flag, pieces of Hangul, half-width voiced marks. */
const joining = () => /[\p{M}\p{Cf}\p{Emoji_Modifier}\p{Regional_Indicator}\u1160-\u11ff\ud7b0-\ud7fb\uff9e\uff9f]/u;
/** A character that terminals draw, if only as a box. Controls and lone surrogates should not get here. */
const visible = () => /[^\p{Default_Ignorable_Code_Point}\p{Cf}\p{Mn}\p{Me}]/u;
/** Parts that take columns of their own. */
const widePart = () => /\p{Mc}|[\uff00-\uffef]/u;
/** Makes an emoji of another character: a selector, the frame of a key, the other half of a flag. */
const madeEmoji = () =>
  /^(?:\p{Extended_Pictographic}\ufe0f|\p{Emoji_Modifier_Base}\p{Emoji_Modifier}|[\d#*]\ufe0f?\u20e3|\p{Regional_Indicator}{2})/u;
const joinedEmoji = () => /^\p{Extended_Pictographic}.{0,8}\u200d\p{Extended_Pictographic}/u;

let segmenter: Intl.Segmenter | undefined;

/** The characters of a text as people see them. A family of three is one. */
export function visibleCharacters(text: string): Iterable<string> {
  return !isPlain(text) && joining().test(text) ? segments(text) : text;
}

function* segments(text: string): Iterable<string> {
  // Creating one takes a millisecond, and most texts need none.
  segmenter ??= new Intl.Segmenter('en');
  for (const { segment } of segmenter.segment(text)) yield segment;
}

/** The terminal columns of a character of `visibleCharacters`: none, one or two, seldom more. */
export function characterWidth(character: string): number {
  const codePoint = character.codePointAt(0) ?? 0;
  if (character.length === (codePoint > 0xffff ? 2 : 1)) return codePointWidth(codePoint);
  if (madeEmoji().test(character) || joinedEmoji().test(character)) return 2;
  let width = 0;
  for (const part of character) {
    if (width === 0 || widePart().test(part)) width += codePointWidth(part.codePointAt(0) ?? 0);
  }
  return width;
}

/** Widths looked up before, plus one. Texts are long and have few different characters. */
let known: Uint8Array | undefined;

function codePointWidth(codePoint: number): number {
  if (codePoint >= 0x20 && codePoint < 0x7f) return 1;
  known ??= new Uint8Array(0x20000);
  const kept = known[codePoint] ?? 0;
  if (kept > 0) return kept - 1;
  const character = String.fromCodePoint(codePoint);
  const width = isPlain(character) || visible().test(character) ? eastAsianWidth(codePoint) : 0;
  if (codePoint < known.length) known[codePoint] = width + 1;
  return width;
}
