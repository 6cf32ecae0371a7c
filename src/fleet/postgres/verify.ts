import { fleetLimits } from '../../limits/fleet.ts';
import type { Queries, ServerDatabase } from './connect.ts';
import { findBrokenChains } from './team-audit.ts';

/** The contents of a server, and what is wrong with them. */
export interface Verified {
  tenants: number;
  machines: number;
  sources: number;
  segments: number;
  sessions: number;
  blocks: number;
  /** One sentence each, without names or text. Rows are identified by number. */
  wrong: string[];
  /** Sources that failed too often, with the problem. `threadline archive refold` tries them again. */
  parked: { source: string; problem: string }[];
  /** Sources whose thread another source tells in another way. Both are kept, which is not wrong. */
  conflicts: { source: string; with: string }[];
}

/** The number of findings of each sort that are listed. The rest is counted. */
const SHOWN = 20;

/** Reads everything as of one moment: bytes without gap or overlap up to each head, sessions with all their blocks. */
export async function verify(database: ServerDatabase): Promise<Verified> {
  return database.transaction({ role: 'owner', readOnly: true, timeoutMs: 0 }, async (queries) => {
    const counts = await queries.get(
      `select (select count(*) from tenant) as tenants, (select count(*) from machine) as machines,
        (select count(*) from source) as sources, (select count(*) from segment) as segments,
        (select count(*) from session) as sessions, (select count(*) from block) as blocks`,
    );
    const count = (name: string) => Number(counts?.[name]);
    const parked = await queries.all(PARKED);
    return {
      tenants: count('tenants'),
      machines: count('machines'),
      sources: count('sources'),
      segments: count('segments'),
      sessions: count('sessions'),
      blocks: count('blocks'),
      wrong: [...(await findWrong(queries)), ...(await findBrokenChains(queries))],
      conflicts: (await queries.all(CONFLICTS)).map((row) => ({ source: String(row.source), with: String(row.with) })),
      parked: parked.map((row) => ({ source: String(row.source), problem: String(row.problem) })),
    };
  });
}

const PARKED = `select source_id::text as source, coalesce(problem, '') as problem from job where tries >= ${fleetLimits.maxFoldTries}
  and coalesce(leased_until < now(), true) order by source_id`;

const CONFLICTS = `select source_id::text as source, conflict_with::text as with from folded_source
  where conflict_with is not null order by source_id`;

async function findWrong(queries: Queries): Promise<string[]> {
  const wrong: string[] = [];
  for (const [sql, sentence] of CHECKS) {
    const rows = await queries.all(sql);
    for (const row of rows.slice(0, SHOWN)) wrong.push(sentence.replaceAll(/\$(\w+)/g, (_, name) => String(row[name])));
    if (rows.length > SHOWN) wrong.push(`… and ${rows.length - SHOWN} more of these`);
  }
  return wrong;
}

/** Each segment with the end of the one before it. */
const NEIGHBOURS = `select source_id, start, before from (select source_id, start, lag(start + size) over follow as before
  from segment window follow as (partition by source_id order by start)) as one`;

/** Statements that find what should not be, and their wording. Raw bytes may begin late if old months were dropped. */
const CHECKS: readonly (readonly [string, string])[] = [
  [`${NEIGHBOURS} where before < start order by 1, 2`, 'source $source_id: a gap from byte $before to $start'],
  [
    `${NEIGHBOURS} where before > start order by 1, 2`,
    'source $source_id: segments overlap from byte $start to $before',
  ],
  [
    `select source.id, head, max(start + size) as last from source join segment on source_id = source.id
      group by source.id, head having max(start + size) <> head order by 1`,
    'source $id: its head is $head, its segments end at $last',
  ],
  [
    `select source.id, head from source where head > 0 and state = 'open'
      and not exists (select from segment where source_id = source.id)
      and (select retain_raw from tenant where tenant.id = source.tenant) is null order by 1`,
    'source $id: its head is $head, and there are no segments',
  ],
  [
    'select segment.source_id, count(*) from segment left join source on source.id = source_id where source.id is null group by 1',
    'source $source_id: $count segments of a source that is not there',
  ],
  [
    `select segment.source_id, count(*) from segment join source on source.id = source_id and source.state = 'forgotten'
      group by 1`,
    'source $source_id: $count segments of a source that was forgotten',
  ],
  [
    `select segment.source_id, start from segment join source on source.id = source_id where segment.tenant <> source.tenant`,
    "source $source_id: the segment at $start is another tenant's",
  ],
  [
    'select source.id, head, folded from source where folded > head',
    'source $id: $folded bytes were folded of $head that came',
  ],
  [
    `select source.id, head - folded as bytes from source where folded < head and state = 'open'
      and seen_at < now() - interval '10 minutes'
      and not exists (select from job where job.source_id = source.id) order by 1`,
    'source $id: $bytes bytes wait to be folded, and nobody is asked to',
  ],
  [
    `select session.id, blocks, count(block.seq) as found from session left join block on block.session_id = session.id
      group by session.id, blocks
      having count(block.seq) > blocks or (count(block.seq) < blocks and not exists (select from tenant
        where tenant.id = session.tenant and text_dropped_until > coalesce(session.started_at, 'epoch'))) order by 1`,
    'session $id: $blocks blocks are told, $found are there',
  ],
  [
    `select block.session_id, count(*) from block left join session on session.id = session_id where session.id is null group by 1`,
    'session $session_id: $count blocks of a session that is not there',
  ],
];
