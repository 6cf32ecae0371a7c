import { freePort } from '../postgres/server.ts';
import { type Provider, startProvider } from './provider.ts';
import { startTeamArchive, type TeamArchive } from './team-archive.ts';

export interface TeamPlace {
  /** What is missing here, if something is. Then there is neither an archive nor a provider. */
  found: object;
  archive: TeamArchive;
  provider: Provider;
  port: number;
  origin: string;
  /** Ends what was started. */
  close(): Promise<void>;
}

/** What a team server needs before it is opened: an archive, a port, and a provider that sends people back to it. */
export async function startTeamPlace(): Promise<TeamPlace> {
  const started = await startTeamArchive();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const found = 'skip' in started ? started : await startProvider(`${origin}/auth/callback`);
  async function close(): Promise<void> {
    if (!('skip' in found)) await found.close();
    if (!('skip' in started)) await started.close();
  }
  return { found, archive: started as TeamArchive, provider: found as Provider, port, origin, close };
}
