import { codexHead, codexId, codexTurn } from '../archive/made-home.ts';
import type { TestArchive } from '../postgres/archive.ts';
import { sendingMachine } from './sent-files.ts';

export type TenantRows = Awaited<ReturnType<typeof rowsOf>>;
export type MadeTenant = Awaited<ReturnType<typeof makeTenant>>;

export const turn = (number: number, text = `text ${number}`) =>
  codexTurn(number, { ask: text, result: `result ${text}`, answer: `answer ${text}` });
export const session = (id: number, ...turns: string[]) => codexHead(codexId(id)) + turns.join('');

/** All rows of a tenant, as far as a fold makes them; ids that a database gives are left out. */
async function rowsOf({ database }: TestArchive, tenant: number) {
  return database.transaction({ role: 'owner' }, async (queries) => ({
    sessions: await queries.all(
      `select agent, thread_id, home, path, archived, project, branch, model, version, title, first_prompt, started_at,
        ended_at, turns, messages, blocks, tools, errors, problems, problem, parent_thread, forked_from
        from session where tenant = $1 order by agent, thread_id`,
      [tenant],
    ),
    blocks: await queries.all(
      `select thread_id, seq, at, said_ms, message, role, kind, tool, tool_use, error, parent, inherited, line, omitted,
        program, body, input, block.hash, odd, words::text from block join session on session.id = session_id
        where block.tenant = $1 order by session.agent, thread_id, seq`,
      [tenant],
    ),
    touched: await queries.all(
      `select thread_id, touched.path, name, how, count from touched join session on session.id = session_id
        where touched.tenant = $1 order by thread_id, touched.path, how`,
      [tenant],
    ),
    usage: await queries.all(
      `select usage.agent, usage.thread_id, scope, key, counts, at, usage.project, usage.model, tier, input, cached,
        cache_write, output, reasoning, source, line from usage where tenant = $1 order by agent, thread_id, key`,
      [tenant],
    ),
    words: await queries.all('select word from word where tenant = $1 order by word', [tenant]),
    sources: await queries.all(
      'select agent, path, head, folded, fold, problem from source where tenant = $1 order by path, generation, machine_id',
      [tenant],
    ),
  }));
}

export async function makeTenant(archive: TestArchive) {
  const { id: tenant, name } = await archive.createTenant();
  let count = 0;
  const textsOf = async (threadId: string) => {
    const { blocks } = await rowsOf(archive, tenant);
    return blocks.flatMap(({ thread_id, kind, body }) => (thread_id === threadId && kind === 'text' ? [body] : []));
  };
  return {
    tenant,
    name,
    machine: () => {
      count += 1;
      return sendingMachine(archive, tenant, `machine ${count}`);
    },
    rows: () => rowsOf(archive, tenant),
    texts: (id: number) => textsOf(codexId(id)),
    textsOf,
  };
}
