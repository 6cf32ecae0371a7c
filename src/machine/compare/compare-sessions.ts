import { compareSteps, type StepRow } from './compare-steps.ts';
import type { ComparedFigures, ComparedHead, ComparedSession, ComparedTests } from './compared-session.ts';

export type Side = 'a' | 'b' | 'c';
export const sides: readonly Side[] = ['a', 'b', 'c'];

/** A figure of each session. */
export type ComparedFigure = {
  name: keyof ComparedFigures;
  /** The side with the least, where less is better and one has less than all others. */
  better?: Side;
} & Partial<Record<Side, number | null>>;

/** Lines that a session added to a file and removed from it; null if it did not change the file. */
export type ComparedFile = { path: string; common: number } & Partial<
  Record<Side, { added: number; removed: number } | null>
>;

/** Two or three sessions side by side. */
export interface Comparison {
  heads: ({ side: Side } & ComparedHead)[];
  /** Whether the first prompts, the commits and the folders are equal; null where a session does not tell. */
  same: { prompt: boolean; commit: boolean | null; cwd: boolean };
  figures: ComparedFigure[];
  /** How the tests of each session ended; null for one that ran none. */
  tests: Partial<Record<Side, ComparedTests | null>>;
  steps: StepRow[];
  /** Steps of each kind. */
  counts: Record<StepRow['kind'], number>;
  /** Some steps were left out: there are too many. */
  cut: boolean;
  files: ComparedFile[];
}

/** Figures of which less is better. The others only tell. */
const LESS: ReadonlySet<keyof ComparedFigures> = new Set(['ms', 'costUsd', 'tokens', 'requests', 'failed']);
const FIGURES = [
  'ms',
  'costUsd',
  'tokens',
  'requests',
  'calls',
  'failed',
  'files',
  'added',
  'removed',
  'prompts',
] as const satisfies readonly (keyof ComparedFigures)[];

/** Compares two or three sessions. Throws a RangeError for any other number. */
export function compareSessions(sessions: readonly ComparedSession[]): Comparison {
  const [first, ...others] = sessions;
  if (!first || others.length < 1 || others.length > 2) throw new RangeError('two or three sessions are compared');
  const steps = compareSteps(sessions.map((session) => session.steps));
  const counts: Comparison['counts'] = { same: 0, differs: 0, a: 0, b: 0, c: 0 };
  for (const { kind } of steps) counts[kind] += 1;
  const commits = sessions.map(({ head }) => head.commit);
  return {
    heads: sessions.map(({ head }, index) => ({ side: sideOf(index), ...head })),
    same: {
      prompt: first.firstPrompt !== '' && others.every(({ firstPrompt }) => firstPrompt === first.firstPrompt),
      commit: commits.includes(undefined) ? null : commits.every((commit) => commit === commits[0]),
      cwd: others.every(({ head }) => head.project === first.head.project),
    },
    figures: FIGURES.map((name) => figureOf(name, sessions)),
    tests: Object.fromEntries(sessions.map(({ tests }, index) => [sideOf(index), tests])),
    steps,
    counts,
    cut: sessions.some(({ isCut }) => isCut),
    files: filesOf(sessions),
  };
}

function sideOf(index: number): Side {
  return sides[index] ?? 'c';
}

function figureOf(name: keyof ComparedFigures, sessions: readonly ComparedSession[]): ComparedFigure {
  const figure: ComparedFigure = { name };
  for (const [index, { figures }] of sessions.entries()) figure[sideOf(index)] = figures[name];
  const known = sessions.map(({ figures }) => figures[name]);
  const least = Math.min(...known.map((value) => value ?? Number.POSITIVE_INFINITY));
  const isKnown = LESS.has(name) && !known.includes(null);
  if (isKnown && known.filter((value) => value === least).length === 1) figure.better = sideOf(known.indexOf(least));
  return figure;
}

function filesOf(sessions: readonly ComparedSession[]): ComparedFile[] {
  const paths = [...new Set(sessions.flatMap(({ files }) => [...files.keys()]))].sort();
  return paths.map((path) => {
    const found = sessions.map(({ files }) => files.get(path));
    const file: ComparedFile = { path, common: commonLines(found.map((one) => one?.lines ?? [])) };
    for (const [index, one] of found.entries())
      file[sideOf(index)] = one ? { added: one.added, removed: one.removed } : null;
    return file;
  });
}

/** How many lines all of them added. Blank ones say nothing. */
function commonLines(added: readonly (readonly string[])[]): number {
  const counts = added.map((lines) => {
    const count = new Map<string, number>();
    for (const line of lines) if (line.trim() !== '') count.set(line, (count.get(line) ?? 0) + 1);
    return count;
  });
  let common = 0;
  for (const [line, count] of counts[0] ?? []) common += Math.min(count, ...counts.map((one) => one.get(line) ?? 0));
  return common;
}
