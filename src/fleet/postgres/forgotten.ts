import { hash } from 'node:crypto';
import type { SessionKey, SessionRow } from '../../archive/model/session-row.ts';
import { agentStores } from '../../machine/sessions/stores/registry.ts';
import type { Queries } from './connect.ts';

/**
 * The record of a forgotten session. It tells nothing of the session, but recognises it if it comes again. `of` limits it: to the
 * number of a machine, for an agent whose ids mean something only there, or to one person, where others have a session of that id.
 */
export function forgottenKey(
  { agent, threadId }: Pick<SessionKey, 'agent' | 'threadId'>,
  of?: string | undefined,
): Buffer {
  const name = of === undefined ? [agent, threadId] : [agent, threadId, of];
  return hash('sha256', JSON.stringify(name), 'buffer');
}

/** What a key is limited to that holds for one person's sessions. Machines without an owner are nobody's. */
export function ofPerson(person: unknown): string {
  return person === null || person === undefined ? 'nobody' : `person ${person}`;
}

/** The id as the agent wrote it. A second session of one id is kept with the name of its machine behind it. */
export function writtenId(threadId: string): string {
  return threadId.replace(/@.*$/su, '');
}

/** The agents that count their threads on each machine: what is forgotten of one says nothing of another's. */
export function localIdAgents(): string[] {
  return agentStores.filter(({ store }) => store.localIds).map(({ name }) => name);
}

/** What a forgotten session started, and copies that were handed over, are forgotten whenever they come. */
export async function isForgotten(
  queries: Queries,
  tenant: number,
  { key, parentThread, origin }: { key: SessionKey } & Pick<SessionRow, 'parentThread' | 'origin'>,
  source?: { id: string; machine: string } | undefined,
): Promise<boolean> {
  const { agent } = key;
  const isLocal = source !== undefined && localIdAgents().includes(agent);
  const owner = source && (await queries.get('select person_id from source where id = $1', [source.id]));
  const keyOf = (threadId: string) => forgottenKey({ agent, threadId }, isLocal ? source.machine : undefined);
  const own = keyOf(key.threadId);
  const keys = [own];
  if (parentThread !== undefined) keys.push(keyOf(parentThread));
  if (owner && !isLocal) {
    const ids = [key.threadId, parentThread].filter((id) => id !== undefined);
    for (const id of ids) keys.push(forgottenKey({ agent, threadId: writtenId(id) }, ofPerson(owner.person_id)));
  }
  if (origin?.thread_id !== undefined) keys.push(forgottenKey({ agent: origin.agent, threadId: origin.thread_id }));
  const row = await queries.get('select 1 from forgotten where tenant = $1 and key = any($2::bytea[])', [tenant, keys]);
  if (row && keys.length > 1) {
    // So that sessions started by this one are recognised in turn.
    await queries.run('insert into forgotten(tenant, key) values ($1, $2) on conflict do nothing', [tenant, own]);
  }
  return row !== undefined;
}

/** Removes the bytes of sources and everything that names them. What is left says that nothing of them is taken. */
export async function forgetSources(queries: Queries, tenant: number, sources: readonly string[]): Promise<void> {
  await queries.run('delete from segment where tenant = $1 and source_id = any($2::bigint[])', [tenant, sources]);
  await queries.run('delete from job where tenant = $1 and source_id = any($2::bigint[])', [tenant, sources]);
  await queries.run('delete from folded_source where tenant = $1 and source_id = any($2::bigint[])', [tenant, sources]);
  await queries.run(
    `update source set state = 'forgotten', path = null, home = '', project = null, repository = null, title = null, problem = null, marker = ''
      where tenant = $1 and id = any($2::bigint[])`,
    [tenant, sources],
  );
}
