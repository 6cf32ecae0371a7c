import type { Turn } from './turn-counter.ts';

/** The kinds by which ids of messages other than tools are counted. */
export type MessageKind =
  | 'text'
  | 'thinking'
  | 'raw'
  | 'plan'
  | 'user'
  | 'context'
  | 'record'
  | 'error'
  | 'compaction'
  | 'aborted';

// Ids are made from what a message is and where it stands, so the same message always has the same id, however often it
// is read. A tool's id depends on its input, not on its place among the others: calls that only the session file knows,
// and the free order of parallel calls, change no other id.

/** `t<turn>.<kind>.<n>` */
export function nextId(turn: Turn, kind: MessageKind): string {
  return `${turn.name}.${kind}.${count(turn, kind)}`;
}

/** `t<turn>.<Tool>.<hash of the call's identity>.<occurrence>` */
export function nextToolId(turn: Turn, tool: string, identity: string): string {
  // Tools may have any name. Dots would make two ids look alike, and files may have an underscore for a dash.
  const name = /^\w*$/.test(tool) ? tool : tool.replace(/\W/g, '_');
  const stem = `${name}.${shortHash(identity)}`;
  // Uses `join`, because a concatenation of this length would keep all of its parts alive.
  return [turn.name, stem, count(turn, stem)].join('.');
}

/** Frees the number of the last such call, so that the next one gets it. False if the call is not the last. */
export function giveBack(turn: Turn, id: string): boolean {
  const end = id.lastIndexOf('.');
  const stem = id.slice(turn.name.length + 1, end);
  const occurrence = Number(id.slice(end + 1));
  if (turn.counts.get(stem) !== occurrence) return false;
  turn.counts.set(stem, occurrence - 1);
  return true;
}

/** `….rejected.<n>`, for a call that gave its number back. */
export function rejectedId(turn: Turn, id: string): string {
  const stem = `${id.slice(turn.name.length + 1, id.lastIndexOf('.'))}.rejected`;
  return `${turn.name}.${stem}.${count(turn, stem)}`;
}

function count(turn: Turn, stem: string): number {
  const occurrence = (turn.counts.get(stem) ?? 0) + 1;
  turn.counts.set(stem, occurrence);
  return occurrence;
}

const DIGITS = '0123456789abcdefghijklmnopqrstuv';

/**
 * A short hash of a text: 55 bits in 11 characters. It names things and protects nothing. It uses two chains of 32 bits
 * (the cyrb53 scheme), because JavaScript's numbers multiply no further than that.
 */
export function shortHash(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return digits(high, 6) + digits(low, 5);
}

function digits(value: number, length: number): string {
  let text = '';
  for (let shift = 0; shift < length * 5; shift += 5) text += DIGITS[(value >>> shift) & 31];
  return text;
}
