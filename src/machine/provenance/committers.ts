import { parseObject } from '../../core/lines/json.ts';
import type { CommitChanges } from '../git/commit-changes.ts';
import { readGitAiNote } from '../git/git-ai-note.ts';
import type { Repository } from '../git/repository.ts';

/** A session that is said to have committed: by the output of a command, a note of git-ai, or a trailer. */
export interface Committer {
  agent?: string | undefined;
  id: string;
  source: 'trailer' | 'git-ai' | 'output';
}

/** Who is said to have committed a line. It is shown beside the writer that we found, and never decides. */
export type CommitterOf = (path: string, line: number) => Committer | undefined;

const SESSION = /^(?:[a-z]{2,30}-)?Session(?:-Id)?:[ \t]*(\S{6,200})[ \t]*$/im;
const CHECKPOINT = /^Entire-Checkpoint:[ \t]*([0-9a-f]{12})[ \t]*$/im;
const CHECKPOINTS = 'refs/heads/entire/checkpoints/v1';
/** Entire put the day before a session's id. */
const DAY = /^\d{4}-\d\d-\d\d-(?=[0-9a-f]{8}-)/;

/** Reads what others say of a commit. `printed` is the session that was shown the commit's hash when it committed. */
export async function readCommitters(
  repository: Repository,
  { commit, message }: CommitChanges,
  printed: Committer | undefined,
): Promise<CommitterOf> {
  if (printed) return () => printed;
  const noted = await readGitAiNote(repository, commit);
  const id = SESSION.exec(message)?.[1] ?? (await checkpointSession(repository, CHECKPOINT.exec(message)?.[1]));
  const trailer: Committer | undefined = id === undefined ? undefined : { id: id.replace(DAY, ''), source: 'trailer' };
  return (path, line) => {
    const note = noted(path, line);
    return note ? { ...note, source: 'git-ai' } : trailer;
  };
}

/** The session of a checkpoint that Entire keeps in a branch of the repository. */
async function checkpointSession({ blobs, blobOf }: Repository, checkpoint: string | undefined) {
  if (checkpoint === undefined) return undefined;
  const folder = `${checkpoint.slice(0, 2)}/${checkpoint.slice(2)}`;
  for (const file of ['0/metadata.json', 'metadata.json']) {
    const blob = await blobOf(CHECKPOINTS, `${folder}/${file}`);
    const text = blob === undefined ? undefined : (await blobs.read(blob))?.toString('utf8');
    const id = text === undefined ? undefined : parseObject(text)?.session_id;
    if (typeof id === 'string' && id !== '') return id;
  }
  return undefined;
}
