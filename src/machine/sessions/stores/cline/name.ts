import { basename, dirname } from 'node:path';
import { type FileIdentity, normaliseId } from '../../store.ts';

export const SESSIONS = 'sessions';
export const TASKS = 'tasks';
/** A session of Cline 3: the time in milliseconds and five characters. Its folder may lie in one of any name. */
const SESSION_FOLDER = /^\d{12,}_\w{5}$/;
const ENDING = '.messages.json';
/** Stands in the ids of teammates, and not in the names of their files. */
const TEAM = 'teamtask__';

export function isSessionFolder(name: string): boolean {
  return SESSION_FOLDER.test(name);
}

/**
 * `sessions/<id>/<id>.messages.json` of Cline 3, `agent_….messages.json` of its sub-agents and `<name>__<task>.messages.json`
 * of its teammates beside it, and `tasks/<id>/ui_messages.json` of Cline 2. Undefined for any other path.
 */
export function identifySession(path: string): (FileIdentity & { home: string }) | undefined {
  // Most files of a home that is named for all agents are those of others.
  if (!path.endsWith('messages.json')) return undefined;
  const folder = dirname(path);
  const above = dirname(folder);
  const id = basename(folder);
  const name = basename(path);
  const home = dirname(above);
  if (basename(above) === TASKS && name === 'ui_messages.json' && /^\d+$/.test(id)) {
    return { wire: 'cline-task', threadId: id, archived: false, home };
  }
  const isUsual = basename(above) === SESSIONS;
  if (!(isUsual || isSessionFolder(id)) || !name.endsWith(ENDING)) return undefined;
  const own = name.slice(0, -ENDING.length);
  if (own === '') return undefined;
  const isOfSession = own === id;
  return {
    wire: 'cline-session',
    threadId: normaliseId(isOfSession ? id : `${id}__${own.startsWith('agent_') ? '' : TEAM}${own}`),
    parentId: isOfSession ? undefined : normaliseId(id),
    archived: false,
    home: isUsual ? home : above,
  };
}
