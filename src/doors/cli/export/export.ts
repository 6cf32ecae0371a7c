import { lstatSync, mkdirSync, type Stats } from 'node:fs';
import { basename, join } from 'node:path';
import type { Redactor } from '../../../core/redact/redactor.ts';
import { sizeText } from '../../../core/writers/page-words.ts';
import type { WriterOptions } from '../../../core/writers/writer.ts';
import { ThreadlineError } from '../../../errors.ts';
import * as coreLimits from '../../../limits/core.ts';
import type { Source } from '../../../machine/sessions/index.ts';
import { checkWriterName } from '../convert/write-outcomes.ts';
import { writeSource } from '../convert/write-source.ts';
import { type ExitCode, exitCodeOf, exitCodes, usageError } from '../exit.ts';
import { writeError } from '../faults.ts';
import { openOutput } from '../output.ts';
import { openRedactor, type RedactionChoice, reportRedactions } from '../redaction.ts';
import { withRemoteStore } from '../remote/remote-store.ts';
import { report } from '../report.ts';
import { tellHomes } from '../sessions/session-problems.ts';
import { terminalLine } from '../terminal-text.ts';
import { type ChosenSession, chooseSessions, type SessionChoice } from './choose-sessions.ts';
import { createExportNames, extensionOf } from './export-names.ts';
import { type IndexEntry, indexName, indexPage } from './index-page.ts';
import { NATIVE, writeNative } from './native-lines.ts';
import { createPartsOutput, partName } from './parts-output.ts';

export interface ExportOptions extends SessionChoice {
  /** A server to read them from instead of this machine. */
  archive?: string | undefined;
  to: string;
  output?: string | undefined;
  /** Replaces existing files. */
  force: boolean;
  /** Undefined leaves secrets in. */
  redaction?: RedactionChoice | undefined;
  /** The maximum bytes of a page of HTML. Default: `maxPageBytes`. */
  pageBytes?: number | undefined;
  writing: Pick<WriterOptions, 'tools' | 'reasoning' | 'turns' | 'all' | 'flat' | 'style' | 'content' | 'link'>;
}

/** A session and its file; `-` is standard output. */
interface Planned {
  source: Source;
  path: string;
  name: string;
  depth: number;
}

/** Writes sessions for others to read. */
export async function exportSessions(options: ExportOptions): Promise<ExitCode> {
  const { archive } = options;
  if (options.to !== NATIVE) checkWriterName(options.to, 'export');
  if (archive === undefined) return exportChosen(options, (isFolder) => chooseSessions(options, isFolder));
  const { chooseRemote } = await import('../remote/remote-source.ts');
  return withRemoteStore(archive, (store) => exportChosen(options, () => chooseRemote(store, options)));
}

type Choose = (isFolder: boolean) => Promise<ChosenSession[]>;

async function exportChosen(options: ExportOptions, choose: Choose): Promise<ExitCode> {
  const { agents, homes, to } = options;
  const redactor = options.redaction && openRedactor(options.redaction, 'export');
  const doubt = () => openRedactor(options.redaction ?? {}, 'export');
  // Whoever names a session is told where it is looked for.
  const isClosed = options.filter !== undefined && options.archive === undefined && tellHomes({ agents, homes });
  let exitCode: ExitCode = isClosed ? exitCodes.environment : exitCodes.ok;
  const plan = await planFiles(options, choose, redactor);
  if (plan.length === 0) {
    report('no session is like that');
    return exitCode;
  }
  const written: Planned[] = [];
  const more: string[] = [];
  for (const planned of plan) {
    try {
      const writing = { ...options.writing, agents: true };
      const isNew = !options.force;
      const parts = partsOf(planned, options);
      if (parts) {
        tellParts(planned, parts.most);
        const output = createPartsOutput((part) => openOutput(partName(planned.path, part), { isNew }));
        await writeSource(planned.source, () => output, { agents, to, redactor, writing: { ...writing, parts } });
        written.push(planned);
        for (let part = 2; part <= output.parts; part += 1) more.push(partName(planned.path, part));
      } else {
        const open = () => openOutput(planned.path, { isNew });
        const path = planned.path === '-' ? undefined : planned.path;
        if (to === NATIVE) await writeNative(planned.source, open, redactor && { redactor, doubt: doubt() });
        else await writeSource(planned.source, open, { agents, homes, to, redactor, writing, path });
        written.push(planned);
      }
    } catch (error) {
      // One that cannot be written does not stop the others.
      const code = plan.length > 1 ? exitCodeOf(error) : undefined;
      if (code === undefined || !(error instanceof Error)) throw error;
      report(error.message);
      exitCode = code;
    }
  }
  const paths = written.length === 1 && written[0]?.path === '-' ? [] : [...written.map(({ path }) => path), ...more];
  if (plan.length > 1) paths.push(await writeIndex(written, options, redactor));
  await printPaths(paths);
  if (redactor) reportRedactions(redactor);
  return exitCode;
}

/** A page is seldom more than four times as long as the session's file. How long is known when it is written. */
const LIKELY_SHARE = 1 / 4;

/** Undefined for a session that fits on one page, and for standard output, which is one. */
function partsOf({ source, path }: Planned, { to, pageBytes = coreLimits.maxPageBytes }: ExportOptions) {
  const { info } = source;
  const isLong = info?.compressed === true || (info?.size ?? 0) > pageBytes * LIKELY_SHARE;
  if (to !== 'html' || path === '-' || !isLong) return undefined;
  return { most: pageBytes, name: (part: number) => basename(partName(path, part)) };
}

function tellParts({ source, path }: Planned, most: number): void {
  const size = sizeText(source.info?.size ?? 0);
  const next = basename(partName(path, 2));
  report(`the session has ${size}: what is over ${sizeText(most)} goes to further pages, ${next} and so on`);
}

/** Decides the file of each session before anything is written. */
async function planFiles(options: ExportOptions, choose: Choose, redactor: Redactor | undefined): Promise<Planned[]> {
  const { output, to } = options;
  const chosen = await choose(isFolder(output));
  const isSingle = chosen.length === 1 && options.wanted.length === 1;
  if (isSingle && output === '-') return chosen.map((session) => ({ ...session, path: '-', name: '-' }));
  if (!isSingle && (output === undefined || output === '-'))
    throw usageError('several sessions are written into a folder: say which with -o FOLDER', 'export');
  const names = createExportNames(extensionOf(to));
  const isFile = isSingle && output !== undefined && !isFolder(output);
  const plan = chosen.map((session): Planned => {
    const id = session.source.info?.id ?? '';
    const name = names.next(redactor ? redactor.text(id) : id);
    return { ...session, name, path: isFile ? output : join(output ?? '.', name) };
  });
  if (!isFile && output !== undefined && plan.length > 0) makeFolder(output);
  const paths = plan.map(({ path }) => path);
  if (plan.length > 1) paths.push(join(output ?? '.', indexName(to)));
  if (!options.force) for (const path of paths) refuseExisting(path);
  return plan;
}

/** True for an existing folder, or a path that says it is one. */
function isFolder(output: string | undefined): boolean {
  if (output === undefined || output === '-') return false;
  return /[\\/]$/.test(output) || entryAt(output)?.isDirectory() === true;
}

/** What is at a path. A folder that may not be entered cannot be written to either. */
function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw writeError(error, path);
  }
}

function makeFolder(folder: string): void {
  const plain = folder.replace(/[\\/]{1,100}$/, '') || folder;
  if (entryAt(plain)?.isSymbolicLink())
    throw new ThreadlineError('write-failed', `${plain} is a symbolic link; name its target`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw writeError(error, folder);
  }
}

function refuseExisting(path: string): void {
  if (!entryAt(path)) return;
  throw new ThreadlineError('write-failed', `${path} is there already; --force replaces it`);
}

async function writeIndex(
  entries: readonly IndexEntry[],
  { to, output = '.', force, agents }: ExportOptions,
  redactor: Redactor | undefined,
): Promise<string> {
  const path = join(output, indexName(to));
  const page = openOutput(path, { isNew: !force });
  page.append(indexPage(entries, to, redactor, { agents }));
  await page.flush();
  page.commit();
  return path;
}

async function printPaths(paths: readonly string[]): Promise<void> {
  const output = openOutput();
  for (const path of paths) output.append(`${output.isTerminal ? terminalLine(path) : path}\n`);
  await output.flush();
}
