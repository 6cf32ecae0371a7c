import { lstatSync } from 'node:fs';
import { join, sep } from 'node:path';
import { ThreadlineError } from '../../../../errors.ts';
import { realFolder } from '../../homes.ts';
import type { OnSessionProblem } from '../../problem.ts';
import { databaseStamp } from '../../rows/database-files.ts';
import { readDatabase } from '../../rows/read-database.ts';
import { createTextsSource } from '../../rows/texts-source.ts';
import { type AgentStore, type FileIdentity, type Home, normaliseId, type SessionFile } from '../../store.ts';
import { editorLines, type ListedComposer, listComposers, lookAtComposer } from './editor-lines.ts';

const DATABASE = join('globalStorage', 'state.vscdb');

/** `globalStorage/state.vscdb/<id>`: a conversation of the editor, which is no file. */
export function scanEditor(home: Home, agent: AgentStore, onProblem: OnSessionProblem): SessionFile[] {
  return listedIn(home, onProblem).map((listed) => fileOf(listed, home, agent));
}

export function editorTitles(home: Home): Map<string, string> {
  const listed = listedIn(home, () => {});
  return new Map(listed.flatMap(({ id, title }) => (title === undefined ? [] : [[normaliseId(id), title]])));
}

/** Undefined for a home without the editor: its other sessions are files, or tell nothing of the kind. */
export function editorStamp(home: Home): string | undefined {
  return isThere(home) ? databaseStamp(join(home.realPath, DATABASE)) : undefined;
}

const PLACE = /^(.*)[\\/]globalStorage[\\/]state\.vscdb[\\/]([\w-]{1,128})$/s;

export function identifyComposer(path: string): (FileIdentity & { home: string }) | undefined {
  const [, home, id] = PLACE.exec(path) ?? [];
  if (home === undefined || id === undefined) return undefined;
  return { wire: 'cursor-rows', threadId: normaliseId(id), archived: false, home: home || sep };
}

export function findComposer(path: string, agent: AgentStore): SessionFile | undefined {
  const [, above = '', id] = PLACE.exec(path) ?? [];
  const realPath = id === undefined ? undefined : realFolder(above || sep);
  if (id === undefined || realPath === undefined) return undefined;
  const home = { path: above || sep, realPath };
  const [found] = listedIn(
    home,
    ({ message }) => {
      throw new ThreadlineError('unreadable', message);
    },
    id,
  );
  return found && fileOf(found, home, agent);
}

function isThere(home: Home): boolean {
  return lstatSync(join(home.realPath, DATABASE), { throwIfNoEntry: false })?.isFile() === true;
}

function listedIn(home: Home, onProblem: OnSessionProblem, id?: string): ListedComposer[] {
  if (!isThere(home)) return [];
  const tellOdd = (odd: string) =>
    onProblem({
      code: 'unreadable',
      message: 'the conversation is no object, so it cannot be read',
      path: join(home.path, DATABASE, odd),
    });
  try {
    return readDatabase(join(home.realPath, DATABASE), (database) => listComposers(database, tellOdd, id));
  } catch (error) {
    if (!(error instanceof ThreadlineError)) throw error;
    onProblem({ code: 'unreadable', message: error.message, path: join(home.path, DATABASE) });
    return [];
  }
}

function fileOf({ id, modified }: ListedComposer, home: Home, agent: AgentStore): SessionFile {
  const path = join(home.realPath, DATABASE);
  const threadId = normaliseId(id);
  return {
    wire: 'cursor-rows',
    agent,
    threadId,
    archived: false,
    path: join(home.path, DATABASE, id),
    realPath: join(path, id),
    home: home.path,
    compressed: false,
    isSuperseded: false,
    size: 0,
    modified,
    source: createTextsSource({
      key: { agent: agent.name, home: home.path, id: threadId },
      path,
      look: (database) => lookAtComposer(database, id),
      lines: (database) => editorLines(database, id),
    }),
  };
}
