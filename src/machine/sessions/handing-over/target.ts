import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ThreadOrigin } from '../../../core/thread/event.ts';
import { parseTime, uuidTime } from '../../../core/thread/time.ts';
import { derivedId } from '../../../core/writers/derived-id.ts';
import { ThreadlineError } from '../../../errors.ts';
import { realFolder } from '../homes.ts';
import type { SessionInfo } from '../session-info.ts';
import type { AgentStore, Environment, Home, NewSessionRules } from '../store.ts';
import { choiceName, type TurnChoice } from './choose-turns.ts';

export interface TargetAgent {
  agent: AgentStore;
  rules: NewSessionRules;
  home: Home;
}

export function findTarget(name: string, agents: readonly AgentStore[], env: Environment): TargetAgent {
  const able = agents.filter(({ store }) => store.newSession);
  const agent = able.find((candidate) => candidate.name === name);
  const rules = agent?.store.newSession;
  if (!agent || !rules) throw cannotTake(name, agents);
  const { paths } = agent.store.homes(env);
  for (const given of paths) {
    const path = resolve(given);
    const realPath = realFolder(path);
    if (realPath !== undefined) return { agent, rules, home: { path, realPath } };
  }
  const where = paths.map((path) => resolve(path)).join(', ');
  throw new ThreadlineError('not-found', `${agent.title} has no home on this machine (${where}); start it once`);
}

function cannotTake(name: string, agents: readonly AgentStore[]): TypeError {
  const importer = agents.find((agent) => agent.name === name && agent.store.imports);
  if (importer) return new TypeError(`${importer.title} imported the thread: it is taken away there`);
  const able = agents.filter(({ store }) => store.newSession ?? store.imports).map((agent) => agent.name);
  return new TypeError(`no thread can be handed over to '${name}', only to ${able.join(', ')}`);
}

/** The folder to work in, without symbolic links: the form in which programs are told where they are. */
export function targetCwd(given: string | undefined, { cwd }: Pick<SessionInfo, 'cwd'>): string {
  const wanted = given ?? cwd;
  if (wanted === undefined || wanted === '')
    throw new ThreadlineError(
      'not-found',
      'the thread does not say in which folder it was; say where to go on (--cwd)',
    );
  const folder = realFolder(resolve(wanted));
  if (folder !== undefined) return realpathSync(folder);
  if (given !== undefined) throw new ThreadlineError('not-found', `there is no folder ${given}`);
  throw new ThreadlineError(
    'not-found',
    `the thread's folder ${wanted} is not on this machine; say where to go on (--cwd)`,
  );
}

/** The id of the n-th copy; the first has no number. The same thread and turns give the same ids. */
export function copyId(
  { agent, rules }: TargetAgent,
  info: SessionInfo,
  origin: ThreadOrigin,
  choice: TurnChoice & { cwd?: string | undefined },
  number: number,
): string {
  const parts = ['hand over', agent.name, origin.agent, ...nameOf(info), choiceName(choice)];
  // A fork is another thread in each folder.
  if (choice.toTurn !== undefined && choice.cwd !== undefined) parts.push(choice.cwd);
  const id = derivedId(...parts, ...(number === 1 ? [] : [String(number)]));
  return rules.id?.(id) ?? id;
}

/** Shorter ids are counters, dates or words of a person: another store may have the same. */
const LEAST_UNIQUE_LENGTH = 16;

/** What tells a thread from all others: its id, and where that may be another one's too, its beginning. */
function nameOf({ id, path, createdAt }: SessionInfo): string[] {
  if (id === '') return [path];
  return id.length < LEAST_UNIQUE_LENGTH ? [id, createdAt ?? ''] : [id];
}

/** The start of the thread. The name of its file holds it, so it must be the same each time. */
export function startOf({ createdAt, id }: SessionInfo): number {
  const time = parseTime(createdAt) ?? uuidTime(id) ?? 0;
  return time >= 0 && time <= LAST_TIME ? time : 0;
}

/** The end of the year 9999: later years have more digits than file names have room for. */
const LAST_TIME = 253_402_300_799_999;
