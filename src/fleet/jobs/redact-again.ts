import { presentRedaction, redactPrompt } from '../../archive/folding/block-redaction.ts';
import { type StoredRow, textColumn } from '../../archive/model/stored-row.ts';
import type { FoldedBlock } from '../../archive/model/thread-sink.ts';
import { archiveLimits } from '../../limits/archive.ts';
import { fleetLimits } from '../../limits/fleet.ts';
import type { Queries, ServerDatabase } from '../postgres/connect.ts';
import { clean, cleanOrNull } from '../postgres/postgres-raw-store.ts';
import { blockRow } from '../postgres/read-sessions.ts';
import { redactedPath } from '../postgres/touched.ts';
import { dropWords, lockWords } from '../postgres/words.ts';
import { insertBlocks, type PlacedBlock, placeBlocks, removeBlocks } from '../postgres/write-blocks.ts';

/**
 * Looks at some sessions again that were redacted by other rules, the newest first. Their bytes may be gone, so they are not
 * folded again. Until then nobody but the owner is told of them. Returns their number.
 */
export async function redactAgain(database: ServerDatabase): Promise<number> {
  const rows = await database.transaction({ role: 'worker' }, (queries) =>
    queries.all('select tenant, id from unredacted_sessions($1, $2)', [presentRedaction(), fleetLimits.refoldAtOnce]),
  );
  for (const row of rows) {
    const tenant = Number(row.tenant);
    await database.transaction({ role: 'worker', tenant }, (queries) => redactSession(queries, tenant, String(row.id)));
  }
  return rows.length;
}

async function redactSession(queries: Queries, tenant: number, session: string): Promise<void> {
  await lockWords(queries, tenant, true);
  const row = await queries.get('select first_prompt, redaction from session where id = $1 for update', [session]);
  // It was removed, or another worker was faster.
  if (!row || row.redaction === presentRedaction()) return;
  const words = new Set<string>();
  for (let from = 0; ; ) {
    const { blocks, rows } = await readSome(queries, session, from);
    if (rows.length === 0) break;
    const changed = changedBlocks(rows, placeBlocks(blocks, 0, { count: from, at: 0, known: new WeakMap() }));
    for (const word of await removeBlocks(queries, session, changed)) words.add(word);
    await insertBlocks(queries, tenant, session, changed);
    from = Number(rows.at(-1)?.seq) + 1;
  }
  await dropWords(queries, [...words]);
  await redactFacts(queries, session, textColumn(row.first_prompt));
}

/** Blocks whose row differs from what the present rules make of it. They keep their places. */
function changedBlocks(rows: readonly StoredRow[], placed: readonly PlacedBlock[]): PlacedBlock[] {
  return placed.flatMap((block, index) => {
    const row = rows[index] ?? {};
    return isSame(row, block.redacted()) ? [] : { ...block, seq: Number(row.seq), at: Number(row.at) };
  });
}

function isSame(row: StoredRow, redacted: FoldedBlock | undefined): boolean {
  if (!redacted || row.secret_words === null) return !redacted && row.secret_words === null;
  return (
    row.redacted === clean(redacted.text) &&
    row.redacted_message === clean(redacted.message) &&
    row.redacted_tool === cleanOrNull(redacted.tool) &&
    row.redacted_input === cleanOrNull(redacted.input) &&
    Number(row.redacted_omitted) === (redacted.omitted ?? 0)
  );
}

async function redactFacts(queries: Queries, session: string, prompt: string | undefined): Promise<void> {
  const safe = prompt === undefined ? null : cleanOrNull(redactPrompt(prompt));
  await queries.run('update session set redaction = $2, redacted_prompt = $3 where id = $1', [
    session,
    presentRedaction(),
    safe,
  ]);
  const paths = await queries.all('select distinct path from touched where session_id = $1', [session]);
  for (const { path } of paths) {
    await queries.run(
      'update touched set redacted = $3 where session_id = $1 and path = $2 and redacted is distinct from $3',
      [session, path, redactedPath(String(path))],
    );
  }
}

/** Whole messages: they are redacted as a whole. */
async function readSome(
  queries: Queries,
  session: string,
  from: number,
): Promise<{ rows: StoredRow[]; blocks: FoldedBlock[] }> {
  const all = await queries.all(
    'select block.*, time_ms(at) as at from block where session_id = $1 and seq >= $2 order by seq limit $3',
    [session, from, fleetLimits.rowsAtOnce],
  );
  let count = 0;
  let bytes = 0;
  for (const [index, { message, body }] of all.entries()) {
    if (message !== all[index - 1]?.message) {
      count = index;
      if (bytes >= archiveLimits.indexBatchBytes) break;
    }
    bytes += String(body).length;
    if (index === all.length - 1 && all.length < fleetLimits.rowsAtOnce) count = all.length;
  }
  const rows = all.slice(0, count === 0 ? all.length : count);
  return { rows, blocks: rows.map(foldedBlock) };
}

function foldedBlock(row: StoredRow): FoldedBlock {
  const { seq: _seq, input: _input, ...block } = blockRow(row);
  return { ...block, input: textColumn(row.input), program: textColumn(row.program) };
}
