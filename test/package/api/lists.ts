import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asFunction, readApi } from './read-declarations.ts';

/** Where the lists stand that the commit before this house gave; `scripts/write-api.ts` wrote them. */
export const listsFolder = fileURLToPath(new URL('./lists/', import.meta.url));

/** Entries by name, of one list. */
export type List = Map<string, string>;

/** A type that is printed over pages (those of zod) is told by its hash. */
const LONGEST_ENTRY = 9000;

/**
 * The declarations of a built package as lists: one for each subpath, with the names that it exports, and `used`, with the
 * types that those are made of.
 */
export function declarationLists(folder: string): Map<string, List> {
  const api = readApi(folder);
  const lists = new Map<string, List>();
  const used: List = new Map();
  for (const [subpath, { exported, declarations }] of api) {
    const list: List = new Map();
    for (const [name, text] of declarations) (exported.has(name) ? list : used).set(name, shortened(text));
    lists.set(subpath === '.' ? 'root' : subpath.slice(2), list);
  }
  for (const list of lists.values()) for (const [name, text] of list) if (used.get(name) === text) used.delete(name);
  return lists.set('used', used);
}

function shortened(text: string): string {
  if (text.length <= LONGEST_ENTRY) return text;
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return `${text.slice(0, 200)} … ${hash}`;
}

/** A line for each entry: the name, two spaces, the entry. */
export function printList(list: List): string {
  const lines = [...list].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, text]) => `${name}  ${text}\n`);
  return lines.join('');
}

export function readLists(folder: string): Map<string, List> {
  const names = readdirSync(join(listsFolder, folder)).sort();
  return new Map(
    names.map((name) => {
      const lines = readFileSync(join(listsFolder, folder, name), 'utf8')
        .split('\n')
        .filter(Boolean);
      return [name.replace(/\.txt$/, ''), new Map(lines.map(readLine))];
    }),
  );
}

function readLine(line: string): [string, string] {
  const end = line.indexOf('  ');
  return [line.slice(0, end), asFunction(line.slice(end + 2))];
}
