import { readdirSync } from 'node:fs';
import { dataFolder } from '../../../machine/sessions/data-folder.ts';

/** True if sessions of this machine may be on a server: one is named, or a collector keeps something here. */
export function maySendToServer(folder = dataFolder()): boolean {
  const { THREADLINE_ARCHIVE, THREADLINE_COLLECT_TO } = process.env;
  return (
    Boolean(THREADLINE_ARCHIVE || THREADLINE_COLLECT_TO) || namesIn(folder).some((name) => name.startsWith('collect'))
  );
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
