import { createHash } from 'node:crypto';
import { firstWords } from '../../core/facts/first-words.ts';
import type { Outcome } from '../../core/thread/outcome.ts';
import { parseTime } from '../../core/thread/time.ts';
import { machineLimits } from '../../limits/machine.ts';
import type { StoryCall } from '../insights/session-story.ts';
import { createStoryFold } from '../insights/story-fold.ts';
import type { SessionOp } from '../provenance/op-list.ts';
import { sessionChanges } from '../provenance/session-changes.ts';
import type { HomeOptions } from '../sessions/homes.ts';
import { vocabulariesOf } from '../sessions/load-session.ts';
import { openSession } from '../sessions/open-session.ts';
import type { SessionInfo } from '../sessions/session-info.ts';
import type { UsageTotal } from '../usage/usage-total.ts';
import type { ComparedSession, ComparedTests, KeyedStep } from './compared-session.ts';

/** What is known of a session beside its lines. */
export interface ComparedOptions extends Pick<HomeOptions, 'agents'> {
  /** What the session did with files, with its sub-agents. */
  ops: readonly SessionOp[];
  /** What it used, as the usage report counts it. */
  usage: UsageTotal;
  /** A title that a person gave. */
  title?: string | undefined;
}

/** A session whose lines may be anywhere. */
export interface ComparedSource {
  info: Pick<
    SessionInfo,
    'agent' | 'id' | 'title' | 'firstPrompt' | 'model' | 'cliVersion' | 'cwd' | 'branch' | 'createdAt'
  >;
  /** Its own lines, without the history that a fork continues. */
  read(): AsyncIterable<readonly Outcome[]>;
}

const MOST_WORDS = 160;

/** Reads a session of this machine for a comparison. */
export async function readCompared(path: string, options: ComparedOptions & HomeOptions): Promise<ComparedSession> {
  const { info, eventBatches } = await openSession({ path }, options);
  return readComparedFrom({ info, read: () => eventBatches({ ownOnly: true }) }, options);
}

/** Reads a session for a comparison. The history that a fork continues stays out. */
export async function readComparedFrom(source: ComparedSource, options: ComparedOptions): Promise<ComparedSession> {
  const { ops, usage } = options;
  const { info } = source;
  const said = new Map<number, { at: number; text: string }>();
  const fold = createStoryFold({
    folder: info.cwd,
    vocabularies: vocabulariesOf(options.agents),
    details: true,
    onPrompt: (line, at, text) => void said.set(line, { at, text }),
  });
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  let commit: string | undefined;
  for await (const outcomes of source.read()) {
    for (const outcome of outcomes) {
      for (const event of outcome.ok ? outcome.events : []) {
        fold.add(event, outcome.line);
        const at = event.inherited ? undefined : parseTime(event.timestamp);
        if (at !== undefined) [first, last] = [Math.min(first, at), Math.max(last, at)];
        const hash = event.type === 'thread.started' ? event.git?.commit_hash : undefined;
        if (typeof hash === 'string' && /^[0-9a-f]{7,64}$/.test(hash)) commit ??= hash;
      }
    }
  }
  const { calls } = fold.story();
  const prompts = [...said].map(([line, { at, text }]) => promptStep(line, at, text));
  const steps = [...prompts, ...calls.map((call) => callStep(call, info.cwd))].sort(
    (one, other) => one.line - other.line,
  );
  const changes = await sessionChanges({ agent: info.agent ?? '', id: info.id }, ops, {
    folder: info.cwd,
    hunks: true,
  });
  const files = changes.files.map(({ path: file, hunks = [], added, removed }) => {
    const lines = hunks.flatMap((hunk) => hunk.lines).filter((line) => line.startsWith('+'));
    return [relative(file, info.cwd), { added, removed, lines: lines.map((line) => line.slice(1)) }] as const;
  });
  const folded = foldRepeats(steps);
  return {
    head: {
      agent: info.agent ?? 'unknown',
      id: info.id,
      title: firstWords(options.title ?? info.title ?? info.firstPrompt ?? '', MOST_WORDS),
      model: info.model,
      version: info.cliVersion,
      project: info.cwd,
      branch: info.branch,
      commit,
      startedAt: parseTime(info.createdAt),
    },
    firstPrompt: prompts[0]?.key ?? '',
    figures: {
      ms: last >= first ? last - first : null,
      costUsd: usage.costUsd,
      tokens: usage.total,
      requests: usage.requests,
      calls: calls.length,
      failed: calls.filter(({ failed }) => failed).length,
      files: changes.files.length,
      added: changes.files.reduce((sum, { added }) => sum + added, 0),
      removed: changes.files.reduce((sum, { removed }) => sum + removed, 0),
      prompts: prompts.length,
    },
    tests: testsOf(calls),
    steps: folded.slice(0, machineLimits.maxComparedSteps),
    isCut: folded.length > machineLimits.maxComparedSteps,
    files: new Map(files),
  };
}

function testsOf(calls: readonly StoryCall[]): ComparedTests | null {
  const runs = calls.flatMap(({ line, what, detail }) => (detail?.tests ? [{ line, what, ...detail.tests }] : []));
  const last = runs.at(-1);
  if (!last) return null;
  const { line, what, result, counts } = last;
  return { result, passed: counts?.passed ?? null, failed: counts?.failed ?? null, runs: runs.length, line, what };
}

function promptStep(line: number, at: number, text: string): KeyedStep {
  const key = createHash('sha1').update(text.trim().replaceAll(/\s+/g, ' ')).digest('base64url');
  const told = { line, tool: 'prompt', what: firstWords(text, MOST_WORDS), failed: false, count: 1 };
  return { ...told, ...(at > 0 && { at }), key, alike: 'prompt', result: key };
}

function callStep(call: StoryCall, folder: string | undefined): KeyedStep {
  const { line, tool, at, ms, failed, identity, detail } = call;
  const what = folder === undefined ? call.what : call.what.replaceAll(`${folder}/`, '');
  const { key = identity, alike = tool, result } = detail ?? {};
  return {
    line,
    tool,
    what,
    ...(at > 0 && { at }),
    ...(ms !== undefined && { ms }),
    failed,
    count: 1,
    key,
    alike,
    result,
  };
}

/** Equal steps in a row, with the same end, are one that was done several times. */
function foldRepeats(steps: readonly KeyedStep[]): KeyedStep[] {
  const folded: KeyedStep[] = [];
  for (const step of steps) {
    const last = folded.at(-1);
    if (last?.key !== step.key || last.failed !== step.failed) folded.push({ ...step });
    else {
      last.count += 1;
      if (step.ms !== undefined) last.ms = (last.ms ?? 0) + step.ms;
    }
  }
  return folded;
}

function relative(path: string, folder: string | undefined): string {
  return folder !== undefined && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
}
