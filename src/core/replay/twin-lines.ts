import type { View } from './blame-file.ts';

/**
 * Of two equal lines, one that the commit adds and one that was there before, the younger writer has the added one. A file that got
 * a further copy of a line can be read in two ways: which of the two is new is git's choice in the commit, and ours in the states.
 * `writers`: of all lines of the file.
 */
export function settleTwins(view: View, writers: Int32Array): void {
  const { squeezed, table, added, answers } = view;
  const isAdded = new Set(added);
  slideRuns(view, writers, isAdded);
  /** Lines that were there before and have a writer, by their words, the youngest last. */
  const kept = new Map<number, number[]>();
  for (const [index, line] of squeezed.entries()) {
    if (isAdded.has(index + 1) || (writers[index] ?? 0) <= 0 || !table.isTelling(line)) continue;
    const known = kept.get(line);
    if (known) known.push(writers[index] ?? 0);
    else kept.set(line, [writers[index] ?? 0]);
  }
  for (const twins of kept.values()) twins.sort((one, other) => timeOf(view, one) - timeOf(view, other));
  for (const [index, number] of added.entries()) {
    const twins = kept.get(squeezed[number - 1] ?? 0);
    const twin = twins?.at(-1);
    if (twin === undefined || !isYounger(view, twin, answers[index]?.writer ?? 0)) continue;
    twins?.pop();
    take(view, index, twin);
  }
}

/** A run of added lines can stand a little higher or lower if the lines at its end are equal to those before or after it. */
function slideRuns(view: View, writers: Int32Array, isAdded: ReadonlySet<number>): void {
  const { added, squeezed } = view;
  for (let start = 0; start < added.length; ) {
    let end = start + 1;
    while (end < added.length && added[end] === (added[end - 1] ?? 0) + 1) end += 1;
    const [first, last] = [added[start] ?? 0, added[end - 1] ?? 0];
    const isTwin = (line: number, other: number) =>
      !isAdded.has(other) && other >= 1 && other <= squeezed.length && squeezed[line - 1] === squeezed[other - 1];
    for (let at = 0; at < end - start && isTwin(first + at, last + 1 + at); at += 1) settle(start + at, last + 1 + at);
    for (let at = 0; at < end - start && isTwin(last - at, first - 1 - at); at += 1)
      settle(end - 1 - at, first - 1 - at);
    start = end;
  }

  function settle(index: number, other: number): void {
    const twin = writers[other - 1] ?? 0;
    if (isYounger(view, twin, view.answers[index]?.writer ?? 0)) take(view, index, twin);
  }
}

function take({ answers }: View, index: number, writer: number): void {
  answers[index] = { ...answers[index], writer };
}

/** True if a call of another session wrote later than the one that is named. */
function isYounger(view: View, twin: number, named: number): boolean {
  const [one, other] = [view.replay.writers[twin], view.replay.writers[named]];
  if (!one || !other || one.at <= other.at) return false;
  return one.session.id !== other.session.id || one.session.agent !== other.session.agent;
}

function timeOf({ replay }: View, writer: number): number {
  return replay.writers[writer]?.at ?? 0;
}
