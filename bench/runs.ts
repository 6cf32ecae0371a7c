import { compareArchive } from './archive-run.ts';
import { compareBlame } from './blame-run.ts';
import { compareGateway } from './gateway-run.ts';
import { compareLists } from './lists-run.ts';
import { compareLiveRun } from './live-run.ts';
import { comparePostgres } from './postgres-run.ts';
import { compareSdkRun } from './sdk-run.ts';
import { compareSearches } from './searches-run.ts';
import type { Subject } from './subject.ts';
import { compareUsage } from './usage-run.ts';

/** What is measured, where, and how much of the data that its bounds were set for. */
export interface RunPlace {
  subject: Subject;
  folder: string;
  scale: number;
}

/** What is measured beside the numbered targets: whole programs on homes, and servers. */
export interface Run {
  name: string;
  /** What is compared. */
  what: string;
  /** Why the whole bench leaves it out, if so. */
  onlyByName?: string;
  /** The part of its data that the whole bench takes, which has to end in minutes; all of it where it is left out. */
  wholeShare?: number;
  /** Tells whether all targets were met. */
  compare(place: RunPlace): Promise<boolean> | boolean;
}

export const runs: readonly Run[] = [
  {
    name: 'sdk',
    what: 'a run of an agent beside one by the official SDK',
    compare: ({ subject, folder, scale }) => compareSdkRun(subject, folder, scale),
  },
  {
    name: 'live',
    what: 'a session under control beside a run',
    // docs/decisions/0250-cost-of-live.md
    onlyByName: 'it is not met yet',
    compare: ({ subject, folder, scale }) => compareLiveRun(subject, folder, scale),
  },
  {
    name: 'usage',
    what: 'the counting of 10 000 sessions beside ccusage',
    compare: ({ folder, scale }) => compareUsage(folder, scale),
  },
  {
    name: 'lists',
    what: 'lists of 10 000 and of 600 sessions beside walks of the same files',
    compare: ({ folder, scale }) => compareLists(folder, scale),
  },
  {
    name: 'archive',
    what: 'the archive and the viewer of 10 000 sessions; the whole bench takes 1 000',
    wholeShare: 0.1,
    compare: ({ folder, scale }) => compareArchive(folder, scale),
  },
  {
    name: 'blame',
    what: 'the index of the lines of 10 000 sessions; the whole bench takes 1 000',
    wholeShare: 0.1,
    compare: ({ folder, scale }) => compareBlame(folder, scale),
  },
  {
    name: 'gateway',
    what: 'what comes from machines beside folding it',
    onlyByName: 'it needs PostgreSQL',
    compare: ({ folder, scale }) => compareGateway(folder, scale),
  },
  {
    name: 'postgres',
    what: 'the archive on PostgreSQL beside the server itself',
    onlyByName: 'it needs PostgreSQL',
    compare: ({ scale }) => comparePostgres(scale),
  },
  {
    name: 'searches',
    what: 'twenty searches at once beside one',
    // docs/decisions/0325-few-words-wait.md
    onlyByName: 'it needs PostgreSQL with 10 000 sessions',
    compare: ({ scale }) => compareSearches(scale),
  },
];
