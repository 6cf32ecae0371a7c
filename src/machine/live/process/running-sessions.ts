import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findMarked } from '../../run/process/marked-processes.ts';
import { privateFile, runningFolder } from '../data-files.ts';
import type { LeftProcess } from '../live-session.ts';
import { endProcesses } from './end-processes.ts';
import { commandOf, findProcess, isSameProcess, type ProcessEntry } from './process-table.ts';

/** A live session whose process was killed, with what of it still runs. */
export interface LeftSession {
  agent: string;
  id?: string;
  mark: string;
  processes: LeftProcess[];
}

interface Note {
  agent: string;
  id?: string | undefined;
  mark: string;
  owner: { pid: number; start: string };
}

/** Notes that a session runs, for the case that this process is killed. Returns the function that takes it back. */
export function noteRunning(note: Note, root: string | undefined): () => void {
  const path = privateFile(runningFolder(root), `${note.mark}.json`);
  writeFileSync(path, JSON.stringify(note), { mode: 0o600 });
  return () => rmSync(path, { force: true });
}

/** The sessions whose owner was killed and which left processes behind. Forgets those that left none. */
export function leftSessions(root?: string): LeftSession[] {
  return readNotes(root).flatMap(({ agent, id, mark, owner, path }) => {
    if (isSameProcess(owner)) return [];
    const processes = entriesOf(mark).map(({ pid }) => ({ pid, command: commandOf(pid) }));
    if (processes.length === 0) rmSync(path, { force: true });
    return processes.length === 0 ? [] : [{ agent, ...(id !== undefined && { id }), mark, processes }];
  });
}

/** Ends what such a session left. Returns how many processes were ended. */
export async function endLeftSession({ mark }: LeftSession, root?: string): Promise<number> {
  const killed = await endProcesses(() => entriesOf(mark));
  rmSync(join(runningFolder(root), `${mark}.json`), { force: true });
  return killed;
}

function entriesOf(mark: string): ProcessEntry[] {
  return findMarked(mark).flatMap((pid) => findProcess(pid) ?? []);
}

function readNotes(root: string | undefined): (Note & { path: string })[] {
  const running = runningFolder(root);
  let names: string[] = [];
  try {
    names = readdirSync(running).filter((name) => /^\d+-[\w-]+\.json$/.test(name));
  } catch {
    // No session ran yet.
  }
  return names.flatMap((file) => {
    const path = join(running, file);
    try {
      const note = JSON.parse(readFileSync(path, 'utf8')) as Note;
      const isNote = `${note.mark}.json` === file && Number.isSafeInteger(note.owner?.pid);
      return isNote ? [{ ...note, agent: String(note.agent), path }] : [];
    } catch {
      return [];
    }
  });
}
