import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openTeam } from '../../../fleet/team/open-team.ts';
import { readTeamConfig } from '../../../fleet/team/team-config.ts';
import { createPeoplePages } from '../../server/people-pages.ts';
import type { CliContext } from '../agents.ts';
import { type ExitCode, ExitError, endOnSignal, exitCodes } from '../exit.ts';
import { createFaultLog } from '../fleet/fault-log.ts';
import { type Listening, listeningAddress, readTls } from '../fleet/listening.ts';
import { printOnce } from '../output.ts';
import { packageVersion } from '../package-version.ts';
import { report } from '../report.ts';
import { runWorker } from '../worker/run-worker.ts';

interface TeamCommandOptions extends CliContext, Listening {
  url: string;
  tenant: string;
  /** The path of team.json. */
  config: string;
  publicUrl: string;
  metricsPort: number | undefined;
  behindProxy: boolean;
  withWorker: boolean;
}

/** Prints its address on a line of its own, for programs and people, and runs until a signal comes. */
export async function runTeam(options: TeamCommandOptions): Promise<ExitCode> {
  const { url, agents, tls } = options;
  const { signal, came } = endOnSignal();
  const onFault = createFaultLog('team');
  const webFolder = fileURLToPath(new URL('../../../../dist/web', import.meta.url));
  if (!existsSync(webFolder)) throw new ExitError(exitCodes.environment, 'the page is not built; run npm run build');
  const { origin } = new URL(options.publicUrl);
  const running = await openTeam({
    ...options,
    config: readTeamConfig(options.config),
    tls: readTls(tls),
    onFault,
    version: packageVersion(),
    pages: createPeoplePages({ webFolder, version: packageVersion(), agents, origin, onFault }),
    onHead: ({ server, n, hash }) => report(`team: audit ${server} row ${n} ${hash}`),
  });
  const folding = options.withWorker ? runWorker({ url, agents, signal }) : undefined;
  // Reported below. Until then nobody handles it.
  folding?.catch(() => {});
  await printOnce(`${listeningAddress(options, running.port)}\n`);
  if (running.metricsPort !== undefined) report(`team: metrics on port ${running.metricsPort}`);
  try {
    return await Promise.race([came, folding?.then(() => came) ?? came]);
  } finally {
    await running.close();
    await folding?.catch(() => {});
  }
}
