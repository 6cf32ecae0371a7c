import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { isObject } from '../../../core/lines/json.ts';
import { checkDocument } from '../../../core/wires/atif/check-document.ts';
import { readDocument } from '../../../machine/sessions/document-parts.ts';

/** So many files of a document are looked for. */
const MOST_FILES = 1000;

/** What nobody refuses in a trajectory but a careful reader may stumble over, and images that it names and that are missing. */
export async function trajectoryWarnings(path: string): Promise<string[]> {
  const document = await readDocument(path);
  if (!document) return [];
  const { warnings } = checkDocument(document);
  const missing = [...imagesIn(document, MOST_FILES)].filter((file) => !existsSync(inFolder(dirname(path), file)));
  return [...warnings.map((text) => text.replace(/^\./, '')), ...missing.map((file) => `no such file: ${file}`)];
}

/** The local files that images and sounds of a document are in. */
function imagesIn(document: object, most: number): Set<string> {
  const found = new Set<string>();
  const waiting: unknown[] = [document];
  while (waiting.length > 0 && found.size < most) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    const { type, source }: { type?: unknown; source?: unknown } = value;
    const file = (type === 'image' || type === 'audio') && isObject(source) ? source.path : undefined;
    if (typeof file === 'string' && !file.includes('://')) found.add(file);
    else for (const inner of Object.values(value)) waiting.push(inner);
  }
  return found;
}

function inFolder(folder: string, file: string): string {
  return isAbsolute(file) ? file : join(folder, file);
}
