import { parseTime } from '../../../core/thread/time.ts';
import type { SessionProblem } from '../../../machine/sessions/problem.ts';
import { findUsageFiles, type UsageFile } from '../../../machine/usage/find-usage-files.ts';
import { readUsage } from '../../../machine/usage/scan-usage.ts';
import type { UsageProblem, UsageRow } from '../../../machine/usage/usage-row.ts';
import type { HomesContext } from '../agents.ts';
import { createProgress } from '../progress.ts';
import { report } from '../report.ts';
import { shortPath } from '../wording.ts';
import { chooseCompiler, keepNurserySmall } from './tune-engine.ts';

/** More are only counted: a home may hold thousands of unreadable files. */
const SHOWN_PROBLEMS = 10;
const LITTLE_BYTES = 16e6;
/** The largest difference of a zone from UTC. */
const MOST_OFFSET_MS = 15 * 60 * 60_000;

/** Reads requests, and keeps the problems of their files for later. */
export interface Gathering {
  /** True if there is anything to read. */
  hasFiles(): boolean;
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

export interface GatherOptions extends HomesContext {
  agent?: string | undefined;
  /** Only files written to on this day or later: nothing in a file is newer than the file. */
  since?: string | undefined;
  /** True if there is so little to read that tuning the engine would take longer. */
  isQuick?: boolean;
}

export function gatherUsage({ agents, homes, agent, since, isQuick = false }: GatherOptions): FileGathering {
  if (!isQuick) keepNurserySmall();
  const told = new Map<string, string>();
  const unread = new Set<string>();

  function add({ code, message, path, line }: (SessionProblem | UsageProblem) & { line?: number | undefined }): void {
    const place = line === undefined ? shortPath(path) : `${shortPath(path)}:${line}`;
    if (code === 'missing-home' || code === 'unreadable' || code === 'not-a-file') unread.add(path);
    // The finder and the reader may both meet it.
    if (!told.has(path)) told.set(path, `${place}: ${message} (${code})`);
  }

  const from = since === undefined ? 0 : (parseTime(since) ?? 0) - MOST_OFFSET_MS;
  const found = findUsageFiles({ agents, homes, agent, onProblem: add });
  const files = found.filter(({ modified }) => modified >= from);

  return {
    files,
    hasFiles: () => files.length > 0,
    async read(onRow) {
      const bytes = files.reduce((sum, { size }) => sum + size, 0);
      if (!isQuick || bytes > LITTLE_BYTES) chooseCompiler(bytes);
      const progress = createProgress(
        files.map(({ path }) => path),
        { isWanted: true },
      );
      await readUsage(files, onRow, { agents, onProblem: add, onBytes: progress.advance });
      progress.hide();
    },
    tellProblems() {
      const texts = [...told.values()];
      for (const text of texts.slice(0, SHOWN_PROBLEMS)) report(text);
      if (texts.length > SHOWN_PROBLEMS) report(`… and ${texts.length - SHOWN_PROBLEMS} more problems`);
    },
    hasNothing: () => unread.size > 0 && found.every(({ path }) => unread.has(path)),
  };
}
