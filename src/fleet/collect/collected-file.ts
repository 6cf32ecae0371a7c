import { relative, sep } from 'node:path';
import type { RawSource, SendMode } from '../../archive/model/raw-store.ts';
import { fleetLimits } from '../../limits/fleet.ts';
import type { FileLook } from '../../machine/sessions/following/followed-file.ts';
import type { SessionFile } from '../../machine/sessions/store.ts';

/** How a session is written: lines that are added to, one document that is written anew, or compressed lines. */
export type FileForm = 'lines' | 'document' | 'packed';

/** A session file that is sent, and what is known of it. A home may hold tens of thousands: little is kept of each. */
export interface CollectedFile {
  agent: string;
  home: string;
  /** Below the home, with `/`; without `.zst`. */
  path: string;
  /** Where its bytes are read at present: its own place, or where it is held. */
  at: string;
  form: FileForm;
  /** The folder that it is about, where its place tells it. */
  cwd: string | undefined;
  /** The session's name, where it stands beside the file, as it was told last. */
  title: string | undefined;
  /** Nothing more is found at its own place: what is held of it is all there is. */
  isLeft: boolean;
  /** `new`: the server has to be asked; `open`: its head is known; `forgotten`: the server takes nothing of it. */
  stage: 'new' | 'open' | 'forgotten';
  mode: SendMode;
  /** Hash of the first line, or of a whole document. */
  firstLine: string;
  life: number;
  /** The server's name for it, the byte up to which it has everything, and what it said of the bytes before. */
  id: string;
  head: number;
  marker: string;
  /** As it was found last: a change is worth a look. */
  size: number;
  modified: number;
  inode: number;
  /** How many bytes are sent at a time, and how far a newline was looked for. */
  wanted: number;
  scanned: number;
  /** How often the server was asked since anything was sent. */
  tries: number;
  /** Not to be tried before, by the collector's clock. */
  notBefore: number;
  /** The name under which it is held. */
  held: string | undefined;
  /** Where the compressed file is whose plain copy is read. */
  packedAt: string | undefined;
  /** The walk through all folders that found it last. */
  walk: number;
}

type Place = Pick<CollectedFile, 'agent' | 'home' | 'path' | 'at' | 'form' | 'cwd' | 'isLeft' | 'size' | 'modified'>;

export function newFile(place: Place): CollectedFile {
  return {
    ...place,
    stage: 'new',
    title: undefined,
    mode: 'redacted',
    firstLine: '',
    life: 0,
    id: '',
    head: 0,
    marker: '',
    inode: 0,
    wanted: fleetLimits.collectedBytesAtOnce,
    scanned: 0,
    tries: 0,
    notBefore: 0,
    held: undefined,
    packedAt: undefined,
    walk: 0,
  };
}

/** A session file as discovery found it; undefined for one that lies in no home. */
export function fileFound({ agent, home, path, realPath, compressed, size, modified, cwd }: SessionFile) {
  if (!agent || home === undefined) return undefined;
  const below = relative(home, path).split(sep).join('/');
  const form: FileForm = compressed ? 'packed' : /\.json$/i.test(path) ? 'document' : 'lines';
  return newFile({
    agent: agent.name,
    home,
    path: below.replace(/\.zst$/i, ''),
    at: realPath,
    form,
    cwd,
    isLeft: false,
    size,
    modified,
  });
}

/** What tells one file from another on this machine. */
export function keyOf({ agent, home, path }: Pick<CollectedFile, 'agent' | 'home' | 'path'>): string {
  return `${agent}\0${home}\0${path}`;
}

/** From now on it is read as a file that nothing is known of. */
export function beginAnew(file: CollectedFile): void {
  file.stage = 'new';
  file.life = 0;
  file.id = '';
  file.head = 0;
  file.marker = '';
  file.scanned = 0;
}

export function noteLook(file: CollectedFile, look: FileLook): void {
  if (file.packedAt !== undefined) return;
  file.inode = look.inode;
  file.size = look.size;
  file.modified = look.modified;
}

/** What is held of it is not what stands in its place now. */
export function isReplaced(file: CollectedFile, look: FileLook): boolean {
  return file.held !== undefined && !file.isLeft && file.packedAt === undefined && look.inode !== file.inode;
}

/** How it is told to others. */
export function sourceOf(
  { agent, home, path, mode, cwd, title }: CollectedFile,
  generation: string,
  name: (text: string) => string,
): RawSource {
  const project = cwd === undefined ? undefined : name(cwd);
  const source: RawSource = { agent, home: name(home), path: name(path), generation, mode, project };
  // A name is text, too.
  if (title !== undefined && mode !== 'usage') source.title = name(title);
  return source;
}
