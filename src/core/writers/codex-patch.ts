import type { JsonObject } from '../lines/json.ts';

/** A change of one file in the form that Codex's `apply_patch` takes. */
export interface CodexPatch {
  text: string;
  /** The change for the events that show it. */
  change: { path: string; kind: 'add' | 'update'; content?: string; diff?: string; movePath?: string };
}

/** The patch for Claude's `Edit` or `Write`. Undefined if the input cannot be expressed as one. */
export function patchOf(name: string, input: JsonObject): CodexPatch | undefined {
  const { file_path: path } = input;
  if (typeof path !== 'string' || path === '' || /[\r\n]/.test(path)) return undefined;
  if (name === 'Write') return typeof input.content === 'string' ? added(path, input.content) : undefined;
  if (name !== 'Edit') return undefined;
  const movePath = typeof input.new_path === 'string' && !/[\r\n]/.test(input.new_path) ? input.new_path : undefined;
  if (typeof input.diff === 'string') return updated(path, hunksOf(input.diff), movePath);
  if (typeof input.old_string !== 'string' || typeof input.new_string !== 'string') return undefined;
  return updated(path, ['@@', ...prefixed('-', input.old_string), ...prefixed('+', input.new_string)], movePath);
}

function added(path: string, content: string): CodexPatch {
  const lines = prefixed('+', content.endsWith('\n') ? content.slice(0, -1) : content);
  return { text: wrapped([`*** Add File: ${path}`, ...lines]), change: { path, kind: 'add', content } };
}

function updated(path: string, hunks: readonly string[], movePath: string | undefined): CodexPatch {
  const head = movePath === undefined ? [] : [`*** Move to: ${movePath}`];
  const change: CodexPatch['change'] = { path, kind: 'update', diff: `${hunks.join('\n')}\n` };
  if (movePath !== undefined) change.movePath = movePath;
  return { text: wrapped([`*** Update File: ${path}`, ...head, ...hunks]), change };
}

function wrapped(lines: readonly string[]): string {
  return ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');
}

function prefixed(sign: string, text: string): string[] {
  return text === '' ? [] : text.split('\n').map((line) => sign + line);
}

/** The hunks of a unified diff, without its head and numbers, which a patch does not have. */
function hunksOf(diff: string): string[] {
  const lines = diff.replace(/\n$/, '').split('\n');
  const first = lines.findIndex((line) => line.startsWith('@@'));
  const body = first === -1 ? ['@@', ...lines] : lines.slice(first);
  return body.map((line) => line.replace(/^@@ -[\d,]{1,40} \+[\d,]{1,40} @@.*$/, '@@'));
}
