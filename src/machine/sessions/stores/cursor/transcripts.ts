import { basename, dirname, sep } from 'node:path';
import { pathName } from '../../path-name.ts';
import { type FileIdentity, normaliseId } from '../../store.ts';

export const PROJECTS = 'projects';
const TRANSCRIPTS = 'agent-transcripts';
const FILE = /^([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})\.jsonl$/i;

/** `agent-transcripts/<id>/<id>.jsonl`, in older versions `<id>.jsonl`, and `<id>/subagents/<child>.jsonl`. */
export function identifyTranscript(path: string): FileIdentity | undefined {
  const [, id] = FILE.exec(pathName(path)) ?? [];
  if (id === undefined || !path.split(sep).includes(TRANSCRIPTS)) return undefined;
  const folder = dirname(path);
  const identity: FileIdentity = { wire: 'cursor-transcript', threadId: id.toLowerCase(), archived: false };
  if (basename(folder) === 'subagents') identity.parentId = normaliseId(basename(dirname(folder)));
  return identity;
}
