import { text } from 'node:stream/consumers';
import type { BlameLevel } from '../../../machine/provenance/blame.ts';
import { usageError } from '../exit.ts';
import { refuseServer } from '../server-url.ts';

/** What was asked for, checked. */
export interface BlameRequest {
  file?:
    | { path: string; from?: number | undefined; to?: number | undefined; revision?: string | undefined }
    | undefined;
  commits: readonly string[];
  range?: string | undefined;
  repository: string;
  least: BlameLevel;
  prompts: boolean;
  shape: 'text' | 'json' | 'notes' | 'agent-trace';
  color?: string | undefined;
}

interface BlameValues {
  rev?: string | undefined;
  commit?: string[] | undefined;
  range?: string | undefined;
  repo?: string | undefined;
  'min-level'?: string | undefined;
  prompts?: boolean | undefined;
  archive?: string | undefined;
  json?: boolean | undefined;
  notes?: boolean | undefined;
  'agent-trace'?: boolean | undefined;
  color?: string | undefined;
}

const LEVELS: readonly BlameLevel[] = ['proven', 'derived', 'probable'];

export async function readBlameRequest(positionals: readonly string[], values: BlameValues): Promise<BlameRequest> {
  const { commit: named, range, rev, archive } = values;
  refuseServer('blame', archive, 'who wrote a line');
  const asked = [positionals.length > 0, named !== undefined, range !== undefined].filter(Boolean).length;
  if (asked !== 1 || positionals.length > 1) throw usageError('name one FILE, or --commit, or --range', 'blame');
  if (rev !== undefined && positionals.length === 0) throw usageError('--rev goes with FILE', 'blame');
  const [file] = positionals;
  const shape = parseShape(values);
  if (file !== undefined && (shape === 'notes' || shape === 'agent-trace'))
    throw usageError(`--${shape} goes with --commit or --range`, 'blame');
  const commits = named ? await readCommits(named) : [];
  if (shape === 'notes' && commits.length !== 1) throw usageError('--notes goes with one --commit', 'blame');
  return {
    file: file === undefined ? undefined : { ...parsePlace(file), revision: rev },
    commits,
    range,
    repository: values.repo ?? '.',
    least: parseLevel(values['min-level']),
    prompts: values.prompts === true,
    shape,
    color: values.color,
  };
}

/** `FILE`, `FILE:LINE`, `FILE:FROM-TO`. A name may hold a colon: only numbers at its end count. */
function parsePlace(given: string): { path: string; from?: number; to?: number } {
  const found = /^(.+):(\d{1,9})(?:-(\d{1,9}))?$/.exec(given);
  if (!found) return { path: given };
  const [, path = '', from = '1', to = from] = found;
  const [first, last] = [Number(from), Number(to)];
  if (first < 1 || last < first) throw usageError(`'${given}' names no lines`, 'blame');
  return { path, from: first, to: last };
}

function parseShape(values: BlameValues): BlameRequest['shape'] {
  const asked = (['json', 'notes', 'agent-trace'] as const).filter((shape) => values[shape]);
  if (asked.length > 1) throw usageError('--json, --notes and --agent-trace exclude each other', 'blame');
  return asked[0] ?? 'text';
}

async function readCommits(named: readonly string[]): Promise<string[]> {
  const lists: string[][] = [];
  for (const each of named) {
    if (each !== '-') lists.push([each]);
    else lists.push((await text(process.stdin)).split(/\s+/).filter(Boolean));
  }
  return lists.flat();
}

function parseLevel(given: string | undefined): BlameLevel {
  const level = given === undefined ? 'probable' : LEVELS.find((each) => each === given);
  if (level) return level;
  throw usageError(`--min-level takes ${LEVELS.join(', ')}, not '${given}'`, 'blame');
}
