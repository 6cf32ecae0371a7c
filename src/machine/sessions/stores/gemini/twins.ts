import { machineLimits } from '../../../../limits/machine.ts';
import { readStart } from '../../read-start.ts';
import type { SessionFile } from '../../store.ts';
import { idBeginning, projectAbove } from './name.ts';

/** A resume leaves several files of one thread; the one with the conversation is kept. Only likely twins are opened. */
export function markTwins(files: SessionFile[]): SessionFile[] {
  const groups = new Map<string, SessionFile[]>();
  for (const file of files) {
    const beginning = file.parentId === undefined ? idBeginning(file.path) : undefined;
    if (beginning === undefined) continue;
    const key = `${projectAbove(file.path)}\n${beginning}`;
    groups.set(key, [...(groups.get(key) ?? []), file]);
  }
  for (const group of groups.values()) if (group.length > 1) markGroup(group);
  return files;
}

function markGroup(group: readonly SessionFile[]): void {
  const best = new Map<string, SessionFile>();
  for (const file of group) {
    const id = sessionIdOf(file);
    if (id === undefined) continue;
    const other = best.get(id);
    const isBetter = other === undefined || isFuller(file, other);
    if (other) (isBetter ? other : file).isSuperseded = true;
    if (isBetter) best.set(id, file);
  }
}

/** Lines beside a document of the same name continue it; otherwise the longest file has the turns. */
export function isFuller(file: SessionFile, other: SessionFile): boolean {
  if (stem(file) === stem(other)) return file.path.length > other.path.length;
  return file.size > other.size;
}

function stem({ path }: SessionFile): string {
  return path.replace(/\.jsonl?$/i, '');
}

function sessionIdOf({ realPath }: SessionFile): string | undefined {
  return /"sessionId"\s*:\s*"([^"]{1,200})"/.exec(readStart(realPath, machineLimits.maxTitleLineBytes))?.[1];
}
