import { OTHER_FORMS } from '../src/core/redact/other-forms.ts';
import { VENDOR_FORMS } from '../src/core/redact/vendors.ts';
import { createCharacters } from './made-characters.ts';

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LOWER = UPPER.toLowerCase();
const DIGITS = '0123456789';
/** The classes of a form, each with characters that every token of the kind may have. */
const ALPHABETS: Readonly<Record<string, string>> = {
  an: UPPER + LOWER + DIGITS,
  al: UPPER + LOWER,
  lo: LOWER + DIGITS,
  up: UPPER + DIGITS,
  hx: `${DIGITS}abcdef`,
  HX: `${DIGITS}abcdef`,
  d: DIGITS,
  b32: `${UPPER}234567`,
  b32u: UPPER + DIGITS,
};

/** The lines of the table: a name and a form each. */
export const vendorForms: readonly { name: string; form: string }[] = (VENDOR_FORMS + OTHER_FORMS)
  .trim()
  .split(/\n+/)
  .map((line) => {
    const [name = '', form = ''] = line.split(' ');
    return { name, form };
  });

/** A token of a form, made by chance; the same for the same seed. None of them opens anything. */
export function madeToken(form: string, seed: number): string {
  const { characters, below } = createCharacters(seed * 7919 + form.length * 31);
  const chosen = form
    .replaceAll(/\(([^(){}]*)\)\??/g, (_, options: string) => pick(options.split('|'), below))
    .replaceAll(/\(([^()]*)\)\?/g, (_, options: string) => (below(2) ? pick(options.split('|'), below) : ''))
    .replaceAll(/\(([^()]*)\)/g, (_, options: string) => pick(options.split('|'), below))
    .replaceAll(/\[(\w+)\]\??/g, (_, options: string) => pick([...options], below))
    .replaceAll(/=\{0,\d\}/g, '')
    .replaceAll('<', '');
  return chosen.replaceAll(/\{(\w+):(\d+)(?:,(\d+))?\}/g, (_, name: string, least: string, most?: string) => {
    const length = Number(least) + (most === undefined ? 0 : below(Math.min(40, Number(most) - Number(least)) + 1));
    return characters(length, ALPHABETS[name] ?? ALPHABETS.an);
  });
}

function pick(options: readonly string[], below: (bound: number) => number): string {
  return options[below(options.length)] ?? '';
}
