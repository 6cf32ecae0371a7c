import { basename, extname } from 'node:path/posix';
import type { ArtifactEvent } from './chat-stream.ts';
import type { Sandbox } from './sandbox.ts';

/** The working folder of a Vercel sandbox, and the folder where agents put files for the user. */
const VERCEL_FOLDER = '/vercel/sandbox/';
const FOLDER = './artifacts';
const FOLDERS = [FOLDER, `${VERCEL_FOLDER}artifacts`];

/** Prints `path NUL size NUL` for each file, because a name may hold anything but NUL. Only GNU has `find -printf`. */
const PRINT = 'for file; do printf "%s\\0%s\\0" "$file" "$(($(wc -c < "$file")))"; done';

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

/** Lists the files that the agent left for the user, each once. */
export async function listArtifacts(sandbox: Sandbox, signal: AbortSignal): Promise<ArtifactEvent[]> {
  const artifacts = new Map<string, ArtifactEvent>();
  for (const folder of FOLDERS) {
    for (const [path, size] of readListing(await listFiles(sandbox, folder, signal))) {
      const artifact = toArtifact(path, size);
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
    // There is no folder or no `find`, so nothing to list. The snapshot must not be lost for it.
    return '';
  }
}

/** Also accepts lines of `path TAB size`, from a sandbox that cannot have run our command. */
function readListing(text: string): [path: string, size: string][] {
  if (!text.includes('\0')) {
    const lines = text.split('\n').map((line) => /^(.*)\t(\d+)\r?$/.exec(line));
    return lines.flatMap((match) => (match ? [[match[1] ?? '', match[2] ?? '']] : []));
  }
  const fields = text.split('\0');
  return Array.from({ length: Math.floor(fields.length / 2) }, (_, index) => [
    fields[2 * index] ?? '',
    fields[2 * index + 1] ?? '',
  ]);
}

function toArtifact(found: string, size: string): ArtifactEvent | undefined {
  const path = found.startsWith(VERCEL_FOLDER) ? `./${found.slice(VERCEL_FOLDER.length)}` : found;
  if (!path.startsWith(`${FOLDER}/`) || !/^\d+$/.test(size)) return undefined;
  const mimeType = MIME_TYPES.get(extname(path).toLowerCase()) ?? 'application/octet-stream';
  return { type: 'artifact', path, size_bytes: Number(size), mime_type: mimeType, label: basename(path) };
}
