import {
  type Archive,
  type ArchiveOptions,
  type IndexReport,
  openArchive,
  type SetAside,
} from '../../../archive/index.ts';
import { amount } from '../../../core/text/amount.ts';
import { ThreadlineError } from '../../../errors.ts';
import { archiveLimits } from '../../../limits/archive.ts';
import { hasArchive } from '../../../machine/sessions/data-folder.ts';
import { uptimeMs } from '../../../machine/sessions/uptime.ts';
import { findUsageFiles } from '../../../machine/usage/index.ts';
import type { CliContext } from '../agents.ts';
import { type ExitCode, endOnSignal, exitCodes } from '../exit.ts';
import { createStatusLine } from '../progress.ts';
import { report } from '../report.ts';
import { stopGrowth } from '../stop-growth.ts';
import { problemOf, shortPath } from '../wording.ts';
import { confirm } from './confirm.ts';
import { indexText } from './index-progress.ts';

export interface UpToDateOptions extends CliContext {
  home?: readonly string[] | undefined;
  yes?: boolean | undefined;
}

/** A first index over this many bytes needs consent. */
export const MUCH_BYTES = 2e9;
/** The bytes a second that one thread indexes: measured, and rounded down. */
const INDEX_SPEED = 25e6;
const SHOWN_PROBLEMS = 10;

/**
 * Opens the archive, brings it up to date as far as it can, also until Ctrl-C, and hands it on. If there is no report,
 * the archive cannot be written to.
 */
export async function bringUpToDate(
  options: UpToDateOptions,
  use: (archive: Archive, done: IndexReport | undefined) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { signal, exitCode } = endOnSignal();
  const line = createStatusLine();
  const problems: string[] = [];
  const began = uptimeMs();
  const { archive, isWritable } = await openOrRead({
    agents: options.agents,
    homes: options.home,
    signal,
    fewInSameThread: true,
    onSetAside: tellSetAside,
    onProgress: (progress) => line.show(() => indexText(progress, uptimeMs() - began)),
    onProblem: ({ path, message, code }) => problems.push(`${shortPath(path)}: ${problemOf(path, message)} (${code})`),
  });
  try {
    if (!isWritable) return await use(archive, undefined);
    if (!(await mayBegin(archive, options))) return exitCodes.usage;
    const done = await archive.refresh();
    line.hide();
    for (const text of problems.slice(0, SHOWN_PROBLEMS)) report(text);
    if (problems.length > SHOWN_PROBLEMS) report(`… and ${problems.length - SHOWN_PROBLEMS} more problems`);
    tellUnfinished(done);
    const result = await use(archive, done);
    return exitCode() || result;
  } finally {
    line.hide();
    await archive.close();
  }
}

/** Opens the archive. One that cannot be written to is read as it is, which is reported. */
export async function openOrRead(options: ArchiveOptions): Promise<{ archive: Archive; isWritable: boolean }> {
  try {
    return { archive: await openArchive(options), isWritable: true };
  } catch (error) {
    const isLocked = error instanceof ThreadlineError && error.code === 'write-failed';
    if (!isLocked || !hasArchive(options.folder)) throw error;
    // A full disk may have left an empty file of an archive.
    const archive = await openArchive({ ...options, readOnly: true }).catch(() => Promise.reject(error));
    report(`${error.message}: it is read as it is`);
    return { archive, isWritable: false };
  }
}

/** The first time, says what is kept and where, and returns the number of bytes to index. Later returns 0. */
export async function announceFirstIndex(
  archive: Archive,
  options: Pick<UpToDateOptions, 'agents' | 'home'>,
): Promise<number> {
  if (!(await archive.isNew())) return 0;
  report(
    `what your agents said is kept in ${shortPath(archive.folder)}, as it is and also when the agent deletes its files; ` +
      "'threadline archive --help' says how to change that",
  );
  const files = findUsageFiles({ agents: options.agents, homes: options.home });
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** True if so much may be indexed. */
export async function mayBegin(archive: Archive, options: UpToDateOptions): Promise<boolean> {
  const bytes = await announceFirstIndex(archive, options);
  // Three heaps of garbage would be half of the process.
  if (bytes > archiveLimits.minFoldThreadBytes) stopGrowth();
  if (bytes <= MUCH_BYTES) return true;
  const minutes = Math.ceil(bytes / INDEX_SPEED / 60);
  return confirm(
    `${(bytes / 1e9).toFixed(1)} GB are to be taken in, about ${amount(minutes, 'minute')}. Begin?`,
    options.yes,
  );
}

function tellUnfinished({ unfinished, files, filesTotal }: IndexReport): void {
  if (unfinished === 'busy') report('another process is writing to the archive: it is read as it is');
  if (unfinished === 'disk-full') report('the disk is full: the archive is not up to date');
  if (unfinished === 'stopped')
    report(`stopped after ${files} of ${amount(filesTotal, 'file')}; the rest comes next time`);
}

export function tellSetAside({ path, reason, carried, lost }: SetAside): void {
  const kept = carried + lost > 0 ? `; ${amount(carried, 'session')} whose files are gone were carried over` : '';
  const missing = lost > 0 ? `, ${lost} could not be read` : '';
  report(`the archive could not be used (${reason}) and was set aside as ${shortPath(path)}${kept}${missing}`);
}
