import type { ServerDatabase } from './connect.ts';

/** Where changes are announced. Losing one costs time only: whoever listens looks now and then anyway. */
export const CHANNEL = 'threadline';

/** All that announce wait for one lock of the whole server: so it is done at most so often. */
const PAUSE_MS = 100;

const waiting = new WeakMap<ServerDatabase, Set<number>>();

/** Tells listeners that a tenant has something new; soon, and once for many changes. */
export function announce(database: ServerDatabase, tenant: number): void {
  const tenants = waiting.get(database);
  if (tenants) {
    tenants.add(tenant);
    return;
  }
  const pending = new Set([tenant]);
  waiting.set(database, pending);
  setTimeout(() => {
    waiting.delete(database);
    const send = database.transaction({ role: 'worker' }, (queries) =>
      queries.run(`select pg_notify('${CHANNEL}', tenant::text) from unnest($1::int[]) as tenant`, [[...pending]]),
    );
    send.catch(() => {});
  }, PAUSE_MS);
}
