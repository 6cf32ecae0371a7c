import { createThreadFacts } from '../../core/facts/thread-facts.ts';
import type { CountedUsage } from '../../core/thread/usage.ts';
import { createUsageSum } from '../../core/thread/usage-sum.ts';
import { createEventReader } from '../../core/wires/event-reader.ts';
import { machineLimits } from '../../limits/machine.ts';
import type { HomeOptions } from './homes.ts';
import { locateFile, type SessionKey } from './locate-file.ts';
import { openSession } from './open-session.ts';
import { readOutcomes } from './read-outcomes.ts';
import { readerOptionsOf } from './reader-options.ts';
import { readHead } from './session-head.ts';
import { sizeOf } from './session-source.ts';
import { sourceOf } from './source-of.ts';
import type { SessionFile } from './store.ts';

/** The facts that a run needs to continue a thread. */
export interface ResumePoint {
  /** The number of the next turn. */
  firstTurn: number;
  /** Usage of the thread so far. Absent if its file does not tell. */
  priorUsage?: CountedUsage;
}

/**
 * Returns what a run needs to resume a session, so that its ids and counts continue. Reads the
 * whole file once. Throws a ThreadlineError if there is no such session.
 *
 * @example
 * import { CodexClient } from 'threadline/run';
 * import { lastSession, resumePoint } from 'threadline/sessions';
 *
 * const { id = '' } = (await lastSession({ agent: 'codex' })) ?? {};
 * const { firstTurn, priorUsage } = await resumePoint(id);
 * const run = new CodexClient().streamResume({ resume: id, prompt: 'Go on', firstTurn, priorUsage });
 * console.log(firstTurn, (await run.completion).lastMessage);
 */
export async function resumePoint(key: SessionKey, options: HomeOptions = {}): Promise<ResumePoint> {
  const gatherer = createThreadFacts();
  const used = createUsageSum();
  for await (const batch of (await openSession(key, options)).eventBatches()) {
    for (const outcome of batch) {
      gatherer.addOutcome(outcome);
      for (const event of outcome.ok ? outcome.events : []) if (!event.inherited) used.push(event);
    }
  }
  const point: ResumePoint = { firstTurn: gatherer.facts.ownTurns + 1 };
  if (used.usage) point.priorUsage = used.usage;
  return point;
}

/** Counts a session's turns, with those of a thread that was handed over to it. Reads the whole file. Throws if there is no such session. */
export async function countTurns(key: SessionKey, options: HomeOptions = {}): Promise<number> {
  const file = await locateFile(key, options);
  const { turns } = await readHead(file, { turns: true });
  return turns ?? readTurns(file);
}

/** The same for a list. Undefined if it would cost too much: the bytes of a huge file are not scanned, let alone parsed. */
export async function listedTurns(file: SessionFile): Promise<number | undefined> {
  if (sizeOf(file) > machineLimits.maxTurnCountBytes) return undefined;
  const { turns } = await readHead(file, { turns: true });
  return turns ?? readFewTurns(file);
}

/** The turns of a file whose bytes do not tell them; undefined if it is too large to be parsed for a list. */
export async function readFewTurns(file: SessionFile): Promise<number | undefined> {
  return file.size > machineLimits.maxTurnReadBytes ? undefined : readTurns(file);
}

/** The same by reading all of its events, where its bytes do not tell. */
async function readTurns(file: SessionFile): Promise<number> {
  const { facts, addOutcome } = createThreadFacts();
  for await (const batch of readOutcomes(sourceOf(file).read(), createEventReader(readerOptionsOf(file)))) {
    for (const outcome of batch) addOutcome(outcome);
  }
  return facts.turns;
}
