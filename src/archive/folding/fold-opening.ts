import { machineLimits } from '../../limits/machine.ts';
import type { SessionHead } from '../../machine/sessions/head-gatherer.ts';
import type { HistoryPart } from '../../machine/sessions/history.ts';
import { isSubagent, type SessionInfo, sessionInfo } from '../../machine/sessions/session-info.ts';
import type { SessionFile } from '../../machine/sessions/store.ts';
import type { FoldedHead } from '../model/thread-sink.ts';
import type { FoldFacts, MessageCounts } from './fold-facts.ts';
import type { FoldTools } from './fold-file.ts';
import { createTail, type Tail } from './tail.ts';

/** What was read of a file by now. */
export interface ReadSoFar {
  facts: FoldFacts;
  counts: MessageCounts;
  /** Where the name may stand, once it was read. */
  tail?: Tail | undefined;
  /** There is more to come, and the agent does not mark where a turn ends. */
  endsUnmarked?: boolean | undefined;
}

/** What the beginning of a session file tells. */
export interface FoldOpening {
  info: SessionInfo;
  /** What the session goes on from in other files. */
  parts: readonly HistoryPart[];
  headerLine: number | undefined;
  /** All of the session but its blocks. `file`: as it is now. */
  headOf(file: SessionFile, read: ReadSoFar): FoldedHead;
}

/** To be pushed all bytes, where the agent writes the session's name at the end. */
export function createTitleTail({ agent }: SessionFile): Tail | undefined {
  return agent?.store.tailTitle && createTail(machineLimits.maxTitleTailBytes);
}

/** `found`: what the first lines of the file told. */
export async function openingOf(file: SessionFile, found: SessionHead, tools: FoldTools): Promise<FoldOpening> {
  const { started, headerLine } = found;
  const info = sessionInfo(file, found, file.agent?.store.tailTitle ? undefined : tools.titles(file));
  const history = started && (await file.agent?.store.history?.(file, started, (id) => tools.files(file, id)));
  const problem = [...info.problems, ...(history?.problems ?? [])][0]?.message;

  function headOf(now: SessionFile, { facts, counts, tail, endsUnmarked }: ReadSoFar): FoldedHead {
    return {
      key: {
        agent: info.agent ?? file.agent?.name ?? 'unknown',
        threadId: info.id || file.path,
        home: file.home ?? '',
      },
      path: file.path,
      archived: file.archived,
      title: (tail && file.agent?.store.tailTitle?.(file, tail.bytes())) ?? info.title,
      firstPrompt: info.firstPrompt,
      project: info.cwd,
      version: info.cliVersion,
      parentThread: info.parentId,
      forkedFrom: info.forkedFromId,
      problem,
      size: now.size,
      ...facts.sums(counts, {
        model: info.model,
        createdAt: Date.parse(info.createdAt ?? ''),
        // Of a file that was sent it is only known when it came, which may be long after.
        modified: Math.min(now.modified, (now.open && counts.last) ?? now.modified),
        isSubagent: isSubagent(info),
        endsUnmarked,
      }),
    };
  }

  return {
    info,
    parts: history?.parts ?? [],
    headerLine,
    headOf,
  };
}
