import { join } from 'node:path';
import { dataFolder, makePrivateFolder } from '../sessions/data-folder.ts';

/** Where notes of what runs are kept, below our own data. */
export function runningFolder(root: string = dataFolder()): string {
  return join(root, 'live', 'running');
}

/** Makes the folder and gives the path of a file in it. */
export function privateFile(folder: string, name: string): string {
  makePrivateFolder(folder);
  return join(folder, name);
}
