import { type FoldTools, openFold, readUsageOnly } from '../../archive/folding/fold-file.ts';
import { createUsageRecorder } from '../../archive/folding/usage-facts.ts';
import type { ServerDatabase } from '../../archive/postgres/connect.ts';
import { forgetSources, isForgotten } from '../../archive/postgres/forgotten.ts';
import type { SessionRow } from '../../archive/session-row.ts';
import type { AgentStore } from '../../sessions/store.ts';
import { compareBytes } from './compare-bytes.ts';
import { type HeldFold, holdFold, withoutText } from './held-fold.ts';
import { endJob, type FoldJob } from './jobs.ts';
import { findByFileId, findOwner, findSource, isDisputed, type KeptSource, type SourceReader } from './kept-source.ts';
import { MINE, whoseSession } from './whose-session.ts';
import { writeFold } from './write-fold.ts';

/** While one worker reads a source, another may write the session that it tells; then it is looked at again. */
const MOST_ROUNDS = 5;

const DISPUTED = 'another machine or file tells this thread in another way, which is not shown';

/** Folds one source whole, and writes what is different. Gives how many bytes of the original file that were. */
export async function foldSource(
  database: ServerDatabase,
  job: FoldJob,
  { agents }: { agents?: readonly AgentStore[] | undefined } = {},
): Promise<number> {
  const reader: SourceReader = { database, tenant: job.tenant, agents };
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const source = await findSource(reader, job.source);
    // Somebody had it deleted meanwhile.
    if (!source) {
      await database.transaction({ role: 'worker', tenant: job.tenant }, (queries) => endJob(queries, job));
      return 0;
    }
    const isWritten = await foldOnce(reader, source, job);
    if (isWritten) return source.read?.end ?? 0;
  }
  throw new Error('each time that the session was to be written another worker wrote it');
}

async function foldOnce(reader: SourceReader, source: KeptSource, job: FoldJob): Promise<boolean> {
  const missing = new Set<string>();
  const tools: FoldTools = {
    usage: createUsageRecorder(),
    agents: reader.agents,
    titles: () => undefined,
    async files(_, id) {
      const found = await findByFileId(reader, source, id);
      if (found.length === 0) missing.add(id);
      return found.map(({ file }) => file);
    },
  };
  const fold = await openFold(source.file, tools);
  source.check();
  const { key } = fold.head();
  if (await dropForgotten(reader, source, key)) return true;
  const owner = await findOwner(reader, key);
  const verdict =
    owner && owner.id !== source.id ? await whoseSession(source, owner, () => compareBytes(source, owner)) : MINE;
  let held: HeldFold | undefined;
  let usage: Uint8Array | undefined;
  if (verdict.isMine) {
    held = await holdFold(fold);
    if (source.mode === 'usage') held = withoutText(held);
    if (await isDisputed(reader, source)) held.head.problem ??= DISPUTED;
    usage = held.usage;
  } else ({ usage } = await readUsageOnly(source.file, tools));
  source.check();
  const waitingFor = [...missing][0];
  return writeFold(reader, { source, key, held, usage, verdict, owner: owner?.id, waitingFor, job });
}

/** Somebody had the session deleted: what another machine sends of it goes too, and is not asked for again. */
async function dropForgotten(
  { database, tenant }: SourceReader,
  source: KeptSource,
  key: SessionRow['key'],
): Promise<boolean> {
  return database.transaction({ role: 'worker', tenant }, async (queries) => {
    if (!(await isForgotten(queries, tenant, key))) return false;
    await forgetSources(queries, tenant, [source.id]);
    return true;
  });
}
