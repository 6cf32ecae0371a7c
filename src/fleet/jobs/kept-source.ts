import type { SendMode } from '../../archive/model/raw-store.ts';
import type { StoredRow } from '../../archive/model/stored-row.ts';
import { ThreadlineError } from '../../errors.ts';
import type { AgentStore, SessionFile } from '../../machine/sessions/store.ts';
import type { Queries, ServerDatabase } from '../postgres/connect.ts';
import { clean } from '../postgres/postgres-raw-store.ts';
import { readSource, type SourcePart } from '../postgres/read-source.ts';
import { createPrefixDigest, type PrefixDigest } from './prefix-digest.ts';
import { sourceFile } from './source-file.ts';
import type { Claim } from './whose-session.ts';

/** The extent up to which a source was read. */
export interface ReadMark extends PrefixDigest {
  /** The byte of the original file. */
  end: number;
}

/** The state of a source at its previous fold. */
export interface FoldedBefore {
  /** The folded length, in bytes of the original file and of what was sent for them. */
  end: number;
  length: number;
  /** The fold version. */
  version: number;
  /** True if a session is shown from this source. */
  isShown: boolean;
}

/** A source of a tenant, with its bytes. */
export interface KeptSource extends Claim {
  id: string;
  machineName: string;
  mode: SendMode;
  file: SessionFile;
  folded: FoldedBefore;
  /** The session's title, if something beside the file told it. */
  title: string | undefined;
  /** The state when it was last read to its end. */
  readonly read: ReadMark | undefined;
  /** The parts after a byte of the original file where a part ends, up to what was here when the source was found. */
  partsFrom(end: number): AsyncGenerator<SourcePart>;
  /** Throws the fault of reading. Readers take a fault for the end of the file and would write a part as the whole. */
  check(): void;
}

const COLUMNS = `source.id, source.machine_id, source.agent, source.home, source.path, source.project, source.title,
  source.head, source.folded, source.fold, source.mode, source.seen_at, source.person_id,
  (select name from machine where machine.id = source.machine_id) as machine_name`;
const FOLDED_BEFORE = `(select length from folded_source where folded_source.source_id = source.id) as folded_length,
  exists (select from session where session.source_id = source.id) as is_shown`;
/** Whoever reads a session is decided by its row, which keeps its person for ever. */
const READ_BY = 'session.person_id as session_person_id';
const IS_OPEN = "source.state = 'open' and source.path is not null";

/** There may be copies of one file on many machines. One of them is enough. */
const MOST_PARENTS = 16;
/** More machines than this that each tell a thread in their own way are not compared. */
const MOST_APART = 64;

export interface SourceReader {
  database: ServerDatabase;
  tenant: number;
  agents?: readonly AgentStore[] | undefined;
}

export async function findSource(reader: SourceReader, id: string): Promise<KeptSource | undefined> {
  const sql = `select ${COLUMNS}, ${FOLDED_BEFORE} from source where source.id = $1 and ${IS_OPEN}`;
  const row = await asked(reader, (queries) => queries.get(sql, [id]));
  return row && kept(reader, row);
}

/** The source that a session's rows come from. */
export interface OwnerSource extends KeptSource {
  /** Its bytes at the last fold. */
  known: { length: number; digest: Buffer } | undefined;
}

export async function findOwner(
  reader: SourceReader,
  key: { agent: string; threadId: string },
): Promise<OwnerSource | undefined> {
  const row = await asked(reader, (queries) =>
    queries.get(
      `select ${COLUMNS}, length, digest, ${READ_BY} from session join source on source.id = session.source_id
        left join folded_source on folded_source.source_id = source.id
        where session.agent = $1 and md5(session.thread_id) = md5($2)`,
      [clean(key.agent), clean(key.threadId)],
    ),
  );
  return row && ownerOf(reader, row);
}

function personIn(column: unknown): string | undefined {
  return column === null || column === undefined ? undefined : String(column);
}

function ownerOf(reader: SourceReader, row: StoredRow): OwnerSource {
  const known = row.digest instanceof Buffer ? { length: Number(row.length), digest: row.digest } : undefined;
  return Object.assign(kept(reader, row), { known, person: personIn(row.session_person_id) });
}

/** A session that is kept beside another one of its id. */
export interface SessionApart {
  owner: OwnerSource;
  threadId: string;
}

/** The id of a machine's session where another machine has one of the same id. It needs no quotes in a shell. */
export function idApart(threadId: string, machineName: string): string {
  return `${threadId}@${machineName.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}`;
}

/** The sessions that are kept beside the one that a source owns: those that tell its thread in another way. */
export async function findApart(reader: SourceReader, main: KeptSource): Promise<SessionApart[]> {
  const rows = await asked(reader, (queries) =>
    queries.all(
      `select ${COLUMNS}, length, digest, ${READ_BY}, session.thread_id from folded_source
        join session on session.source_id = folded_source.source_id join source on source.id = folded_source.source_id
        where conflict_with = $1 order by source.id limit $2`,
      [main.id, MOST_APART],
    ),
  );
  return rows.map((row) => ({ owner: ownerOf(reader, row), threadId: String(row.thread_id) }));
}

/** The id under which this machine's thread of an id is kept, if it is here: it may stand beside another machine's. */
export async function idOnMachine(
  reader: SourceReader,
  { machine, machineName, person, file }: KeptSource,
  agent: string,
  threadId: string,
): Promise<string> {
  const row = await asked(reader, (queries) =>
    queries.get(
      `select thread_id from session join source on source.id = session.source_id where session.agent = $1
        and md5(thread_id) in (md5($2), md5($3)) and source.machine_id = $4 and session.home = $5
        order by session.person_id is not distinct from $6 desc limit 1`,
      [clean(agent), clean(threadId), clean(idApart(threadId, machineName)), machine, clean(file.home ?? ''), person],
    ),
  );
  return typeof row?.thread_id === 'string' ? row.thread_id : threadId;
}

/** True if another source tells this source's session differently. */
export async function isDisputed(reader: SourceReader, { id }: KeptSource): Promise<boolean> {
  const row = await asked(reader, (queries) =>
    queries.get('select 1 from folded_source where conflict_with = $1 limit 1', [id]),
  );
  return row !== undefined;
}

/**
 * The sources by whose `file_id` a fork names its origin: those of its own machine first, then the latest. Only those of its
 * own person: a fork is read behind the lines of its origin, and anybody can name a file.
 */
export async function findByFileId(reader: SourceReader, source: KeptSource, fileId: string): Promise<KeptSource[]> {
  const rows = await asked(reader, (queries) =>
    queries.all(
      `select ${COLUMNS} from folded_source join source on source.id = folded_source.source_id
        where folded_source.agent = $1 and file_id = $2 and source.person_id is not distinct from $5 and ${IS_OPEN}
        order by source.machine_id = $3 desc, source.id desc limit $4`,
      [source.file.agent?.name, clean(fileId), source.machine, MOST_PARENTS, source.person],
    ),
  );
  return rows.map((row) => kept(reader, row));
}

/** The titles in the form in which they are stored beside the file. */
export function titlesOf({ title, file: { threadId } }: KeptSource): ReadonlyMap<string, string> | undefined {
  return title === undefined || threadId === undefined ? undefined : new Map([[threadId, title]]);
}

function asked<Row>({ database, tenant }: SourceReader, run: (queries: Queries) => Promise<Row>): Promise<Row> {
  return database.transaction({ role: 'worker', tenant, readOnly: true }, run);
}

function kept({ database, tenant, agents }: SourceReader, row: StoredRow): KeptSource {
  const id = String(row.id);
  let read: ReadMark | undefined;
  let fault: { error: unknown } | undefined;

  async function* partsFrom(from: number): AsyncGenerator<SourcePart> {
    let end = from;
    for await (const part of readSource(database, id, { tenant, from })) {
      end = part.end;
      yield part;
      // Bytes that arrive during reading belong to another fold: all readings of one fold cover the same bytes.
      if (end >= sent.size) break;
    }
    if (end < sent.size) throw new ThreadlineError('not-found', 'a part of the session is not kept any more');
  }

  async function* open(): AsyncGenerator<Uint8Array> {
    const digest = createPrefixDigest();
    let end = 0;
    try {
      for await (const part of partsFrom(0)) {
        digest.push(part.bytes);
        end = part.end;
        yield part.bytes;
      }
    } catch (error) {
      fault = { error };
      throw error;
    }
    read = { end, ...digest.end() };
  }

  const sent = {
    id,
    agent: String(row.agent),
    home: String(row.home),
    path: String(row.path),
    project: typeof row.project === 'string' ? row.project : undefined,
    size: Number(row.head),
    arrivedAt: Number(row.seen_at),
  };
  return {
    id,
    source: BigInt(id),
    machine: String(row.machine_id),
    person: personIn(row.person_id),
    machineName: String(row.machine_name),
    // The column holds only modes: the gateway refuses anything else.
    mode: String(row.mode) as SendMode,
    file: sourceFile(sent, open, agents),
    folded: {
      end: Number(row.folded),
      length: Number(row.folded_length ?? 0),
      version: Number(row.fold),
      isShown: row.is_shown === true,
    },
    title: typeof row.title === 'string' ? row.title : undefined,
    partsFrom,
    get read() {
      return read;
    },
    check() {
      if (fault) throw fault.error;
    },
  };
}
