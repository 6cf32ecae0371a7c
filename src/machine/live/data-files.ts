import { join } from 'node:path';
import { dataFolder, makePrivateFolder } from '../sessions/data-folder.ts';

/** Where live sessions keep what is theirs, below our own data. */
export function liveFolder(root: string = dataFolder()): string {
  return join(root, 'live');
}

/** Where notes of what runs are kept. */
export function runningFolder(root?: string): string {
  return join(liveFolder(root), 'running');
}

/** Makes the folder and gives the path of a file in it. */
export function privateFile(folder: string, name: string): string {
  makePrivateFolder(folder);
  return join(folder, name);
}
