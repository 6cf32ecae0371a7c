import type { ItemNote } from '../thread/item.ts';

/**
 * The lines of `other` that `shown` does not have, in order. Agents write the result of a call twice, for people and for
 * the model, and each may be cut or have lines of its own.
 */
export function missingLines(shown: string, other: string): string {
  const text = other.trim();
  // Mostly they are the same, and comparing them takes a hundredth of the time of a search.
  if (shown.trim() === text || shown.includes(text)) return '';
  const known = new Set(shown.split('\n').map((line) => line.trim()));
  return other
    .split('\n')
    .filter((line) => line.trim() !== '' && !known.has(line.trim()))
    .join('\n');
}

/** These lines as the note of an item. Undefined if there are none. */
export function outputNote(shown: string, other: unknown): { notes: ItemNote[] } | undefined {
  const text = typeof other === 'string' ? missingLines(shown, other) : '';
  return text === '' ? undefined : { notes: [{ kind: 'output', text }] };
}
