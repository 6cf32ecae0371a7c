import { basename, extname } from 'node:path/posix';
import type { ArtifactEvent } from './chat-event.ts';
import type { Sandbox } from './sandbox.ts';

/** The working folder of a sandbox of Vercel's, and where agents put what they made for the user. */
const VERCEL_FOLDER = '/vercel/sandbox/';
const FOLDER = './artifacts';
const FOLDERS = [FOLDER, `${VERCEL_FOLDER}artifacts`];

/** Prints `path TAB size` for each file. `find -printf` would do it, too, but only GNU's has that. */
const PRINT = 'for file; do printf "%s\\t%s\\n" "$file" "$(($(wc -c < "$file")))"; done';

const MIME_TYPES: ReadonlyMap<string, string> = new Map([
  ['.md', 'text/markdown; charset=utf-8'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.csv', 'text/csv; charset=utf-8'],
  ['.html', 'text/html; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.pdf', 'application/pdf'],
  ['.zip', 'application/zip'],
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.jpeg', 'image/jpeg'],
  ['.gif', 'image/gif'],
  ['.webp', 'image/webp'],
  ['.svg', 'image/svg+xml'],
]);

/** The files that the agent left for the user, each once. */
export async function listArtifacts(sandbox: Sandbox, signal: AbortSignal): Promise<ArtifactEvent[]> {
  const artifacts = new Map<string, ArtifactEvent>();
  for (const folder of FOLDERS) {
    for (const line of (await listFiles(sandbox, folder, signal)).split('\n')) {
      const artifact = readLine(line);
      if (artifact && !artifacts.has(artifact.path)) artifacts.set(artifact.path, artifact);
    }
  }
  return [...artifacts.values()];
}

async function listFiles(sandbox: Sandbox, folder: string, signal: AbortSignal): Promise<string> {
  const args = [folder, '-type', 'f', '-exec', 'sh', '-c', PRINT, 'sh', '{}', '+'];
  try {
    const listing = await sandbox.runCommand({ cmd: 'find', args, signal });
    return await listing.stdout();
  } catch {
    // No folder, no `find`: then there is nothing to tell, and the snapshot must not be lost for it.
    return '';
  }
}

function readLine(line: string): ArtifactEvent | undefined {
  const [, found, size] = /^(.*)\t(\d+)\r?$/.exec(line) ?? [];
  if (found === undefined) return undefined;
  const path = found.startsWith(VERCEL_FOLDER) ? `./${found.slice(VERCEL_FOLDER.length)}` : found;
  if (!path.startsWith(`${FOLDER}/`)) return undefined;
  const mimeType = MIME_TYPES.get(extname(path).toLowerCase()) ?? 'application/octet-stream';
  return { type: 'artifact', path, size_bytes: Number(size), mime_type: mimeType, label: basename(path) };
}
