import { lstatSync, readdirSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { parseObject } from '../../../../core/lines/json.ts';
import { realFolder } from '../../homes.ts';
import { readStart } from '../../read-start.ts';
import { createTextsSource } from '../../rows/texts-source.ts';
import { type AgentStore, type FileIdentity, type Home, normaliseId, type SessionFile } from '../../store.ts';
import { chatLines, lookAtChat } from './chat-lines.ts';

const CHATS = 'chats';
const STORE = 'store.db';
const NOTE_BYTES = 64 * 1024;

/** `chats/<hash of the folder>/<id>/store.db`. The session is shown under the folder of the chat, which is no file. */
export function scanChats(home: Home, agent: AgentStore): SessionFile[] {
  const above = join(home.realPath, CHATS);
  return foldersIn(above).flatMap((project) =>
    foldersIn(join(above, project)).flatMap((id) => chatAt(home, agent, project, id) ?? []),
  );
}

function chatAt(home: Home, agent: AgentStore, project: string, id: string): SessionFile | undefined {
  const folder = join(home.realPath, CHATS, project, id);
  const path = join(folder, STORE);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile()) return undefined;
  const { updatedAtMs, cwd, isSubagent } = noteOf(folder);
  const threadId = normaliseId(id);
  const key = { agent: agent.name, home: home.path, id: threadId };
  return {
    wire: 'cursor-rows',
    agent,
    threadId,
    cwd: typeof cwd === 'string' ? cwd : undefined,
    archived: false,
    path: join(home.path, CHATS, project, id),
    realPath: folder,
    home: home.path,
    compressed: false,
    // Nobody talked to a sub-agent; its parent is not told.
    isSuperseded: isSubagent === true,
    size: stats.size,
    modified: typeof updatedAtMs === 'number' && updatedAtMs > 0 ? updatedAtMs : stats.mtimeMs,
    source: createTextsSource({ key, path, look: lookAtChat, lines: chatLines }),
  };
}

export function chatTitles(home: Home): Map<string, string> {
  const titles = new Map<string, string>();
  const above = join(home.realPath, CHATS);
  for (const project of foldersIn(above)) {
    for (const id of foldersIn(join(above, project))) {
      const { title } = noteOf(join(above, project, id));
      if (typeof title === 'string' && title.trim() !== '') titles.set(normaliseId(id), title);
    }
  }
  return titles;
}

export function identifyChat(path: string): (FileIdentity & { home: string }) | undefined {
  const folder = basename(path) === STORE ? dirname(path) : path;
  const above = dirname(dirname(folder));
  if (basename(above) !== CHATS || !/^[\da-f-]{8,64}$/i.test(basename(folder))) return undefined;
  return { wire: 'cursor-rows', threadId: normaliseId(basename(folder)), archived: false, home: dirname(above) || sep };
}

export function findChat(path: string, agent: AgentStore): SessionFile | undefined {
  const identity = identifyChat(path);
  const realPath = identity && realFolder(identity.home);
  if (!identity || realPath === undefined) return undefined;
  const folder = basename(path) === STORE ? dirname(path) : path;
  return chatAt({ path: identity.home, realPath }, agent, basename(dirname(folder)), basename(folder));
}

/** `meta.json` beside the database: title, times, folder. */
function noteOf(folder: string): Record<string, unknown> {
  return parseObject(readStart(join(folder, 'meta.json'), NOTE_BYTES)) ?? {};
}

function foldersIn(path: string): string[] {
  try {
    return readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  } catch {
    return [];
  }
}
