import type { Outcome } from '../../../core/thread/outcome.ts';
import { dataFolder } from '../data-folder.ts';
import type { FollowChange } from '../following/follow-change.ts';
import type { Environment, SessionFile } from '../store.ts';
import { findJournal } from './journal-file.ts';
import { createJournalMerge, type JournalMerge } from './merge-journal.ts';
import { createJournalReader } from './read-journal.ts';

type Named = Pick<SessionFile, 'agent' | 'threadId' | 'open'>;

function pathOf({ agent, threadId, open }: Named, env: Environment | undefined): string | undefined {
  // A session of another machine has none here, though its id may be the same.
  if (!agent || threadId === undefined || open) return undefined;
  return findJournal(agent.name, threadId, dataFolder(env));
}

/** The outcomes of a session with those of its journal, if it has one. */
export async function* withJournal(
  file: Named,
  env: Environment | undefined,
  batches: AsyncGenerator<Outcome[]>,
): AsyncGenerator<Outcome[]> {
  const path = pathOf(file, env);
  if (path === undefined) return yield* batches;
  const merge = createJournalMerge();
  merge.add(createJournalReader(path).more());
  let [line, offset] = [0, 0];
  for await (const batch of batches) {
    const last = batch.at(-1);
    if (last) [line, offset] = [last.line, last.offset];
    yield batch.map(merge.outcome);
  }
  const events = merge.rest();
  if (events.length > 0) yield [{ ok: true, line, offset, events, problems: [], flush: true }];
}

/** The same for a session that is followed: its journal grows beside it. */
export function journalFollower(
  file: Named,
  env: Environment | undefined,
  isFromStart: boolean,
): (change: FollowChange) => FollowChange {
  let begun: { merge: JournalMerge; more: () => void } | undefined;

  function begin() {
    const path = pathOf(file, env);
    if (path === undefined) return undefined;
    const merge = createJournalMerge();
    const reader = createJournalReader(path);
    // What was told before the place that is continued from is not told again.
    const since = isFromStart ? 0 : Date.now();
    return { merge, more: () => merge.add(reader.more().filter(({ at }) => at >= since)) };
  }

  return (change) => {
    if (change.kind === 'reset') begun = undefined;
    if (change.kind !== 'outcomes' || change.outcomes.length === 0) return change;
    begun ??= begin();
    if (!begun) return change;
    begun.more();
    return { ...change, outcomes: change.outcomes.map(begun.merge.outcome) };
  };
}
