import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BlockKind, BlockRole, SearchQuery } from '../../../archive/index.ts';
import { archiveLimits } from '../../../limits/archive.ts';
import type { AgentStore } from '../../../machine/sessions/index.ts';
import { usageError } from '../exit.ts';
import { didYouMean } from '../nearest.ts';
import { parseCount } from '../options.ts';
import { parseSince, parseUntil, refuseUnknownAgent } from '../sessions/filter.ts';
import type { SearchValues } from './command.ts';

const ROLES: readonly BlockRole[] = ['user', 'assistant', 'system'];
const KINDS: readonly BlockKind[] = ['text', 'thinking', 'tool_use', 'tool_result', 'image'];
const USUAL_HITS = 20;

/** The filters of a search, parsed and checked. */
export function parseFilters(values: SearchValues, agents?: readonly AgentStore[]): Omit<SearchQuery, 'text' | 'mode'> {
  if (values.here && values.project) throw usageError('--here and --project exclude each other', 'search');
  refuseUnknownAgent('search', values.agent, agents);
  const folders = values.here ? ['.'] : values.project;
  return {
    agent: values.agent,
    projects: folders?.flatMap(folderNames),
    since: parseSince(values.since, Date.now(), 'search'),
    until: parseUntil(values.until, Date.now(), 'search'),
    role: oneOf('--role', values.role, ROLES),
    kind: oneOf('--kind', values.kind, KINDS),
    tool: values.tool,
    file: values.file,
    model: values.model,
    errors: values.errors,
    machine: values.machine,
  };
}

/** The number of hits to show. */
export function parseLimit(text: string | undefined): number {
  const limit = parseCount('search', '--limit', text, 1) ?? USUAL_HITS;
  if (limit <= archiveLimits.maxPageRows) return limit;
  throw usageError(`--limit takes at most ${archiveLimits.maxPageRows}, not '${text}'`, 'search');
}

/** The given path of a folder and its real path: agents record either. */
export function folderNames(folder: string): string[] {
  const path = resolve(folder);
  try {
    const real = realpathSync(path);
    return real === path ? [path] : [path, real];
  } catch {
    // The folder may be gone. Its sessions are still there.
    return [path];
  }
}

function oneOf<Name extends string>(option: string, text: string | undefined, names: readonly Name[]) {
  const found = names.find((name) => name === text);
  if (text === undefined || found) return found;
  throw usageError(`${option} takes ${names.join(', ')}, not '${text}'${didYouMean(text, names)}`, 'search');
}
