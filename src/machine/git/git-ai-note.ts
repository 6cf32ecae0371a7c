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

/** The notes of each repository, listed once: most have none. */
const listed = new WeakMap<Repository, Promise<ReadonlyMap<string, string>>>();

/** Reads the note that git-ai keeps of a commit (`refs/notes/ai`, version 3), if there is one. */
export async function readGitAiNote(repository: Repository, commit: string): Promise<LineNotes> {
  const known = listed.get(repository) ?? listNotes(repository);
  listed.set(repository, known);
  const name = (await known).get(commit);
  const note = name === undefined ? undefined : await repository.blobs.read(name);
  return note ? parseGitAiNote(note.toString('utf8')) : NOTHING;
}

/** The name of each note by the commit that it is of. */
async function listNotes({ folder }: Repository): Promise<ReadonlyMap<string, string>> {
  const { output, exitCode } = await runGit(folder, ['notes', '--ref=ai', 'list']);
  const lines = exitCode === 0 ? output.toString('latin1').split('\n') : [];
  return new Map(
    lines.map((line): [string, string] => {
      const [note = '', of = ''] = line.split(' ');
      return [of, note];
    }),
  );
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
