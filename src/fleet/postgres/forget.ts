import type { SessionKey } from '../../archive/model/session-row.ts';
import { ThreadlineError } from '../../errors.ts';
import { belowFolder, type Conditions, createConditions, isSession } from './conditions.ts';
import type { Queries, ServerDatabase } from './connect.ts';
import { forgetPeople, isHeldPerson } from './forget-person.ts';
import { forgetSources, forgottenKey, localIdAgents, ofPerson, writtenId } from './forgotten.ts';
import { noteOperator } from './operator-audit.ts';
import { forgetPersonNotes } from './person-notes.ts';
import { removeObjects } from './raw-objects.ts';
import { removeSessions } from './remove-sessions.ts';
import { dropStaleWords } from './stale-words.ts';

/** The target to forget: one of these. */
export type ForgetWhat =
  | { session: Pick<SessionKey, 'agent' | 'threadId'> }
  /** A folder of any machine and everything below it. */
  | { project: string }
  /** Everything of somebody who logged in, by number. */
  | { person: string }
  /** Everything that machines sent whose owner an operator named, and on which nobody logged in. */
  | { owner: string }
  | { machine: string };

/** A session that would be removed. It holds no text: whoever forgets a session need not read it. */
export interface Forgettable {
  /** Its number on the server. */
  id: string;
  key: Pick<SessionKey, 'agent' | 'threadId'>;
  machine: string;
  /** Its number there. */
  machineId: string;
  endedAt: number | undefined;
  /** True if another session started it. */
  isSubagent: boolean;
}

export interface ForgetPlan {
  sessions: Forgettable[];
  /** Files of all machines that tell these sessions, or were named themselves. */
  sources: string[];
  /** People who logged in, of whom name, e-mail, groups and logins go too, and their notes, also those about sessions of others. */
  people: string[];
  /** The number of sessions that are under a legal hold, and stay with their files. */
  held: number;
}

/** The first few sessions whose id is or begins with this. `codex:0199…` restricts it to that agent. */
export async function findForgettable(database: ServerDatabase, tenant: number, text: string): Promise<Forgettable[]> {
  const [, agent = null, id = text] = /^([A-Za-z0-9._-]+):(.+)$/.exec(text) ?? [];
  const rows = await database.transaction({ role: 'owner', tenant, readOnly: true }, (queries) =>
    queries.all(
      `${SESSIONS} where session.tenant = $1 and ($2::text is null or session.agent = $2) and starts_with(thread_id, $3)
        order by (thread_id = $3) desc, session.id limit 10`,
      [tenant, agent, id],
    ),
  );
  const found = rows.map(forgettableOf);
  const exact = found.filter(({ key }) => key.threadId === id);
  return exact.length > 0 ? exact : found;
}

const SESSIONS = `select session.id, session.agent, source.machine_id, thread_id, parent_thread, machine.name as machine,
  extract(epoch from ended_at) * 1000 as ended_ms from session
  join source on source.id = session.source_id join machine on machine.id = source.machine_id`;

function forgettableOf(row: Record<string, unknown>): Forgettable {
  return {
    id: String(row.id),
    key: { agent: String(row.agent), threadId: String(row.thread_id) },
    machine: String(row.machine),
    machineId: String(row.machine_id),
    endedAt: row.ended_ms === null ? undefined : Number(row.ended_ms),
    isSubagent: row.parent_thread !== null,
  };
}

/** Plans a removal. A session goes whole, with its person's copies on other machines and the sub-agents that it started. */
export async function planForget(database: ServerDatabase, tenant: number, what: ForgetWhat): Promise<ForgetPlan> {
  return database.transaction({ role: 'owner', tenant, readOnly: true, timeoutMs: 0 }, async (queries) => {
    const meant = await meantSources(queries, tenant, what);
    const isMeant = await meantSessions(queries, tenant, what);
    const rows = await queries.all(
      `with recursive going as (
          select id, agent, thread_id, person_id from session where tenant = $1 and (id = any($2::bigint[]) or id in
            (select session_id from session_source where source_id = any($3::bigint[])))
          union select child.id, child.agent, child.thread_id, child.person_id from going
            join session as child on child.tenant = $1 and child.person_id is not distinct from going.person_id and
              ((child.agent = going.agent and child.parent_thread = going.thread_id)
                or child.forked_from = going.agent || ':' || going.thread_id
                or (child.agent = going.agent and starts_with(child.thread_id, going.thread_id || '@')
                  and child.agent <> all($4::text[]))))
        ${SESSIONS} where session.id in (select id from going) order by ended_at, session.id`,
      [tenant, isMeant, meant, localIdAgents()],
    );
    const heldSessions = await idSet(queries, 'held_sessions', tenant);
    const heldSources = await idSet(queries, 'held_sources', tenant);
    const free = rows.filter(({ id }) => !heldSessions.has(String(id)));
    const kept = await queries.all(TOLD, [[...heldSessions]]);
    for (const { source_id } of kept) heldSources.add(String(source_id));
    const told = await queries.all(TOLD, [free.map(({ id }) => id)]);
    const named = new Set([...meant, ...told.map(({ source_id }) => String(source_id))]);
    const sources = [...named].filter((id) => !heldSources.has(id));
    const held = rows.length - free.length;
    const isFree = 'person' in what && held === 0 && !(await isHeldPerson(queries, tenant, what.person));
    const people = isFree ? [what.person] : [];
    return { sessions: free.map(forgettableOf), sources, people, held };
  });
}

const TOLD = 'select distinct source_id from session_source where session_id = any($1::bigint[])';

async function idSet(queries: Queries, name: 'held_sessions' | 'held_sources', tenant: number): Promise<Set<string>> {
  const rows = await queries.all(`select ${name}($1) as id`, [tenant]);
  return new Set(rows.map(({ id }) => String(id)));
}

async function meantSources(queries: Queries, tenant: number, what: ForgetWhat): Promise<string[]> {
  if ('session' in what) return [];
  const conditions = createConditions();
  const { value, add } = conditions;
  add(`source.tenant = ${value(tenant)} and source.state = 'open'`);
  if ('person' in what) add(`source.person_id = ${value(what.person)}`);
  else if ('owner' in what)
    add(`machine.owner = ${value(what.owner)} and machine.person_id is null and source.person_id is null`);
  else if ('machine' in what) add(`machine.name = ${value(what.machine)}`);
  else add(belowFolder(conditions, 'source.project', what.project));
  return readIds(queries, 'select source.id from source join machine on machine.id = source.machine_id', conditions);
}

async function meantSessions(queries: Queries, tenant: number, what: ForgetWhat): Promise<string[]> {
  if ('owner' in what || 'machine' in what) return [];
  const conditions = createConditions();
  const { value, add } = conditions;
  add(`session.tenant = ${value(tenant)}`);
  if ('person' in what) add(`session.person_id = ${value(what.person)}`);
  else if ('project' in what) add(belowFolder(conditions, 'session.project', what.project));
  else add(`${isSession(conditions, what.session)} and session.thread_id = ${value(what.session.threadId)}`);
  return readIds(queries, 'select session.id from session', conditions);
}

async function readIds(queries: Queries, select: string, { sql, values }: Conditions): Promise<string[]> {
  return (await queries.all(`${select} where ${sql}`, values)).map(({ id }) => String(id));
}

/** The sessions that one transaction removes. */
const SESSIONS_AT_ONCE = 20;

/** Stops taking and folding it, then removes sessions by batches, then their words. If interrupted, it can be run again. */
export async function forget(database: ServerDatabase, tenant: number, plan: ForgetPlan): Promise<void> {
  const { sessions, sources, people } = plan;
  const local = localIdAgents();
  const isLocal = ({ agent }: Forgettable['key']) => local.includes(agent);
  // A machine's own thread is known there by the id before its name.
  const ownKey = (key: Forgettable['key']) => (isLocal(key) ? { ...key, threadId: writtenId(key.threadId) } : key);
  await database.transaction({ role: 'owner', tenant, timeoutMs: 0 }, async (queries) => {
    // A hold may have come after the plan was made.
    const now = await idSet(queries, 'held_sessions', tenant);
    let isHeld = sessions.some(({ id }) => now.has(id));
    for (const person of people) isHeld ||= await isHeldPerson(queries, tenant, person);
    if (isHeld)
      throw new ThreadlineError('busy', 'some of it is under a legal hold since a moment ago: nothing was forgotten');
    const shared = await sharedIds(queries, tenant, sessions);
    const keys = sessions.map(({ id, key, machineId }) => {
      const person = shared.get(id);
      if (person === undefined) return forgottenKey(ownKey(key), isLocal(key) ? machineId : undefined);
      return forgottenKey({ ...key, threadId: writtenId(key.threadId) }, person);
    });
    const sql = 'insert into forgotten(tenant, key) select $1, unnest($2::bytea[]) on conflict do nothing';
    await queries.run(sql, [tenant, keys]);
    await forgetSources(queries, tenant, sources);
    await forgetPersonNotes(queries, tenant, people);
    const detail = `${sessions.length} sessions, ${sources.length} sources`;
    await queries.run("insert into audit(tenant, action, detail) values ($1, 'forget', $2)", [tenant, detail]);
    await noteOperator(queries, 'forget', detail);
  });
  for (let from = 0; from < sessions.length; from += SESSIONS_AT_ONCE) {
    const ids = sessions.slice(from, from + SESSIONS_AT_ONCE).map(({ id }) => id);
    await database.transaction({ role: 'owner', tenant, timeoutMs: 0 }, (queries) =>
      removeSessions(queries, tenant, ids),
    );
  }
  // At the end, so that an interrupted run finds them by the same name.
  await database.transaction({ role: 'owner', tenant }, (queries) => forgetPeople(queries, tenant, people));
  await dropForgottenWords(database);
  await removeObjects(database);
}

/** The sessions whose id others have too, who keep theirs, each with what its key is limited to. */
async function sharedIds(
  queries: Queries,
  tenant: number,
  sessions: readonly Forgettable[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await queries.all(
    `select own.id, own.person_id from session as own, regexp_replace(own.thread_id, '@.*$', '') as written
      where own.tenant = $1 and own.id = any($2::bigint[]) and own.agent <> all($3::text[]) and exists
        (select 1 from session as other where other.tenant = $1 and other.agent = own.agent and other.id <> all($2::bigint[])
          and other.person_id is distinct from own.person_id
          and (other.thread_id = written or starts_with(other.thread_id, written || '@')))`,
    [tenant, sessions.map(({ id }) => id), localIdAgents()],
  );
  return new Map(rows.map(({ id, person_id }) => [String(id), ofPerson(person_id)]));
}

/** Also those that an interrupted run left. */
export async function dropForgottenWords(database: ServerDatabase): Promise<void> {
  while ((await dropStaleWords(database)) > 0);
}
