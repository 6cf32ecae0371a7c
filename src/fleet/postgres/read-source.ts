import { zstdDecompressSync } from 'node:zlib';
import type { StoredRow } from '../../archive/model/stored-row.ts';
import { ThreadlineError } from '../../errors.ts';
import { fleetLimits } from '../../limits/fleet.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import type { ServerDatabase, ServerRole } from './connect.ts';
import type { TeamReader } from './team-reader.ts';

export interface ReadSourceOptions {
  tenant: number;
  /** The role that reads; a worker by default. */
  role?: ServerRole | undefined;
  /** For whom a team server reads. */
  reader?: TeamReader | undefined;
  /** The first byte of the original file to read. A segment must begin there. */
  from?: number | undefined;
}

/** A part of a source. */
export interface SourcePart {
  /** The byte of the original file at which it ends. */
  end: number;
  /** The bytes that were sent for it. */
  bytes: Uint8Array;
}

/** The number of segments held at once, each of at most `maxGatewayBodyBytes`. */
const SEGMENTS_AT_ONCE = 16;

/** Reads what was sent of a source. Throws `not-found` if bytes were too old to be kept, `damaged` for bad ones. */
export async function* readSource(
  database: ServerDatabase,
  source: string,
  { tenant, role = 'worker', reader, from = 0 }: ReadSourceOptions,
): AsyncGenerator<SourcePart> {
  for (let next = from; ; ) {
    const rows = await database.transaction({ role, tenant, reader, readOnly: true }, (queries) =>
      queries.all(
        'select start, size, body, object from segment where source_id = $1 and start >= $2 order by start limit $3',
        [source, next, SEGMENTS_AT_ONCE],
      ),
    );
    const packed = await Promise.all(rows.map((row) => packedBytes(row, database.objects)));
    for (const [place, row] of rows.entries()) {
      if (Number(row.start) !== next)
        throw new ThreadlineError('not-found', 'a part of the session is not kept any more');
      next += Number(row.size);
      yield { end: next, bytes: unpack(packed[place]) };
    }
    if (rows.length < SEGMENTS_AT_ONCE) return;
  }
}

/** The bytes of a segment, from its row or from where the row says that they are. */
async function packedBytes({ body, object }: StoredRow, objects: ObjectStore | undefined) {
  if (body instanceof Uint8Array) return body;
  if (typeof object !== 'string') return undefined;
  if (objects) return objects.get(object);
  const hint = "name it in the archive's address: ?raw=s3://BUCKET/FOLDER";
  throw new ThreadlineError('not-found', `the bytes of the session are in an object store; ${hint}`);
}

function unpack(packed: Uint8Array | undefined): Uint8Array {
  try {
    if (packed) return zstdDecompressSync(packed, { maxOutputLength: fleetLimits.maxUnpackedSegmentBytes });
  } catch (cause) {
    throw new ThreadlineError('damaged', 'a part of the session cannot be unpacked', { cause });
  }
  throw new ThreadlineError('damaged', 'a part of the session is missing');
}
