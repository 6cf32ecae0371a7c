import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// Changes of files in the form in which Codex's model writes them.

const patch = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');

/** Lines of a text; its last one has no line end of its own. */
const linesOf = (text: string) => text.replace(/\n$/, '').split('\n');

const marked = (mark: string, text: string) => linesOf(text).map((line) => `${mark}${line}`);

export function addFile({ path, text }: { path: string; text: string }): string {
  return patch(`*** Add File: ${path}`, ...marked('+', text));
}

export function updateFile({ path, before, after }: { path: string; before: string; after: string }): string {
  return patch(`*** Update File: ${path}`, '@@', ...marked('-', before), ...marked('+', after));
}

/** A move has to change a line: this one writes the first line again. */
export function moveFile({ from, to }: { from: string; to: string }, project: string): string {
  const [first = ''] = linesOf(readFileSync(join(project, from), 'utf8'));
  return patch(`*** Update File: ${from}`, `*** Move to: ${to}`, '@@', `-${first}`, `+${first}`);
}

export function deleteFile({ path }: { path: string }): string {
  return patch(`*** Delete File: ${path}`);
}
