import type { Random } from './random.ts';
import type { Texts } from './texts.ts';

const SYLLABLES = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu sta tre pli gro'.split(' ');
const VOCABULARY = 60_000;
/** Stands for an id that no other text holds: commits, sessions, requests. */
const NEW_ID = '\u0000'.repeat(12);
const ROOM = 8 * 1024 * 1024;

/**
 * Texts with as many different words as real ones have: a few are frequent, most are rare, and identifiers, paths, hex ids,
 * CJK and emoji stand among them. A word index costs by its words, so texts of a few dozen would flatter it.
 */
export function createManyWords(random: Random): Texts {
  const syllable = () => SYLLABLES[random.between(0, SYLLABLES.length - 1)] ?? '';
  const word = () => Array.from({ length: random.between(1, 4) }, syllable).join('');
  const words = Array.from({ length: VOCABULARY }, word);
  /** By Zipf's law, nearly: the logarithm of the rank is even. */
  const frequent = () => words[Math.floor(VOCABULARY ** (random.between(0, 1_000_000) / 1_000_000)) - 1] ?? '';
  const parts: string[] = [];
  for (let length = 0; length < ROOM; ) {
    const kind = random.between(0, 99);
    const next =
      kind < 88
        ? frequent()
        : kind < 92
          ? `${frequent()}_${frequent()}`
          : kind < 95
            ? `src/${frequent()}/${frequent()}.ts`
            : kind < 97
              ? NEW_ID
              : kind < 98
                ? '世界検索'
                : kind < 99
                  ? '👋'
                  : '\n';
    parts.push(next);
    length += next.length + 1;
  }
  const room = parts.join(' ');
  const cut = (length: number) => {
    const start = random.between(0, Math.max(0, room.length - length));
    return room
      .slice(start, start + length)
      .replaceAll(NEW_ID, () => random.hex(NEW_ID.length))
      .toWellFormed();
  };
  const encoded = Buffer.from(random.hex(64 * 1024)).toString('base64');
  return {
    prose: cut,
    output: cut,
    base64: (length) => encoded.repeat(Math.ceil(length / encoded.length)).slice(0, length),
  };
}
