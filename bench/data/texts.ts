import type { Random } from './random.ts';

const WORDS =
  'the function returns value of file test and error in line import const module from build path not found user check reads when buffer index type option default'.split(
    ' ',
  );
/** Beyond Latin-1, so that a line that holds one becomes a two-byte string, as many real ones do. */
const WIDE = [' ’', ' — ', ' → ', ' ✓ ', ' 👋 ', '\n\n', ' 世界 '] as const;
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
  const plain = join(random, ['\n\n'], 0.02);
  const wide = join(random, WIDE, 0.03);
  const printed = join(random, ['\n', '\n', '\n', '\n', '\t', ' "', '" ', '\\'], 0.1);
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

/** Words, seldom with something else than a space between them: the recordings escape one character in a hundred. */
function join(random: Random, breaks: readonly string[], share: number): string {
  let room = '';
  while (room.length < ROOM) room += random.pick(WORDS) + (random.chance(share) ? random.pick(breaks) : ' ');
  return room;
}
