import { isObject, parseObject } from '../../core/lines/json.ts';
import type { Repository } from './repository.ts';
import { runGit } from './run-git.ts';
import { unquotePath } from './unquote-path.ts';

/** A session that a note of git-ai names. */
export interface NotedSession {
  agent?: string | undefined;
  id: string;
}

/** The session that the note of a commit names for a line. */
export type LineNotes = (path: string, line: number) => NotedSession | undefined;

const NOTHING: LineNotes = () => undefined;

/** Reads the note that git-ai keeps of a commit (`refs/notes/ai`, version 3), if there is one. */
export async function readGitAiNote({ folder, blobs }: Repository, commit: string): Promise<LineNotes> {
  const { output, exitCode } = await runGit(folder, ['notes', '--ref=ai', 'list', commit]);
  const note = exitCode === 0 ? await blobs.read(output.toString('latin1').trim()) : undefined;
  return note ? parseGitAiNote(note.toString('utf8')) : NOTHING;
}

/** Paths at the start of lines, below each `  KEY 1-4,9`, then `---` and JSON that tells what keys are. */
export function parseGitAiNote(note: string): LineNotes {
  const cut = note.search(/^---$/m);
  if (cut === -1) return NOTHING;
  const sessions = sessionsOf(note.slice(cut + 4));
  const ranges = new Map<string, { from: number; to: number; session: NotedSession }[]>();
  let path = '';
  for (const line of note.slice(0, cut).split('\n')) {
    const entry = /^ {2}(\S+) ([\d,-]+)$/.exec(line);
    if (!entry) {
      if (line !== '') path = unquotePath(line);
      continue;
    }
    const [, key = '', spans = ''] = entry;
    const session = sessions.get(key.split('::')[0] ?? '');
    if (!session) continue;
    const known = ranges.get(path) ?? [];
    ranges.set(path, known);
    for (const span of spans.split(',')) {
      const [from = 0, to = from] = span.split('-').map(Number);
      known.push({ from, to, session });
    }
  }
  return (file, line) => ranges.get(file)?.find(({ from, to }) => from <= line && line <= to)?.session;
}

function sessionsOf(text: string): Map<string, NotedSession> {
  const parsed = parseObject(text);
  const found = new Map<string, NotedSession>();
  for (const group of [parsed?.prompts, parsed?.sessions]) {
    for (const [key, told] of isObject(group) ? Object.entries(group) : []) {
      const agent = isObject(told) && isObject(told.agent_id) ? told.agent_id : {};
      if (typeof agent.id !== 'string' || agent.id === '') continue;
      found.set(key, { id: agent.id, agent: typeof agent.tool === 'string' ? agent.tool : undefined });
    }
  }
  return found;
}
