import type { View } from './blame-file.ts';

/** A line of this many characters tells by itself. */
const LONG_LINE = 24;
const FIRM = new Set(['equal', 'aligned', 'moved']);

/** Of one session in one file. */
interface Share {
  /** Telling lines that are given to it. */
  telling: number;
  longest: number;
  isFirm: boolean;
  /** The longest row of its lines, and the telling ones in it. */
  hasRun: boolean;
}

/**
 * Silent where no session carries the file: a few short lines that another session once wrote tell nothing. A session keeps
 * its lines if it has half of the file's telling lines with a long one among them or three in all, or a run of four.
 */
export function withSupport(view: View): void {
  const { table, squeezed, added, answers, replay } = view;
  const shares = new Map<string, Share>();
  let telling = 0;
  let [run, runTelling, runKey] = [0, 0, ''];
  for (const [index, number] of added.entries()) {
    const line = squeezed[number - 1] ?? 0;
    const isTelling = table.isTelling(line);
    if (isTelling) telling += 1;
    const { writer = 0, rule = '', isBlock } = answers[index] ?? {};
    const key = keyOf(replay.writers[writer]?.session);
    const isNext = added[index - 1] === number - 1 && key === runKey && key !== '';
    run = isNext ? run + 1 : 1;
    runTelling = (isNext ? runTelling : 0) + (isTelling ? 1 : 0);
    runKey = key;
    if (key === '') continue;
    const share = shares.get(key) ?? { telling: 0, longest: 0, isFirm: false, hasRun: false };
    shares.set(key, share);
    if (isTelling) {
      share.telling += 1;
      share.longest = Math.max(share.longest, table.squeezedText(line).length);
    }
    if (isBlock || FIRM.has(rule)) share.isFirm = true;
    if (run >= 4 && runTelling >= 3) share.hasRun = true;
  }
  for (const [index, { writer }] of answers.entries()) {
    const share = shares.get(keyOf(replay.writers[writer]?.session));
    if (share && !isCarried(share, telling)) answers[index] = { writer: 0, why: 'weak' };
  }
}

function isCarried({ telling, longest, isFirm, hasRun }: Share, all: number): boolean {
  const isHalf = telling * 2 >= all && (longest >= LONG_LINE || telling >= 3);
  return isFirm && (hasRun || isHalf);
}

function keyOf(session: { agent: string; id: string } | undefined): string {
  return session ? `${session.agent}:${session.id}` : '';
}
