import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { machineLimits } from '../../../../limits/machine.ts';
import { readStart } from '../../read-start.ts';
import type { SessionFile } from '../../store.ts';
import { createJoinedChats } from './joined-chats.ts';
import { idBeginning, projectAbove } from './name.ts';
import { hasOwnTurns } from './own-turns.ts';
import { namesIn } from './project-folder.ts';

/**
 * A resume leaves several files of one thread. The one with the conversation is kept; where others have turns of their
 * own, as after a restart, it stands for all of them. Only likely twins are opened.
 */
export function markTwins(files: SessionFile[]): SessionFile[] {
  const groups = new Map<string, SessionFile[]>();
  for (const file of files) {
    const beginning = file.parentId === undefined ? idBeginning(file.path) : undefined;
    if (beginning === undefined) continue;
    const key = `${projectAbove(file.path)}\n${beginning}`;
    groups.set(key, [...(groups.get(key) ?? []), file]);
  }
  for (const group of groups.values()) if (group.length > 1) markGroup(group);
  return files;
}

function markGroup(group: readonly SessionFile[]): void {
  const byId = new Map<string, SessionFile[]>();
  for (const file of group) {
    const id = sessionIdOf(file);
    if (id !== undefined && !byId.get(id)?.push(file)) byId.set(id, [file]);
  }
  for (const files of byId.values()) if (files.length > 1) markThread(files);
}

function markThread(files: readonly SessionFile[]): void {
  const best = files.reduce((one, other) => (isFuller(other, one) ? other : one));
  const others = files.filter((file) => file !== best);
  for (const file of others) file.isSuperseded = true;
  const own = others.filter((file) => stem(file) !== stem(best) && hasOwnTurns(file, best));
  if (own.length === 0) return;
  // Their names begin with the minute in which they began.
  const parts = [best, ...own].sort((one, other) => (one.path < other.path ? -1 : 1)).map((file) => ({ ...file }));
  best.source = createJoinedChats(best, parts);
  best.size = parts.reduce((sum, { size }) => sum + size, 0);
  best.modified = Math.max(...parts.map(({ modified }) => modified));
}

/** The session that is shown under a path, if it is made of several files. */
export function findJoined(path: string, scan: () => SessionFile[]): SessionFile | undefined {
  const beginning = idBeginning(path);
  if (beginning === undefined || basename(dirname(path)) !== 'chats') return undefined;
  return hasLikelyTwin(dirname(path), beginning)
    ? scan().find((file) => file.path === path && file.source !== undefined)
    : undefined;
}

/** The beginnings that several names of the last folder have: usage asks for one file of it after the other. */
let lastLook = { folder: '', modified: 0, shared: new Set<string>() };

function hasLikelyTwin(folder: string, beginning: string): boolean {
  const modified = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (lastLook.folder !== folder || lastLook.modified !== modified) {
    const seen = new Set<string>();
    const shared = new Set<string>();
    for (const name of namesIn(folder)) {
      const one = idBeginning(name) ?? '';
      if (seen.has(one)) shared.add(one);
      seen.add(one);
    }
    lastLook = { folder, modified, shared };
  }
  return lastLook.shared.has(beginning);
}

/** Lines beside a document of the same name continue it; otherwise the longest file has the turns. */
export function isFuller(file: SessionFile, other: SessionFile): boolean {
  if (stem(file) === stem(other)) return file.path.length > other.path.length;
  return file.size > other.size;
}

function stem({ path }: SessionFile): string {
  return path.replace(/\.jsonl?$/i, '');
}

function sessionIdOf({ realPath }: SessionFile): string | undefined {
  return /"sessionId"\s*:\s*"([^"]{1,200})"/.exec(readStart(realPath, machineLimits.maxTitleLineBytes))?.[1];
}
