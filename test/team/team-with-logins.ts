import type { RunningTeamServer } from '../../src/fleet/team/team-server.ts';
import { freePort } from '../postgres/server.ts';
import { createBrowser } from './browser.ts';
import { openTestTeam } from './open-test-team.ts';
import { type Provider, startProvider } from './provider.ts';
import { startTeamArchive, type TeamArchive } from './team-archive.ts';

/** A team server with a real provider, and people who log in. Anna is of team core, Ada is an admin. */
export interface TeamWithLogins {
  origin: string;
  archive: TeamArchive;
  provider: Provider;
  post(path: string, body: unknown, token?: string): Promise<{ status: number; body: Record<string, unknown> }>;
  /** Logs a machine in, as `threadline login` does. Returns the answer that has the tokens. */
  logIn(person: string, more?: { machine?: string; push_token?: unknown }): Promise<Record<string, string>>;
  asOwner(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

export async function startTeamWithLogins(): Promise<TeamWithLogins | { skip: string }> {
  const archive = await startTeamArchive();
  if ('skip' in archive) return archive;
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const provider = await startProvider(`${origin}/auth/callback`);
  if ('skip' in provider) {
    await archive.close();
    return provider;
  }
  provider.people.set('anna', { groups: ['g-core'] });
  provider.people.set('ada', { groups: ['g-admin'] });
  const running: RunningTeamServer = await openTestTeam({
    archive,
    provider,
    port,
    visibility: { usage: 'all', text: 'all' },
  });

  async function post(path: string, body: unknown, token?: string) {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const answer = await fetch(origin + path, { method: 'POST', body: JSON.stringify(body), headers });
    return { status: answer.status, body: await answer.json() };
  }

  return {
    origin,
    archive,
    provider,
    post,
    async logIn(person, { machine = 'laptop', ...more } = {}) {
      const { body: device } = await post('/auth/device', { machine });
      const browser = createBrowser();
      await browser.login(`${origin}/auth/device?code=${device.user_code}`, person);
      await browser.post(`${origin}/auth/device/confirm`, { code: String(device.user_code) });
      const { body } = await post('/auth/device/token', { device_code: device.device_code, ...more });
      return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]));
    },
    asOwner: (sql, values = []) =>
      archive.database.transaction({ role: 'owner' }, (queries) => queries.all(sql, values)),
    async close() {
      await running.close();
      await provider.close();
      await archive.close();
    },
  };
}
