// Writes the lists of what a built package offers: node scripts/write-api.ts FOLDER. Those in the repository are of the
// commit before the five rings; test/package/api compares. They are written anew only where the list itself is to begin anew.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { declarationLists, type List, listsFolder, printList } from '../test/package/api/lists.ts';
import { commandAnswers, commandOptions, viewerAnswers } from '../test/package/api/read-answers.ts';
import { makePlace } from '../test/package/command-calls.ts';

function write(folder: string, lists: ReadonlyMap<string, List>): void {
  rmSync(join(listsFolder, folder), { recursive: true, force: true });
  mkdirSync(join(listsFolder, folder), { recursive: true });
  for (const [name, list] of lists) writeFileSync(join(listsFolder, folder, `${name}.txt`), printList(list));
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new TypeError('usage: node scripts/write-api.ts FOLDER');
const program = [process.execPath, join(resolve(folder), 'bin/threadline.js')] as const;
const place = makePlace();
try {
  write('exports', declarationLists(resolve(folder)));
  write('options', await commandOptions(program, place));
  write('commands', await commandAnswers(program, place));
  write('viewer', await viewerAnswers(program, place));
} finally {
  place.remove();
}
