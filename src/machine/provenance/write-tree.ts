import type { Level } from '../../core/replay/file-state.ts';
import type { BlobBytes } from '../git/blob-reader.ts';
import type { TreeEntry } from '../git/read-tree.ts';
import type { Repository } from '../git/repository.ts';
import type { FileAt, TreeAt } from './tree-at.ts';
import type { TreeFolder } from './tree-folder.ts';

/** The name of the file that says how sure each other one is. */
export const MANIFEST = 'threadline-manifest.json';

/** What is known of one file of a written tree. */
export interface ManifestFile {
  path: string;
  level: Level;
  /** Where the written text comes from; absent if the file was not written. */
  from?: 'session' | 'anchor' | undefined;
  /** The call after which the file was so, if the session touched it. */
  call?: string | undefined;
  /** Why it was not written: it was taken away, its text is not known, or its path or link leads elsewhere. */
  why?: string | undefined;
}

/** What was written, and how sure it is. */
export interface Manifest {
  version: 1;
  session: TreeAt['session'];
  turn: number;
  anchor: { commit: string; how: string } | null;
  files: ManifestFile[];
  submodules: string[];
  outside: number;
}

/** A file and the text to write; none if it is not to be written. */
interface Planned {
  file: FileAt;
  from?: 'session' | 'anchor';
  why?: string;
}

/** Writes a tree and its manifest. A file that is unsure keeps the anchor's text, unless what the session left is wanted. */
export async function writeTree(
  tree: TreeAt,
  repository: Repository,
  folder: TreeFolder,
  { unsure }: { unsure: boolean },
): Promise<Manifest> {
  const plans = tree.files.map((file) => planned(file, unsure));
  const isLink = ({ file, from }: Planned) => from === 'anchor' && file.anchored?.kind === 'link';
  // Links come last, so that no file is written through one.
  const ordered = [...plans.filter((plan) => !isLink(plan)), ...plans.filter(isLink)];
  const files: ManifestFile[] = [];
  for (const plan of ordered) {
    const why = plan.why ?? (await put(plan, repository, folder));
    const { path, level, call } = plan.file;
    const row: ManifestFile = { path, level };
    if (why === undefined) row.from = plan.from;
    else row.why = why;
    if (call !== undefined) row.call = call;
    files.push(row);
  }
  files.sort((one, other) => (one.path < other.path ? -1 : 1));
  const { session, turn, submodules, outside } = tree;
  const anchor = tree.anchor ? { commit: tree.anchor.commit, how: tree.anchor.how } : null;
  const manifest: Manifest = { version: 1, session, turn, anchor, files, submodules, outside };
  folder.file(MANIFEST, Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`), false);
  return manifest;
}

function planned(file: FileAt, unsure: boolean): Planned {
  if (file.path === MANIFEST) return { file, why: 'path-taken' };
  const isTaken = file.call !== undefined && (file.level !== 'unsure' || unsure);
  if (isTaken && file.isGone) return { file, why: 'deleted' };
  if (isTaken && file.text !== undefined) return { file, from: 'session' };
  return file.anchored ? { file, from: 'anchor' } : { file, why: 'unsure' };
}

async function put({ file, from }: Planned, repository: Repository, folder: TreeFolder): Promise<string | undefined> {
  const { path, text, anchored } = file;
  if (from === 'session') return folder.file(path, Buffer.from(text ?? ''), anchored?.kind === 'program');
  const bytes = anchored ? await bytesOf(anchored, repository) : undefined;
  if (!bytes) return 'missing';
  return anchored?.kind === 'link'
    ? folder.link(path, bytes.toString('utf8'))
    : folder.file(path, bytes, anchored?.kind === 'program');
}

function bytesOf({ name }: TreeEntry, repository: Repository): Promise<BlobBytes | undefined> {
  return repository.blobs.read(name);
}
