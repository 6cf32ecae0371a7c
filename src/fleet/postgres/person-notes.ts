import { ThreadlineError } from '../../errors.ts';
import { fleetLimits } from '../../limits/fleet.ts';
import type { SessionFacts } from '../../machine/facts/session-facts.ts';
import {
  type Annotation,
  type Annotations,
  annotationKey,
  isAnnotation,
  isBare,
} from '../../machine/sessions/annotations/annotation.ts';
import type { Queries } from './connect.ts';
import { clean } from './postgres-raw-store.ts';

/**
 * What people note about sessions: rows of the person who did, which nobody else sees. They go with the session and with the
 * person. A session that its reader may see no more keeps them, and shows them to nobody.
 */
export const PERSON_NOTES = `
create table person_note(
  tenant int not null references tenant, person_id bigint not null references person on delete cascade,
  session_id bigint not null references session on delete cascade,
  noted jsonb not null check(jsonb_typeof(noted) = 'object'), bytes int not null check(bytes >= 0),
  changed_at timestamptz not null default clock_timestamp(),
  primary key(person_id, session_id));
create index person_note_session on person_note(session_id);
alter table person_note enable row level security, force row level security;
create policy of_owner on person_note using ((select owns_tables()));
create policy of_person on person_note to threadline_team
  using (tenant = (select current_tenant()) and person_id = (select current_reader()))
  with check (tenant = (select current_tenant()) and person_id = (select current_reader())
    and exists (select 1 from session where session.id = session_id));
grant select, insert, delete, update(noted, bytes, changed_at) on person_note to threadline_team;
`;

const OWN = 'from person_note join session on session.id = session_id where person_note.person_id = current_reader()';

/** Changes with each row that the transaction's reader writes, and with what he may see. */
export async function personNotesVersion(queries: Queries): Promise<string> {
  const row = await queries.get(`select count(*) as n, max(changed_at)::text as last ${OWN}`);
  return `${row?.n} ${row?.last ?? ''}`;
}

export async function readPersonNotes(queries: Queries): Promise<Annotations> {
  const rows = await queries.all(`select agent, thread_id, noted ${OWN}`);
  return new Map(
    rows.flatMap(({ agent, thread_id, noted }) =>
      isAnnotation(noted) ? [[annotationKey({ agent: String(agent), id: String(thread_id) }), noted] as const] : [],
    ),
  );
}

const MAKE = `insert into person_note(tenant, person_id, session_id, noted, bytes)
  select tenant, current_reader(), id, '{}', 0 from session where agent = $1 and md5(thread_id) = md5($2)
  on conflict do nothing`;
const TAKE = `select session_id, noted from person_note where person_id = current_reader()
  and session_id = (select id from session where agent = $1 and md5(thread_id) = md5($2)) for update`;

/** Changes what the transaction's reader noted. Undefined if he sees no such session. */
export async function changePersonNote(
  queries: Queries,
  { agent = '', id }: Pick<SessionFacts, 'agent' | 'id'>,
  change: (before: Annotation) => Annotation,
): Promise<Annotation | undefined> {
  const key = [clean(agent), clean(id)];
  await queries.run(MAKE, key);
  const row = await queries.get(TAKE, key);
  if (!row) return undefined;
  const noted = cleanNote(change(isAnnotation(row.noted) ? row.noted : {}));
  const which = [row.session_id];
  if (isBare(noted)) {
    await queries.run('delete from person_note where person_id = current_reader() and session_id = $1', which);
    return noted;
  }
  const text = JSON.stringify(noted);
  await queries.run(
    `update person_note set noted = $2, bytes = $3, changed_at = clock_timestamp()
      where person_id = current_reader() and session_id = $1`,
    [...which, text, Buffer.byteLength(text)],
  );
  await refuseTooMany(queries);
  return noted;
}

async function refuseTooMany(queries: Queries): Promise<void> {
  const row = await queries.get(
    'select count(*) as n, sum(bytes) as bytes from person_note where person_id = current_reader()',
  );
  if (Number(row?.n) > fleetLimits.maxPersonNotes || Number(row?.bytes) > fleetLimits.maxPersonNoteBytes)
    throw new ThreadlineError('too-large', 'a person has noted more than is kept');
}

/** PostgreSQL holds no text with a NUL or with half a character. */
function cleanNote({ starred, tags, note, title, viewed }: Annotation): Annotation {
  return {
    ...(starred && { starred }),
    ...(tags?.length && { tags: tags.map(clean) }),
    ...(note !== undefined && { note: clean(note) }),
    ...(title !== undefined && { title: clean(title) }),
    ...(viewed?.length && { viewed: viewed.map(clean) }),
  };
}

/** Removes all that these people noted, about whomever's sessions. */
export function forgetPersonNotes(queries: Queries, tenant: number, people: readonly string[]): Promise<number> {
  return queries.run('delete from person_note where tenant = $1 and person_id = any($2::bigint[])', [tenant, people]);
}
