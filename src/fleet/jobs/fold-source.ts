import { type FoldTools, openFold, readUsageOnly } from '../../archive/folding/fold-file.ts';
import { createUsageRecorder } from '../../archive/folding/usage-facts.ts';
import type { FoldedHead } from '../../archive/model/thread-sink.ts';
import type { AgentStore } from '../../machine/sessions/store.ts';
import type { ServerDatabase } from '../postgres/connect.ts';
import { forgetSources, isForgotten } from '../postgres/forgotten.ts';
import { settleClock } from './clock-ahead.ts';
import { isGrowing, openGrowingSource } from './growing-source.ts';
import type { GrowingSources } from './growing-sources.ts';
import { type HeldFold, holdFold, withoutText } from './held-fold.ts';
import { endJob, type FoldJob } from './jobs.ts';
import { type Place, placeOf } from './keep-apart.ts';
import {
  findApart,
  findByFileId,
  findOwner,
  findSource,
  idOnMachine,
  isDisputed,
  type KeptSource,
  type SessionApart,
  type SourceReader,
  titlesOf,
} from './kept-source.ts';
import { isAnothers, MINE } from './whose-session.ts';
import { writeFold } from './write-fold.ts';

/** While one worker reads a source, another may write its session. Then the first one looks again. */
const MOST_ROUNDS = 5;

export interface FoldSourceOptions {
  agents?: readonly AgentStore[] | undefined;
  /** The sources that this worker folded before. Without them every source is folded whole. */
  growing?: GrowingSources | undefined;
}

/** Folds one source and writes the difference. Returns the number of bytes read, of those that were sent. */
export async function foldSource(
  database: ServerDatabase,
  job: FoldJob,
  { agents, growing }: FoldSourceOptions = {},
): Promise<number> {
  const reader: SourceReader = { database, tenant: job.tenant, agents };
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const source = await findSource(reader, job.source);
    // The source was deleted meanwhile.
    if (!source) {
      await database.transaction({ role: 'worker', tenant: job.tenant }, (queries) => endJob(queries, job));
      return 0;
    }
    const grown = growing && (await foldOn(reader, source, job, growing));
    const { isWritten, bytes } = grown ?? (await foldOnce(reader, source, job));
    if (isWritten) return bytes;
  }
  throw new Error('each time that the session was to be written another worker wrote it');
}

interface Folded {
  isWritten: boolean;
  bytes: number;
}

/** Folds a growing session from where it was folded before. Undefined if it has to be folded whole. */
async function foldOn(
  reader: SourceReader,
  source: KeptSource,
  job: FoldJob,
  sources: GrowingSources,
): Promise<Folded | undefined> {
  const { tenant } = reader;
  if (!isGrowing(source)) return undefined;
  const known = sources.take(tenant, source.id);
  const growing = known?.fits(source) ? known : await openGrowingSource(reader, source);
  if (!growing) return undefined;
  const bytes = await growing.readOn(source);
  if (!growing.isLines) return undefined;
  const { held, read, prefix } = growing.look(source);
  const { key } = held.head;
  if (await dropForgotten(reader, source, held.head)) return { isWritten: true, bytes };
  const owner = await findOwner(reader, key);
  if (owner?.id !== source.id) return undefined;
  await tellPlace(reader, source, held, { key, verdict: MINE, owner });
  const judged = { source, read, key, held, usage: held.usage, verdict: MINE, owner: owner.id, waitingFor: undefined };
  const isWritten = await writeFold(reader, { ...judged, job, growing: { prefix, onWritten: growing.written } });
  if (isWritten) sources.put(tenant, source.id, growing);
  return { isWritten, bytes };
}

async function foldOnce(reader: SourceReader, source: KeptSource, job: FoldJob): Promise<Folded> {
  const missing = new Set<string>();
  const tools: FoldTools = {
    usage: createUsageRecorder(reader.agents),
    agents: reader.agents,
    titles: () => titlesOf(source),
    async files(_, id) {
      const found = await findByFileId(reader, source, id);
      if (found.length === 0) missing.add(id);
      return found.map(({ file }) => file);
    },
  };
  const fold = await openFold(source.file, tools);
  source.check();
  const head = fold.head();
  if (await dropForgotten(reader, source, head)) {
    await fold.close();
    return { isWritten: true, bytes: 0 };
  }
  const place = await placeOf(reader, source, head.key, await findOwner(reader, head.key));
  const { key, verdict, owner, beside } = place;
  if (beside && (await dropForgotten(reader, source, { ...head, key }))) {
    await fold.close();
    return { isWritten: true, bytes: 0 };
  }
  let held: HeldFold | undefined;
  let usage: Uint8Array | undefined;
  if (verdict.isMine) {
    held = await holdFold(fold);
    if (source.mode === 'usage') held = withoutText(held);
    await tellPlace(reader, source, held, place);
    usage = held.usage;
  } else {
    await fold.close();
    ({ usage } = await readUsageOnly(source.file, tools));
  }
  source.check();
  const waitingFor = [...missing][0];
  const { read } = source;
  const judged = { source, read, key, held, usage, verdict, owner: owner?.id, beside: beside?.id, waitingFor, job };
  const isWritten = await writeFold(reader, judged);
  return { isWritten, bytes: read?.length ?? 0 };
}

/** Says in the head where it is kept: when, under which id, and what else has this id. */
async function tellPlace(reader: SourceReader, source: KeptSource, held: HeldFold, place: Place): Promise<void> {
  const { head } = held;
  const { key, beside } = place;
  const { agent, threadId } = key;
  settleClock(held, source.file.modified);
  if (beside) {
    head.key = key;
    // The names of other people's machines are theirs.
    const who = isAnothers(source, beside) ? 'somebody else' : beside.machineName;
    head.problem ??= `${who} has another session of this id, so it is kept as ${threadId}`;
  } else if (await isDisputed(reader, source)) {
    head.problem ??= besideOf(source, await findApart(reader, source));
  }
  if (head.parentThread !== undefined) head.parentThread = await idOnMachine(reader, source, agent, head.parentThread);
}

/** Names the sessions that stand beside one, as far as they are the same person's. */
function besideOf(source: KeptSource, apart: readonly SessionApart[]): string {
  const own = apart.filter(({ owner }) => !isAnothers(source, owner)).map(({ threadId }) => threadId);
  if (own.length > 0) return `another machine has another session of this id: ${own.join(', ')}`;
  return apart.length > 0 ? 'somebody else has another session of this id' : DISPUTED;
}

const DISPUTED = 'another file tells this thread in another way, which is not shown';

/** The session was deleted. What another machine sends of it is deleted too, and not asked for again. */
async function dropForgotten(
  { database, tenant }: SourceReader,
  source: KeptSource,
  head: FoldedHead,
): Promise<boolean> {
  return database.transaction({ role: 'worker', tenant }, async (queries) => {
    if (!(await isForgotten(queries, tenant, head, source))) return false;
    await forgetSources(queries, tenant, [source.id]);
    return true;
  });
}
