/** The anchor of a message in a page: its id, in characters that an address can have unescaped. */
export function anchorOf(id: string): string {
  return id
    .slice(0, MAX_ANCHOR)
    .replace(/[^A-Za-z0-9._-]/gu, (character) => `~${character.codePointAt(0)?.toString(16)}~`);
}

/** Ids come from outside, and may have any length. */
const MAX_ANCHOR = 200;
