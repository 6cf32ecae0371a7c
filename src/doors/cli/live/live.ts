import { resolve } from 'node:path';
import { type LiveAgent, liveEntries } from '../../../machine/live/agents/registry.ts';
import { type LiveOptions, openLive } from '../../../machine/live/index.ts';
import { createPolicy } from '../../../machine/live/policy/create-policy.ts';
import { openSource } from '../../../machine/sessions/index.ts';
import type { CliContext } from '../agents.ts';
import { findWithFile, GONE_ADVICE } from '../archived-source.ts';
import { type ExitCode, ExitError, exitCodes, usageError } from '../exit.ts';
import { didYouMean } from '../nearest.ts';
import { readPolicyFile } from '../policy/read-policy-file.ts';
import { endLeft } from './end-left.ts';
import { talkJson } from './talk-json.ts';
import { talkToPerson } from './talk-to-person.ts';

export interface LiveCommandOptions extends CliContext {
  agent: string | undefined;
  resume: string | undefined;
  fork: boolean;
  policy: string | undefined;
  mode: 'ask' | 'edits' | 'plan';
  model: string | undefined;
  cwd: string | undefined;
  force: boolean;
  json: boolean;
  color: string | undefined;
}

/** Opens a session and lets a person, or a program, talk to it. Nothing here can allow everything. */
export async function live(options: LiveCommandOptions): Promise<ExitCode> {
  const rules = options.policy === undefined ? undefined : readPolicyFile(options.policy, 'live');
  const cwd = resolve(options.cwd ?? '.');
  const resumed = options.resume === undefined ? undefined : await findResumed(options.resume, cwd, options);
  const agent = agentNamed(options.agent ?? resumed?.agent);
  await endLeft();
  const settings: LiveOptions = {
    cwd,
    mode: options.mode,
    model: options.model,
    resume: resumed?.id,
    fork: options.fork,
    force: options.force,
    ...(rules && { policy: createPolicy(rules) }),
  };
  const session = await opened(agent, settings);
  try {
    return options.json ? await talkJson(session) : await talkToPerson(session, agent, options.color);
  } finally {
    await session.close();
  }
}

async function opened(agent: LiveAgent, settings: LiveOptions) {
  try {
    return await openLive(agent, settings);
  } catch (error) {
    if (error instanceof TypeError) throw usageError(error.message, 'live');
    throw error;
  }
}

function agentNamed(name: string | undefined): LiveAgent {
  const names = liveEntries.map((entry) => entry.name);
  const wanted = name ?? names[0] ?? '';
  if (!names.includes(wanted)) {
    const known = `${didYouMean(wanted, names)}; there are: ${names.join(', ')}`;
    throw usageError(`no agent '${wanted}' can be controlled${known}`, 'live');
  }
  return wanted as LiveAgent;
}

async function findResumed(wanted: string, cwd: string, { agents }: CliContext) {
  const found = await findWithFile(wanted, { agents, cwd }, GONE_ADVICE);
  const info = found.kind === 'session' ? found.info : (await openSource(found, { agents })).info;
  if (!info?.id) throw new ExitError(exitCodes.environment, `${wanted} does not say which session it is`);
  return { id: info.id, agent: info.agent };
}
