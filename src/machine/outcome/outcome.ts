import type { Evidence } from '../insights/finding.ts';

/** What became of the work of a session, by what stands in commits. */
export type OutcomeKind =
  /** Every line that tells something is in a commit. */
  | 'committed'
  /** Some of the lines are: the others were edited or left out. */
  | 'edited'
  /** It changed files, and no commit has a line of it. */
  | 'dropped'
  /** It ended in failure, and no commit has a line of it. */
  | 'failed'
  /** It edited no file: a question, a review. */
  | 'asked'
  /** It edited files, and no repository was found that they are in; or it still runs. */
  | 'unknown';

/** The dollars that went into sessions of each kind. They add up to the cost of all sessions. */
export type Outcome = Record<OutcomeKind, number>;

/** A commit that has lines of sessions. */
export interface CommitInsight {
  hash: string;
  /** When it was committed, in milliseconds since 1970. */
  at: number;
  /** The first line of its message. */
  title: string;
  /** The folder of the sessions. */
  folder: string;
  /** The lines that it adds, without blank ones, brackets and repeats; those of sessions among them. */
  added: number;
  lines: number;
  /** The part of the sessions' cost that goes to it, by their lines; null without a price. */
  costUsd: number | null;
  /** The session with most lines first. */
  sessions: { agent: string; id: string; title: string; lines: number }[];
}

/** What became of the money. */
export interface OutcomeInsights {
  outcome: Outcome;
  /** The sessions behind each figure, the most expensive first. */
  outcomeSessions: Record<OutcomeKind, Evidence>;
  /** The newest first, at most `maxInsightCommits`. */
  commits: CommitInsight[];
  /** How many there are. */
  commitsTotal: number;
}
