import type { ServerDatabase } from './connect.ts';

/** The channel for changes. A lost announcement costs only time: listeners also poll. */
export const CHANNEL = 'threadline';

/** All announcers wait for one lock of the whole server, so announcements are at least this far apart. */
const PAUSE_MS = 100;

const waiting = new WeakMap<ServerDatabase, Set<number>>();

/** Tells listeners soon that a tenant has something new, once for many changes. */
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
