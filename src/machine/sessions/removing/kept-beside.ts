import { createReadStream, lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isBelow } from '../../../core/tools/path-below.ts';
import { realFolder } from '../homes.ts';
import type { KeptBeside, SessionFile } from '../store.ts';

/** An id that stands for one session among all: a UUID, or as long as one. */
const WHOLE_ID = /^[\da-z][\da-z-]{31,99}$/;
const LINE_FEED = 10;

/** A file that holds lines of many sessions. */
export interface SharedFile {
  path: string;
  /** The lines that name the session. */
  lines: number;
}

/** The agent's other files and folders of a session. Names are looked up in their folders, never made of an id. */
export function ownEntries(file: SessionFile, id: string): string[] {
  const { home, beside } = besideOf(file);
  if (!WHOLE_ID.test(id)) return [];
  return beside.folders
    .filter((folder) => isInside(home, folder))
    .flatMap((folder) => namesIn(folder).map((name) => ({ name, path: join(folder, name) })))
    .filter(({ name, path }) => isNamed(name, id) && path !== file.realPath && path !== file.path)
    .map(({ path }) => path);
}

/** The agent's files that hold the session's prompts among others'. */
export async function sharedFiles(file: SessionFile, id: string): Promise<SharedFile[]> {
  const { home, beside } = besideOf(file);
  const found: SharedFile[] = [];
  for (const path of beside.shared) {
    const lines = id !== '' && isInside(home, dirname(path)) && isFile(path) ? await countLines(path, id) : 0;
    if (lines > 0) found.push({ path, lines });
  }
  return found;
}

function besideOf(file: SessionFile): { home: string; beside: KeptBeside } {
  const path = file.home ?? '';
  const home = path === '' ? undefined : realFolder(path);
  const beside = home === undefined ? undefined : file.agent?.store.beside?.(file, { path, realPath: home });
  return { home: home ?? '', beside: beside ?? { folders: [], shared: [] } };
}

/** `ID`, `ID.jsonl`, `ID-agent-1.json` */
function isNamed(name: string, id: string): boolean {
  const start = name.slice(0, id.length).toLowerCase();
  return start === id && (name.length === id.length || /[.-]/.test(name.charAt(id.length)));
}

/** True if a folder is there and lies in the home, links followed. */
function isInside(home: string, folder: string): boolean {
  const real = realFolder(folder);
  return real !== undefined && isBelow(home)(real);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** The lines that hold the id as a text of its own. A line of any length is read in pieces. */
async function countLines(path: string, id: string): Promise<number> {
  const wanted = Buffer.from(`"${id}"`);
  let count = 0;
  let isCounted = false;
  let held = Buffer.alloc(0);
  const look = (part: Buffer) => {
    if (isCounted || !part.includes(wanted)) return;
    isCounted = true;
    count += 1;
  };
  for await (const chunk of createReadStream(path)) {
    const bytes = Buffer.concat([held, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, start)) {
      look(bytes.subarray(start, end));
      isCounted = false;
      start = end + 1;
    }
    const rest = bytes.subarray(start);
    look(rest);
    held = Buffer.from(rest.subarray(Math.max(0, rest.length - wanted.length + 1)));
  }
  return count;
}
