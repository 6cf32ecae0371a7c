import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { amount } from '../../../core/text/amount.ts';
import type { Outcome } from '../../../core/thread/outcome.ts';
import { createEventReader, type EventReader } from '../../../core/wires/event-reader.ts';
import { ThreadlineError } from '../../../errors.ts';
import { listSessions } from '../../../machine/sessions/list-sessions.ts';
import { locateFile } from '../../../machine/sessions/locate-file.ts';
import { openSource } from '../../../machine/sessions/open-source.ts';
import { readOutcomes } from '../../../machine/sessions/read-outcomes.ts';
import { sessionWires } from '../../../machine/sessions/reader-options.ts';
import { sourceOf } from '../../../machine/sessions/source-of.ts';
import { FileReport } from '../../../machine/sessions/survey/file-report.ts';
import type { CliContext, HomesContext } from '../agents.ts';
import { findWithFile } from '../archived-source.ts';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit.ts';
import { type Output, openOutput } from '../output.ts';
import { createProgress, type Progress, statOf } from '../progress.ts';
import { report } from '../report.ts';
import { createScreen } from '../screen.ts';
import { tellHomes } from '../sessions/session-problems.ts';
import { describeEmpty, describeUnrecognised, ForeignInputError, watcherOf } from '../source.ts';
import type { FailRule } from './fail-rules.ts';
import { createJsonPrinter, createRulesPrinter, createTextPrinter, type ReportPrinter } from './report-printer.ts';
import type { RuleCheck } from './rule-check.ts';

export interface CheckOptions extends HomesContext {
  /** Files, folders, sessions, `-`; all sessions if empty. */
  wanted: readonly string[];
  json: boolean;
  verbose: boolean;
  /** Problems and unknown kinds make the exit code 3. */
  strict: boolean;
  /** Broken ones make the exit code 1. */
  rules: readonly FailRule[];
  color?: string | undefined;
}

/** Agents' names for session files. A folder holds others, too: settings, histories of what was typed. */
const SESSION_FILE = /\.jsonl(?:\.zst)?$|^(?:rollout|session)-.*\.json$/i;
/** Agents nest no deeper than this, and a folder may hold the whole disk. */
const MOST_LEVELS = 12;

/** Reads every file and prints what was found. An unreadable file does not stop the others. */
export async function check(options: CheckOptions): Promise<ExitCode> {
  const output = openOutput();
  const printer = createPrinter(output, options);
  let worst: ExitCode = exitCodes.ok;
  let hide = () => {};

  function fail(exitCode: ExitCode, message: string): void {
    hide();
    report(message);
    if (exitCode > worst) worst = exitCode;
  }

  async function guarded<T>(action: () => Promise<T>): Promise<T | undefined> {
    try {
      return await action();
    } catch (error) {
      const exitCode = exitCodeOf(error);
      if (exitCode === undefined || !(error instanceof Error)) throw error;
      fail(exitCode, error.message);
      return undefined;
    }
  }

  const paths: string[] = [];
  if (options.wanted.length === 0) {
    if (tellHomes(options)) worst = exitCodes.environment;
    paths.push(...(await allSessions(options)));
  }
  for (const wanted of options.wanted) {
    for (const path of (await guarded(() => pathsOf(wanted, options))) ?? []) paths.push(path);
  }
  const progress = createProgress(paths, { isWanted: true });
  hide = progress.hide;
  for (const path of paths) {
    await guarded(async () => {
      const found = new FileReport(path, printer.keptProblems);
      const rules = await ruleCheckOf(options);
      const foreign = await readInto(found, path, options, progress, rules);
      if (found.isUnrecognised) fail(exitCodes.badInput, foreign ?? describeUnrecognised(named(path)));
      if (found.isEmpty) fail(exitCodes.ok, describeEmpty(named(path), found.lines));
      const isRead = !found.isUnrecognised && !found.isEmpty;
      if (rules && isRead) found.brokenRules = await rules.broken(() => costOf(path, options));
      if (options.strict && found.problemCount > 0) fail(exitCodes.badInput, describeProblems(named(path), found));
      if (found.brokenRules?.length && worst === exitCodes.ok) worst = exitCodes.answerIsNo;
      await printer.add(found);
    });
  }
  progress.hide();
  await printer.end();
  return worst;
}

/** What looks at rules reads messages too. It is loaded where a rule is asked for. */
async function ruleCheckOf({ rules, agents }: CheckOptions): Promise<RuleCheck | undefined> {
  if (rules.length === 0) return undefined;
  const { createRuleCheck } = await import('./rule-check.ts');
  return createRuleCheck(rules, agents);
}

/** Whoever asks for rules gets the answer to them alone. */
function createPrinter(output: Output, { json, verbose, rules, color }: CheckOptions): ReportPrinter {
  if (json) return createJsonPrinter(output);
  if (rules.length > 0 && !verbose) return createRulesPrinter(output);
  return createTextPrinter(output, createScreen({ color }), verbose);
}

async function allSessions({ homes, agents }: CheckOptions): Promise<string[]> {
  const found = await listSessions({ homes, agents });
  if (found.length === 0) report('no sessions were found');
  return found.map(({ path }) => path);
}

/** The files that a person means: one, those of a folder, or that of a session. */
async function pathsOf(wanted: string, { homes, agents }: CheckOptions): Promise<string[]> {
  if (wanted === '-') return [wanted];
  if (statOf(wanted)?.isDirectory()) {
    const found = filesIn(wanted, MOST_LEVELS);
    if (found.length > 0) return found;
    throw new ThreadlineError('is-a-directory', `${wanted} is a directory without files of sessions`);
  }
  const why = 'the archive keeps what was said, but no lines to check';
  const session = await findWithFile(wanted, { homes, agents }, why);
  if (session.kind === 'stdin') return ['-'];
  return [session.kind === 'file' ? session.path : session.info.path];
}

/** Sorted by name, so the oldest comes first where names begin with a date. Links are not followed. */
function filesIn(folder: string, levels: number): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1));
  const found: string[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isFile() && SESSION_FILE.test(entry.name)) found.push(path);
    else if (entry.isDirectory() && levels > 0) for (const inner of filesIn(path, levels - 1)) found.push(inner);
  }
  return found;
}

/** Describes a file that cannot hold lines of JSON. Counts everything in any other file. */
async function readInto(
  found: FileReport,
  path: string,
  context: CheckOptions,
  progress: Progress,
  rules: RuleCheck | undefined,
): Promise<string | undefined> {
  const reader = createEventReader({ agents: context.agents ?? sessionWires, strict: context.strict });
  try {
    for await (const outcomes of await outcomesOf(path, context, reader, progress)) {
      for (const outcome of outcomes) {
        found.add(outcome);
        rules?.add(outcome);
      }
    }
  } catch (error) {
    if (!(error instanceof ForeignInputError)) throw error;
    found.markForeign();
    return error.message;
  }
  found.finish(reader.wire, reader.lines);
  if (reader.wire === 'atif' && path !== '-') {
    const { trajectoryWarnings } = await import('./trajectory-warnings.ts');
    const warnings = await trajectoryWarnings(path);
    if (warnings.length > 0) found.warnings = warnings;
  }
  return undefined;
}

/** The lines of this file alone, read once, without a fork's origin or what a list says of it. */
async function outcomesOf(
  path: string,
  { agents }: CliContext,
  reader: EventReader,
  progress: Progress,
): Promise<AsyncGenerator<Outcome[]>> {
  const watcher = watcherOf(named(path), progress);
  if (path === '-') return (await openSource({ kind: 'stdin' })).read(reader, watcher);
  if (!isPipe(path)) {
    const source = sourceOf(await locateFile({ path }, { agents }));
    return readOutcomes(source.read(watcher), reader, watcher);
  }
  return (await openSource({ kind: 'file', path }, { agents })).read(reader, watcher);
}

/** True for a path that is neither a file nor a folder. */
function isPipe(path: string): boolean {
  const stats = statOf(path);
  return stats !== undefined && !stats.isFile() && !stats.isDirectory();
}

/** Undefined for input without a file. */
async function costOf(path: string, { agents }: CliContext) {
  if (path === '-' || isPipe(path)) return undefined;
  const { home } = await locateFile({ path }, { agents });
  const { readSessionCost } = await import('../session-cost.ts');
  return readSessionCost({ path, home }, agents);
}

function describeProblems({ name }: { name: string }, { problemCount }: FileReport): string {
  return `${name} has ${amount(problemCount, 'problem')}`;
}

function named(path: string): { name: string } {
  return { name: path === '-' ? 'standard input' : path };
}
