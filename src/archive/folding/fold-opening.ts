import { createMessageFacts, type MessageFacts } from '../../core/facts/message-facts.ts';
import { createThreadFacts } from '../../core/facts/thread-facts.ts';
import type { ThreadEvent } from '../../core/thread/event.ts';
import type { Outcome } from '../../core/thread/outcome.ts';
import { machineLimits } from '../../limits/machine.ts';
import { latestTime } from '../../machine/facts/last-active.ts';
import { lastRecordAt, wholeFacts } from '../../machine/facts/session-facts.ts';
import { createStatusGatherer } from '../../machine/facts/session-status.ts';
import { activeAt } from '../../machine/sessions/active-at.ts';
import type { FileHead } from '../../machine/sessions/file-head.ts';
import type { HistoryPart } from '../../machine/sessions/history.ts';
import { factsOf, isSubagent } from '../../machine/sessions/session-info.ts';
import type { SessionFile } from '../../machine/sessions/store.ts';
import type { FoldedHead } from '../model/thread-sink.ts';
import { redactPrompt } from './block-redaction.ts';
import type { FoldTools } from './fold-file.ts';
import { foldedStatus } from './fold-status.ts';
import { createTail, type Tail } from './tail.ts';

/** The facts of a file read so far, besides its events. */
export interface ReadSoFar {
  messages: MessageFacts;
  /** The last bytes, once they were read. */
  tail?: Tail | undefined;
  /** True if more is to come, and the agent does not mark the end of a turn. */
  endsUnmarked?: boolean | undefined;
}

/** A session as a store keeps it, without its blocks: the facts of the file's beginning, and those its events add. */
export interface FoldOpening {
  /** The parts of other files that the session continues. */
  parts: readonly HistoryPart[];
  headerLine: number | undefined;
  /** Totals of the messages, to be added to. */
  messages: MessageFacts;
  /** Takes the outcome of a line, and returns its events. */
  add(outcome: Outcome): readonly ThreadEvent[];
  /** The base folder of relative paths. */
  readonly folder: string | undefined;
  /** `file`: its present state. */
  headOf(file: SessionFile, read: ReadSoFar): FoldedHead;
}

/** Takes all bytes, if the end tells something: the session's title, or the time of its last record. */
export function createSessionTail({ agent }: SessionFile): Tail | undefined {
  return (agent?.store.tailTitle ?? agent?.store.lastTime) && createTail(machineLimits.maxTitleTailBytes);
}

/** `found`: the facts from the first lines of the file. */
export async function openingOf(file: SessionFile, found: FileHead, tools: FoldTools): Promise<FoldOpening> {
  const { started, headerLine } = found;
  const { store } = file.agent ?? {};
  const known = factsOf(file, found, store?.tailTitle ? undefined : tools.titles(file));
  const history = started && (await store?.history?.(file, started, (id) => tools.files(file, id)));
  const problem = [...found.problems, ...(history?.problems ?? [])][0]?.message;
  const status = createStatusGatherer();
  const gatherer = createThreadFacts({
    latest: latestTime,
    prompt: store?.prompt && ((text) => store.prompt?.(text) ?? text),
  });
  let safePrompt: { text: string | undefined; of: string | undefined } = { text: undefined, of: undefined };

  /** Made again only when the whole prompt was read. */
  function redactedPrompt(prompt: string | undefined): string | undefined {
    const whole = gatherer.facts.firstPrompt;
    if (prompt === undefined || (safePrompt.text !== undefined && safePrompt.of === whole)) return safePrompt.text;
    safePrompt = { text: redactPrompt(prompt, whole), of: whole };
    return safePrompt.text;
  }

  function headOf(now: SessionFile, { messages, tail, endsUnmarked }: ReadSoFar): FoldedHead {
    const facts = wholeFacts(known, gatherer.facts, messages);
    const lastAt = (tail && store?.lastTime?.(tail.lines())) ?? gatherer.facts.lastAt;
    const active = lastRecordAt(facts, lastAt) ?? facts.startedAt;
    const endedAt = active === undefined ? undefined : Math.floor(activeAt(now, active));
    return {
      key: { agent: facts.agent ?? 'unknown', threadId: facts.id || file.path, home: file.home ?? '' },
      path: file.path,
      archived: file.archived,
      title: (tail && store?.tailTitle?.(file, tail.bytes())) ?? facts.title,
      firstPrompt: facts.firstPrompt,
      redactedPrompt: redactedPrompt(facts.firstPrompt),
      project: facts.project,
      branch: facts.branch,
      model: facts.model,
      version: facts.version,
      parentThread: facts.parentThread,
      forkedFrom: facts.forkedFrom,
      origin: facts.origin,
      startedAt: facts.startedAt,
      endedAt,
      turns: facts.turns,
      messages: facts.messages,
      tools: facts.tools,
      errors: facts.errors,
      problems: facts.problems,
      problem,
      size: now.size,
      status: foldedStatus(status, {
        modified: now.modified,
        isSubagent: isSubagent({ parentId: facts.parentThread, source: facts.source }),
        endsUnmarked,
      }),
    };
  }

  return {
    parts: history?.parts ?? [],
    headerLine,
    messages: createMessageFacts(),
    add(outcome) {
      gatherer.addOutcome(outcome);
      if (!outcome.ok) return [];
      for (const event of outcome.events) status.add(event);
      return outcome.events;
    },
    get folder() {
      return gatherer.folder ?? known.project;
    },
    headOf,
  };
}
