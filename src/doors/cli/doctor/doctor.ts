import { findHomes } from '../../../machine/sessions/homes.ts';
import type { SessionProblem } from '../../../machine/sessions/index.ts';
import { sizeOf } from '../../../machine/sessions/session-source.ts';
import { type Sample, sampleFiles } from '../../../machine/sessions/survey/sample-files.ts';
import type { HomesContext } from '../agents.ts';
import { type ExitCode, exitCodes } from '../exit.ts';
import { endLeft } from '../live/end-left.ts';
import { openOutput } from '../output.ts';
import { packageVersion } from '../package-version.ts';
import { createProgress } from '../progress.ts';
import { createScreen } from '../screen.ts';
import { createSessionProblems } from '../sessions/session-problems.ts';
import { type ArchiveHealth, archiveHealth } from './archive-health.ts';
import type { CollectorHealth } from './collector-health.ts';
import { doctorJson } from './doctor-json.ts';
import { doctorText } from './doctor-text.ts';
import { type FoundAgent, findAgents } from './find-agents.ts';
import type { AskedServer } from './server-health.ts';

export interface DoctorOptions extends HomesContext {
  /** The number of files that are read for each version. */
  sample: number;
  json: boolean;
  /** The address of an archive on a server. */
  server?: string | undefined;
  color?: string | undefined;
}

/** A folder in which an agent may keep sessions. */
export interface FoundHome {
  agent: string;
  path: string;
  sessions: number;
  bytes: number;
  /** The agent is known by description alone. */
  experimental?: true;
}

/** Everything that was found. */
export interface Diagnosis {
  threadline: string;
  agents: FoundAgent[];
  homes: FoundHome[];
  archive: ArchiveHealth;
  /** Undefined if none was named. */
  server: AskedServer | undefined;
  /** Of this machine, beside the server that it may send to. */
  collector: CollectorHealth | undefined;
  sample: Sample;
}

/** Reports which agents are here, and whether everything they wrote is understood. */
export async function doctor({ agents, homes, sample, json, server, color }: DoctorOptions): Promise<ExitCode> {
  const output = openOutput();
  const problems = createSessionProblems();
  const progress = createProgress(['-'], { isWanted: true });
  const asked = findAgents(agents);
  const told = new Set<string>();
  const onProblem = (problem: SessionProblem) => {
    const key = `${problem.path}:${problem.code}`;
    if (!told.has(key)) problems.add(problem);
    told.add(key);
  };
  await endLeft();
  const diagnosis: Diagnosis = {
    threadline: packageVersion(),
    homes: homesOf({ agents, homes }),
    sample: await sampleFiles({ agents, homes, sample, onProblem, onBytes: progress.advance }),
    archive: await archiveHealth(),
    server: server === undefined ? undefined : await (await import('./ask-server.ts')).askServer(server),
    collector: server === undefined ? undefined : (await import('./collector-health.ts')).collectorHealth(),
    agents: await asked,
  };
  progress.hide();
  if (json) output.append(doctorJson(diagnosis, output.isTerminal));
  else output.append(doctorText(diagnosis, createScreen({ color })));
  await output.flush();
  problems.end();
  return exitCodes.ok;
}

function homesOf({ agents, homes }: Pick<DoctorOptions, 'agents' | 'homes'>): FoundHome[] {
  return findHomes({ agents, homes }).map(({ agent, home }): FoundHome => {
    const files = agent.store.scan(home, agent, () => {});
    const bytes = files.reduce((sum, file) => sum + sizeOf(file), 0);
    const found: FoundHome = { agent: agent.name, path: home.path, sessions: files.length, bytes };
    return agent.experimental ? { ...found, experimental: true } : found;
  });
}
