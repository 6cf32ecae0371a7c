/** For each line of a text, the line of an older text that it goes on from, or -1 for a new one. */
export type Alignment = Int32Array;

/** A gap with more edits than this is not looked into: its lines count as new. */
const MOST_EDITS = 600;
const MOST_DEPTH = 40;
/** The number of a blank line. It stands everywhere and anchors nothing. */
export const BLANK = 0;

/** Aligns two texts, each line a number: by lines that stand once in both, and by the fewest edits between these. */
export function alignLines(before: Int32Array, after: Int32Array): Alignment {
  const found = new Int32Array(after.length).fill(-1);
  alignRange({ before, after, found }, 0, before.length, 0, after.length, 0);
  return found;
}

interface Texts {
  before: Int32Array;
  after: Int32Array;
  found: Alignment;
}

function alignRange(texts: Texts, from: number, to: number, start: number, end: number, depth: number): void {
  const { before, after, found } = texts;
  let [low, high, first, last] = [from, to, start, end];
  while (low < high && first < last && before[low] === after[first]) found[first++] = low++;
  while (low < high && first < last && before[high - 1] === after[last - 1]) found[--last] = --high;
  if (low === high || first === last) return;
  const anchors = depth < MOST_DEPTH ? anchorsIn(texts, low, high, first, last) : [];
  if (anchors.length === 0) {
    alignByEdits(texts, low, high, first, last);
    return;
  }
  for (const [old, next] of [...anchors, [high, last] as const]) {
    alignRange(texts, low, old, first, next, depth + 1);
    if (next < last) found[next] = old;
    [low, first] = [old + 1, next + 1];
  }
}

/** Lines that stand once in either range, as many as keep their order. */
function anchorsIn({ before, after }: Texts, low: number, high: number, first: number, last: number) {
  const places = new Map<number, { old: number; next: number; olds: number; nexts: number }>();
  for (let at = low; at < high; at += 1) {
    const line = before[at] ?? 0;
    const place = places.get(line);
    if (place) place.olds += 1;
    else places.set(line, { old: at, next: -1, olds: 1, nexts: 0 });
  }
  for (let at = first; at < last; at += 1) {
    const place = places.get(after[at] ?? 0);
    if (!place) continue;
    place.next = at;
    place.nexts += 1;
  }
  const pairs: [old: number, next: number][] = [];
  for (const [line, { old, next, olds, nexts }] of places) {
    if (olds === 1 && nexts === 1 && line !== BLANK) pairs.push([old, next]);
  }
  return longestRising(pairs);
}

/** The longest part of the pairs, which rise in the first number, that rises in the second too. */
function longestRising(pairs: readonly [number, number][]): [number, number][] {
  const tails: number[] = [];
  const previous = new Int32Array(pairs.length).fill(-1);
  for (const [index, [, next]] of pairs.entries()) {
    let low = 0;
    for (let high = tails.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] ?? 0]?.[1] ?? 0) < next) low = middle + 1;
      else high = middle;
    }
    if (low > 0) previous[index] = tails[low - 1] ?? -1;
    tails[low] = index;
  }
  const rising: [number, number][] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) {
    const pair = pairs[index];
    if (pair) rising.push(pair);
  }
  return rising.reverse();
}

/** The fewest edits, by Myers. The furthest points of each number of edits are kept to go back. */
function alignByEdits({ before, after, found }: Texts, low: number, high: number, first: number, last: number): void {
  const [rows, columns] = [high - low, last - first];
  const most = Math.min(MOST_EDITS, rows + columns);
  const trace: Int32Array[] = [];
  const furthest = new Int32Array(2 * most + 3);
  const middle = most + 1;
  for (let edits = 0; edits <= most; edits += 1) {
    trace.push(furthest.slice());
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const goesDown = diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1));
      let row = goesDown ? at(diagonal + 1) : at(diagonal - 1) + 1;
      let column = row - diagonal;
      while (row < rows && column < columns && before[low + row] === after[first + column]) {
        row += 1;
        column += 1;
      }
      furthest[middle + diagonal] = row;
      if (row < rows || column < columns) continue;
      goBack(edits);
      return;
    }
  }

  function at(diagonal: number): number {
    return furthest[middle + diagonal] ?? 0;
  }

  function goBack(edits: number): void {
    let [row, column] = [rows, columns];
    for (let left = edits; left >= 0; left -= 1) {
      const known = trace[left];
      const reach = (diagonal: number) => known?.[middle + diagonal] ?? 0;
      const diagonal = row - column;
      const goesDown = diagonal === -left || (diagonal !== left && reach(diagonal - 1) < reach(diagonal + 1));
      const before = goesDown ? diagonal + 1 : diagonal - 1;
      const beforeRow = left === 0 ? 0 : reach(before);
      const beforeColumn = left === 0 ? 0 : beforeRow - before;
      const [stepRow, stepColumn] =
        left === 0 ? [0, 0] : goesDown ? [beforeRow, beforeColumn + 1] : [beforeRow + 1, beforeColumn];
      while (row > stepRow && column > stepColumn) {
        row -= 1;
        column -= 1;
        found[first + column] = low + row;
      }
      [row, column] = [beforeRow, beforeColumn];
    }
  }
}
