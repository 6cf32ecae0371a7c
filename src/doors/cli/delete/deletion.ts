import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionKey, SessionRow } from '../../../archive/index.ts';
import { storedSessions } from '../../../archive/model/stored-sessions.ts';
import { keptCopyPath } from '../../../archive/sqlite/kept-sessions.ts';
import { isKnownInArchive } from '../../../archive/sqlite/known-in-archive.ts';
import { setAsideFiles } from '../../../archive/sqlite/set-aside.ts';
import { originName } from '../../../core/thread/hand-over.ts';
import { annotationKey } from '../../../machine/sessions/annotations/annotation.ts';
import {
  annotationsPath,
  readAnnotations,
  removeAnnotations,
} from '../../../machine/sessions/annotations/annotations-file.ts';
import { ARCHIVE_NAME, dataFolder, hasArchive } from '../../../machine/sessions/data-folder.ts';
import type { SessionInfo } from '../../../machine/sessions/index.ts';
import { findJournal, removeJournals } from '../../../machine/sessions/journal/journal-file.ts';
import { isInKnownFile, knownPath } from '../../../machine/sessions/known/known-file.ts';
import { type SharedFile, sharedFiles } from '../../../machine/sessions/removing/kept-beside.ts';
import { checkUnchanged, planRemoval, type Removable, removePath } from '../../../machine/sessions/removing/removal.ts';
import { type FamilyFile, findFamily } from '../../../machine/sessions/removing/session-family.ts';
import type { HomesContext } from '../agents.ts';
import { readArchive } from '../read-archive.ts';

/** All that this machine holds of a session, and what stays. */
export interface Deletion {
  files: readonly FamilyFile[];
  removables: readonly Removable[];
  /** Every session that goes: it, its sub-agents, its copies. */
  keys: readonly SessionKey[];
  /** Those that the archive holds. */
  stored: readonly SessionRow[];
  archive: string;
  /** Second copies of gone sessions, and archives that were set aside: nothing can be cut out of those. */
  kept: readonly string[];
  /** Where lists keep what they learnt of these sessions: the archive, or a file of the cache. */
  listed: readonly string[];
  /** The file of stars and notes, if something is noted. */
  notes: string | undefined;
  /** What live sessions of ours wrote down. */
  journals: readonly string[];
  shared: readonly SharedFile[];
  /** Sessions among others in a database of their agent: they cannot be cut out. */
  unremovable: readonly string[];
  forks: readonly string[];
}

export async function planDeletion(info: SessionInfo, { homes, agents }: HomesContext): Promise<Deletion> {
  const session = { agent: info.agent ?? '', id: info.id };
  const { files, forks } = await findFamily(session, { homes, agents });
  const removables = planRemoval(files);
  const keys = new Map<string, SessionKey>([[nameOf(session), { agent: session.agent, threadId: session.id }]]);
  for (const { agent, id } of files) keys.set(nameOf({ agent, id }), { agent, threadId: id });
  const stored =
    (await readArchive(async (archive) => addStored(keys, storedSessions(archive, { subagents: true })))) ?? [];
  const annotations = readAnnotations();
  const isNoted = [...keys.values()].some(({ agent, threadId: id }) => annotations.has(annotationKey({ agent, id })));
  const isRemoved = (path: string) => removables.some((removable) => removable.path === path);
  return {
    files,
    removables,
    keys: [...keys.values()],
    stored,
    archive: join(dataFolder(), ARCHIVE_NAME),
    kept: [
      ...stored.map(({ key }) => keptCopyPath(dataFolder(), key)).filter((path) => existsSync(path)),
      ...(stored.length > 0 ? setAsideFiles(dataFolder()) : []),
    ],
    listed: placesOfKnown(files.map(({ file }) => file.realPath)),
    notes: isNoted ? annotationsPath() : undefined,
    journals: [...keys.values()].flatMap(({ agent, threadId }) => findJournal(agent, threadId) ?? []),
    shared: await countShared(files),
    unremovable: files.filter(({ file }) => file.source && !isRemoved(file.path)).map(({ file }) => file.path),
    forks,
  };
}

function placesOfKnown(paths: readonly string[]): string[] {
  return [
    ...(hasArchive() && isKnownInArchive(paths) ? [join(dataFolder(), ARCHIVE_NAME)] : []),
    ...(isInKnownFile(paths) ? [knownPath()] : []),
  ];
}

/** Each file once, with the lines of all sessions that go. */
async function countShared(files: readonly FamilyFile[]): Promise<SharedFile[]> {
  const shared = new Map<string, number>();
  const counted = new Set<string>();
  for (const { file, agent, id } of files) {
    // A session may have several files in one home.
    const name = JSON.stringify([file.home, agent, id]);
    for (const { path, lines } of counted.has(name) ? [] : await sharedFiles(file, id))
      shared.set(path, (shared.get(path) ?? 0) + lines);
    counted.add(name);
  }
  return [...shared].map(([path, lines]) => ({ path, lines }));
}

/** Adds what the archive knows of the family: also what has no file any more. */
async function addStored(keys: Map<string, SessionKey>, rows: AsyncIterable<SessionRow>): Promise<SessionRow[]> {
  const all: SessionRow[] = [];
  for await (const row of rows) all.push(row);
  for (let size = 0; size < keys.size; ) {
    size = keys.size;
    for (const { key, parentThread, origin } of all) {
      const { agent, threadId } = key;
      const isChild = parentThread !== undefined && keys.has(nameOf({ agent, id: parentThread }));
      if (isChild || keys.has(originName(origin) ?? '')) keys.set(nameOf({ agent, id: threadId }), { agent, threadId });
    }
  }
  return all.filter(({ key }) => keys.has(nameOf({ agent: key.agent, id: key.threadId })));
}

function nameOf({ agent, id }: { agent: string; id: string }): string {
  return `${agent}:${id}`;
}

/**
 * The steps of a deletion, in an order in which a crash after any of them leaves the agent's own file and never only the
 * archive's copy. Each step may be done twice.
 */
export function deletionSteps(deletion: Deletion): (() => void | Promise<void>)[] {
  const { keys, removables } = deletion;
  return [
    () => removables.forEach(checkUnchanged),
    async () => {
      const { openArchive } = await import('../../../archive/index.ts');
      const archive = await openArchive({ sameThread: true });
      try {
        await archive.forget({ sessions: keys });
      } finally {
        await archive.close();
      }
    },
    () => removeAnnotations(keys.map(({ agent, threadId: id }) => ({ agent, id }))),
    () => removeJournals(keys.map(({ agent, threadId: id }) => ({ agent, id }))),
    ...removables.map((removable) => () => removePath(removable)),
  ];
}
