import { parseTime } from '../../../core/thread/time.ts';
import type { SessionProblem } from '../../../machine/sessions/problem.ts';
import type { Calendar } from '../../../machine/usage/calendar.ts';
import { findUsageFiles, type UsageFile, withKept } from '../../../machine/usage/find-usage-files.ts';
import { pathsOf } from '../../../machine/usage/home-usage.ts';
import type { PriceTable } from '../../../machine/usage/price-table.ts';
import { readUsageInTwo } from '../../../machine/usage/two-threads.ts';
import type { UsageFilter } from '../../../machine/usage/usage-filter.ts';
import type { UsageQuarter } from '../../../machine/usage/usage-quarter.ts';
import type { UsageProblem, UsageRow } from '../../../machine/usage/usage-row.ts';
import type { HomesContext } from '../agents.ts';
import { createDeletedFiles } from '../deleted-files.ts';
import { createProgress } from '../progress.ts';
import { report } from '../report.ts';
import { shortPath } from '../wording.ts';
import { createDeletedSum } from './deleted-sum.ts';
import { chooseCompiler, keepNurserySmall } from './tune-engine.ts';

/** More are only counted: a home may hold thousands of unreadable files. */
const SHOWN_PROBLEMS = 10;
const LITTLE_BYTES = 16e6;
const NO_ARCHIVE =
  "sessions that agents deleted are not known: there is no archive ('threadline archive index' makes one)";
/** The largest difference of a zone from UTC. */
const MOST_OFFSET_MS = 15 * 60 * 60_000;

/** Reads requests, and keeps the problems of their files for later. */
export interface Gathering {
  /** True if there is anything to read. */
  hasFiles(): boolean;
  /** Sums of all that `read` would give, where they are kept and add up to the same. */
  sums?: (() => Promise<readonly UsageQuarter[] | undefined>) | undefined;
  /** Reads the files, each row once. */
  read(onRow: (row: UsageRow) => void): Promise<void>;
  /** Reports problems, one line of stderr each. */
  tellProblems(): void;
  /** True if there were files or homes, and nothing could be read. */
  hasNothing(): boolean;
}

export interface FileGathering extends Gathering {
  files: readonly UsageFile[];
}

export interface GatherOptions extends HomesContext, UsageFilter {
  /** Only files written to on this day or later: nothing in a file is newer than the file. */
  since?: string | undefined;
  /** True if older files are read, too: for the total of all days, or for where a window began. */
  isAllRead?: boolean | undefined;
  /** True if there is so little to read that tuning the engine would take longer. */
  isQuick?: boolean;
  /** Leaves out what only an archive knows: sessions whose files agents deleted. */
  liveOnly?: boolean | undefined;
  /** With all three, what comes from deleted files is told with the problems. */
  form?: 'table' | 'json' | 'csv' | undefined;
  calendar?: Calendar | undefined;
  prices?: PriceTable | undefined;
  /** From so many bytes on, a second thread reads too. Default: the limit. */
  twoThreadsFrom?: number | undefined;
}

export function gatherUsage(options: GatherOptions): FileGathering {
  const { agents, homes, agent, since, isAllRead, isQuick = false, liveOnly, form, calendar, prices } = options;
  const { twoThreadsFrom } = options;
  if (!isQuick) keepNurserySmall();
  const told = new Map<string, string>();
  const unread = new Set<string>();

  function add({ code, message, path, line }: (SessionProblem | UsageProblem) & { line?: number | undefined }): void {
    const place = line === undefined ? shortPath(path) : `${shortPath(path)}:${line}`;
    if (code === 'missing-home' || code === 'unreadable' || code === 'not-a-file') unread.add(path);
    // The finder and the reader may both meet it.
    if (!told.has(path)) told.set(path, `${place}: ${message} (${code})`);
  }

  const from = since === undefined || isAllRead ? 0 : (parseTime(since) ?? 0) - MOST_OFFSET_MS;
  const found = findUsageFiles({ agents, homes, agent, onProblem: add });
  const files = found.filter(({ modified }) => modified >= from);
  const deletedFiles = createDeletedFiles({ homes, agent, from, liveOnly });
  const deleted = calendar && prices && createDeletedSum({ ...options, calendar, prices });
  let hasKept = false;

  return {
    files,
    hasFiles: () => files.length > 0 || hasKept,
    async read(onRow) {
      const bytes = files.reduce((sum, { size }) => sum + size, 0);
      if (!isQuick || bytes > LITTLE_BYTES) chooseCompiler(bytes);
      const progress = createProgress(
        files.map(({ path }) => path),
        { isWanted: true },
      );
      const paths = pathsOf(found);
      const kept = await deletedFiles.read(paths);
      hasKept = kept.length > 0;
      const count = deleted?.counted(new Set(kept.map(({ path }) => path).filter((path) => !paths.has(path))), onRow);
      const reading = { agents, onProblem: add, onBytes: progress.advance, twoThreadsFrom };
      await readUsageInTwo(withKept(files, kept), count ?? onRow, reading);
      progress.hide();
    },
    tellProblems() {
      const texts = [...told.values()];
      for (const text of texts.slice(0, SHOWN_PROBLEMS)) report(text);
      if (texts.length > SHOWN_PROBLEMS) report(`… and ${texts.length - SHOWN_PROBLEMS} more problems`);
      const { isUnknown, fault } = deletedFiles;
      if (fault !== undefined) report(`sessions that agents deleted are not counted: ${fault}`);
      // A program that reads the figures knows whether there is an archive.
      if (isUnknown && form === 'table' && files.length > 0) report(NO_ARCHIVE);
      const note = deleted?.note();
      if (note) report(note);
    },
    hasNothing: () => unread.size > 0 && found.every(({ path }) => unread.has(path)),
  };
}
