import { originName } from '../../../core/thread/hand-over.ts';
import { findFiles } from '../find-files.ts';
import type { HomeOptions } from '../homes.ts';
import { readHead } from '../session-head.ts';
import { factsOf, isSubagent } from '../session-info.ts';
import { normaliseId, type SessionFile } from '../store.ts';

/** How a file belongs to a session. */
export type KinOf = 'session' | 'sub-agent' | 'copy';

/** A file of a session, of a sub-agent that it started, or of a copy that was handed over. */
export interface FamilyFile {
  kin: KinOf;
  agent: string;
  id: string;
  file: SessionFile;
}

/** The files on this machine that hold a session. */
export interface SessionFamily {
  files: FamilyFile[];
  /** Sessions that go on from it and hold what was said before, as `agent:ID`. They are sessions of their own. */
  forks: string[];
}

interface KnownFile {
  agent: string;
  id: string;
  parent: string | undefined;
  origin: string | undefined;
  fork: string | undefined;
  isChild: boolean;
  file: SessionFile;
}

/** Finds every file of a session in all homes, by what the files say. Reads the header of each file. */
export async function findFamily(session: { agent: string; id: string }, options: HomeOptions): Promise<SessionFamily> {
  const files = await readAll(options);
  const kin = new Map<string, KinOf>([[nameOf(session.agent, session.id), 'session']]);
  // Copies of copies, and what their agents started. Each round finds at least one more.
  for (let size = 0; size < kin.size; ) {
    size = kin.size;
    for (const { agent, id, parent, origin } of files) {
      if (kin.has(nameOf(agent, id))) continue;
      if (parent !== undefined && kin.has(nameOf(agent, parent))) kin.set(nameOf(agent, id), 'sub-agent');
      else if (origin !== undefined && kin.has(origin)) kin.set(nameOf(agent, id), 'copy');
    }
  }
  const isOf = ({ agent, id }: KnownFile) => kin.get(nameOf(agent, id));
  const forks = files.filter(
    (file) => !isOf(file) && file.fork !== undefined && kin.has(nameOf(file.agent, file.fork)),
  );
  return {
    files: files.flatMap(({ agent, id, file, isChild }) => {
      const found = kin.get(nameOf(agent, id));
      return found ? [{ kin: isChild && found === 'copy' ? 'sub-agent' : found, agent, id, file }] : [];
    }),
    forks: [...new Set(forks.map(({ agent, id }) => nameOf(agent, id)))],
  };
}

function nameOf(agent: string, id: string): string {
  return `${agent}:${id}`;
}

async function readAll(options: HomeOptions): Promise<KnownFile[]> {
  const known: KnownFile[] = [];
  for (const file of findFiles(options)) {
    const facts = factsOf(file, await readHead(file, { onlyIdentity: true }));
    const { agent = '', id, parentThread, origin, forkedFrom, source } = facts;
    if (id === '') continue;
    known.push({
      agent,
      id,
      parent: parentThread === undefined ? undefined : normaliseId(parentThread),
      origin: originName(origin)?.toLowerCase(),
      fork: forkedFrom === undefined ? undefined : normaliseId(forkedFrom),
      isChild: isSubagent({ parentId: parentThread, source }),
      file,
    });
  }
  return known;
}
