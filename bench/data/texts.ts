import type { Random } from './random.ts';

const WORDS =
  'the function returns value of file test and error in line import const module from build path not found user check reads when buffer index type option default result passes failed with for each value'.split(
    ' ',
  );
/** Beyond Latin-1, so that a line that holds one becomes a two-byte string, as many real ones do. */
const WIDE = ['’', '—', '→', '✓', '👋', '“quoted”', '世界'] as const;
const ROOM = 64 * 1024;

/** Texts of any length, cut out of prepared ones: making each anew would take longer than all measurements. */
export interface Texts {
  /** Prose as a model writes it; one in eight holds characters beyond Latin-1. */
  prose(length: number): string;
  /** What a command prints: lines, quotes, tabs, backslashes. */
  output(length: number): string;
  /** Base64, as encrypted reasoning and images are. */
  base64(length: number): string;
}

export function createTexts(random: Random): Texts {
  const plain = join(random, () => (random.chance(0.08) ? '\n\n' : ' '));
  const wide = join(random, () => (random.chance(0.03) ? ` ${random.pick(WIDE)} ` : ' '));
  const printed = join(random, () => random.pick([' ', ' ', ' ', ' ', '\n', '\n', '\t', ' "', '" ', '\\', ': ']));
  const encoded = Buffer.from(random.hex(ROOM)).toString('base64');

  /** A piece of the room, from anywhere in it, repeated where it is longer than the room. */
  function cut(room: string, length: number): string {
    if (length > ROOM / 2) return room.repeat(Math.ceil(length / room.length)).slice(0, length);
    const start = random.between(0, ROOM / 2);
    return room.slice(start, start + length);
  }

  return {
    prose: (length) => cut(random.chance(0.125) ? wide : plain, length),
    output: (length) => cut(printed, length),
    base64: (length) => cut(encoded, length),
  };
}

function join(random: Random, separator: () => string): string {
  let room = '';
  while (room.length < ROOM) room += WORDS[random.between(0, WORDS.length - 1)] + separator();
  return room;
}
