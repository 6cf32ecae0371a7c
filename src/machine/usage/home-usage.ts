import type { HomeOptions } from '../sessions/homes.ts';
import { nextTurn } from '../sessions/next-turn.ts';
import { versionOf } from '../sessions/session-source.ts';
import type { SessionFile } from '../sessions/store.ts';
import type { MakeOtherFold } from './detect-fold.ts';
import { findUsageFiles, type KeptUsage, type UsageFile, usageFile, withKept } from './find-usage-files.ts';
import { loadEventFold } from './load-event-fold.ts';
import type { ReadFile } from './read-file.ts';
import { createRequestLedger } from './request-ledger.ts';
import { readUsage } from './scan-usage.ts';
import { createSessionSums, type SessionUsages } from './session-sums.ts';
import { readRowsAmong } from './session-usage.ts';
import { chunksOf, takeChunks } from './source-chunks.ts';
import { createFactRecorder, replayFacts, type UsageRecorder, unpackFacts } from './usage-facts.ts';
import type { UsageRow } from './usage-row.ts';

/** Packed facts of files (40 bytes a request), so that a repeated call does not read unchanged files again. */
export type UsageMemory = Map<string, { version: string; facts: Uint8Array | undefined }>;

export interface HomeUsageOptions {
  /** Receives the files before they are read. */
  onFound?: ((files: readonly UsageFile[]) => void) | undefined;
  /** Receives the size of every piece that is read, in bytes. */
  onBytes?: ((count: number) => void) | undefined;
  memory?: UsageMemory | undefined;
  /** What an archive keeps of files that are gone. Receives the paths of those that are there. */
  kept?: KeptReader | undefined;
}

export type KeptReader = (found: ReadonlySet<string>) => Promise<readonly KeptUsage[]>;

/** Usage and cost of each session of some homes. Only all files together tell whose a copied request is. */
export async function readHomeUsage(homes: HomeOptions, options: HomeUsageOptions = {}): Promise<SessionUsages> {
  const sums = createSessionSums();
  await readHomeRows(homes, sums.add, options);
  return sums.totals();
}

/** The requests behind it, each once. */
export async function readHomeRows(
  homes: HomeOptions,
  onRow: (row: UsageRow) => void,
  { onFound, onBytes, memory, kept: readKept }: HomeUsageOptions = {},
): Promise<void> {
  const files = findUsageFiles(homes);
  onFound?.(files);
  const { agents } = homes;
  const kept = (await readKept?.(pathsOf(files))) ?? [];
  if (!memory) return readUsage(withKept(files, kept), onRow, { agents, ...(onBytes && { onBytes }) });
  await remember(files, memory, onBytes, await loadEventFold(agents, files));
  const ledger = createRequestLedger(onRow);
  for (const [index, file] of withKept(files, kept).entries()) {
    const facts = 'facts' in file ? file.facts : memory.get(file.path)?.facts;
    if (facts) replayFacts(unpackFacts(facts), ledger);
    if (index % FILES_AT_ONCE === 0) await nextTurn();
  }
  ledger.end();
}

/** The facts of some files of the homes, by their paths, as a memory has them or as they are read now. `known`: where found. */
export async function readFactsOf(
  paths: ReadonlySet<string>,
  homes: HomeOptions,
  memory: UsageMemory,
  known: ReadonlyMap<string, SessionFile> = new Map(),
): Promise<ReadonlyMap<string, Uint8Array>> {
  const isAllKnown = [...paths].every((path) => known.has(path));
  const files = isAllKnown
    ? [...paths].flatMap((path) => known.get(path) ?? []).map(usageFile)
    : findUsageFiles(homes).filter(({ path }) => paths.has(path));
  const recorder = createFactRecorder(await loadEventFold(homes.agents, files));
  const found = new Map<string, Uint8Array>();
  for (const file of files) {
    const facts = await rememberFile(file, memory, recorder);
    if (facts) found.set(file.path, facts);
  }
  return found;
}

export function pathsOf(files: readonly UsageFile[]): ReadonlySet<string> {
  return new Set(files.map(({ path }) => path));
}

/** The requests of the session in one file. Reads other files, also those that are gone, if they may hold some too. */
export function readRowsOfFile(file: ReadFile, homes: HomeOptions, readKept?: KeptReader): Promise<UsageRow[]> {
  const others = async () => {
    const files = findUsageFiles(homes);
    return withKept(files, (await readKept?.(pathsOf(files))) ?? []);
  };
  return readRowsAmong(file, others, { agents: homes.agents });
}

/** A caller with a memory also does other work, which may run after this many files. */
const FILES_AT_ONCE = 64;

/** Reads the files that changed. */
async function remember(
  files: readonly UsageFile[],
  memory: UsageMemory,
  onBytes: HomeUsageOptions['onBytes'],
  makeOther: MakeOtherFold | undefined,
): Promise<void> {
  const recorder = createFactRecorder(makeOther);
  for (const file of files) {
    const known = memory.get(file.path);
    await rememberFile(file, memory, recorder, onBytes);
    if (memory.get(file.path) !== known) await nextTurn();
  }
  const there = new Set(files.map(({ path }) => path));
  for (const path of memory.keys()) if (!there.has(path)) memory.delete(path);
}

async function rememberFile(
  file: UsageFile,
  memory: UsageMemory,
  recorder: UsageRecorder,
  onBytes?: HomeUsageOptions['onBytes'],
): Promise<Uint8Array | undefined> {
  const { path } = file;
  const version = versionOf(file);
  const known = memory.get(path);
  if (known && version !== '' && known.version === version) return known.facts;
  const facts = await factsOf(file, recorder, onBytes);
  memory.set(path, { version, facts });
  return facts;
}

async function factsOf(
  file: UsageFile,
  recorder: UsageRecorder,
  onBytes: HomeUsageOptions['onBytes'],
): Promise<Uint8Array | undefined> {
  recorder.begin(file.path, file.project);
  // A file that cannot be read counts nothing; `threadline usage` gives the reason.
  const chunks = chunksOf(file, () => {});
  await takeChunks(chunks, (chunk) => {
    onBytes?.(chunk.length);
    return recorder.push(chunk);
  });
  return recorder.end();
}
