import type { KnownSessions } from '../sessions/known/known-sessions.ts';
import type { AgentStore, SessionFile } from '../sessions/store.ts';
import { type UsageFile, withKept } from './find-usage-files.ts';
import { type HomeUsageOptions, pathsOf } from './home-usage.ts';
import { packUsage, replayKnown } from './known-usage.ts';
import { loadEventFold } from './load-event-fold.ts';
import { createRequestLedger } from './request-ledger.ts';
import { chunksOf, takeChunks } from './source-chunks.ts';
import { createFactRecorder, replayFacts, type UsageFact, type UsageRecorder, unpackFacts } from './usage-facts.ts';
import type { UsageRow } from './usage-row.ts';

interface FoundFile extends UsageFile {
  file: SessionFile;
}

interface FoundUsageOptions extends Omit<HomeUsageOptions, 'memory'> {
  /** Default: all agents that threadline knows. */
  agents?: readonly AgentStore[] | undefined;
}

/** The requests of files that were found, each once. Reads those of which nothing is known. */
export async function readFoundRows(
  found: readonly SessionFile[],
  known: KnownSessions,
  onRow: (row: UsageRow) => void,
  { agents, onFound, onBytes, kept: readKept }: FoundUsageOptions = {},
): Promise<void> {
  const files = found.map(usageFile).sort((one, other) => (one.path < other.path ? -1 : Number(one.path > other.path)));
  onFound?.(files);
  const kept = (await readKept?.(pathsOf(files))) ?? [];
  const ledger = createRequestLedger(onRow);
  let recorder: UsageRecorder | undefined;
  for (const one of withKept(files, kept)) {
    if (!('file' in one)) replayFacts(unpackFacts(one.facts), ledger);
    else if (!replayKnown(one.file, known, ledger)) {
      recorder ??= createFactRecorder(await loadEventFold(agents, files));
      replayFacts(await factsOf(one, known, recorder, onBytes), ledger);
    }
  }
  ledger.end();
}

function usageFile(file: SessionFile): FoundFile {
  const { path, agent, cwd: project, size, modified, source } = file;
  return { path, agent: agent?.name ?? '', project, size, modified, source, file };
}

/** A file with problems is read again the next time. */
async function factsOf(
  one: FoundFile,
  known: KnownSessions,
  recorder: UsageRecorder,
  onBytes: HomeUsageOptions['onBytes'],
): Promise<readonly UsageFact[]> {
  let isWhole = true;
  recorder.begin(one.path, one.project);
  const chunks = chunksOf(one, () => {
    isWhole = false;
  });
  await takeChunks(chunks, (chunk) => {
    onBytes?.(chunk.length);
    return recorder.push(chunk);
  });
  const facts = recorder.endFacts();
  if (isWhole) known.learnUsage(one.file, packUsage(facts));
  return facts;
}
