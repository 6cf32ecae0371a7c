import { join } from 'node:path';
import { dataFolder, makePrivateFolder } from '../sessions/data-folder.ts';

/** Where live sessions keep locks and notes of what runs, below our own data. */
export interface LiveFolders {
  all: string;
  locks: string;
  running: string;
}

export function liveFolders(root: string = dataFolder()): LiveFolders {
  const all = join(root, 'live');
  return { all, locks: join(all, 'locks'), running: join(all, 'running') };
}

/** Makes the folder and gives the path of a file in it. */
export function privateFile(folder: string, name: string): string {
  makePrivateFolder(folder);
  return join(folder, name);
}
