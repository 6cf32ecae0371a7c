import type { BlockKind, BlockRole, SearchQuery } from '../../../archive/index.ts';
import { archiveLimits } from '../../../limits/archive.ts';
import type { CliContext } from '../agents.ts';
import { usageError } from '../exit.ts';
import { didYouMean } from '../nearest.ts';
import { parseCount } from '../options.ts';
import { parsePeriod } from '../when.ts';
import type { SearchValues } from './command.ts';

const ROLES: readonly BlockRole[] = ['user', 'assistant', 'system'];
const KINDS: readonly BlockKind[] = ['text', 'thinking', 'tool_use', 'tool_result', 'image', 'note'];
const USUAL_HITS = 20;

/** The filters of a search, parsed and checked. */
export async function parseFilters(
  values: SearchValues & CliContext,
  archive?: string,
): Promise<Omit<SearchQuery, 'text' | 'mode'>> {
  const { agents, home: homes } = values;
  if (values.agent !== undefined)
    (await import('../sessions/filter.ts')).refuseUnknownAgent('search', values.agent, agents);
  const { since, until } = parsePeriod('search', values);
  const [role, kind] = [oneOf('--role', values.role, ROLES), oneOf('--kind', values.kind, KINDS)];
  // What knows the folders of all sessions takes long to load.
  const isProjectGiven = values.here || values.project !== undefined;
  const projects = isProjectGiven
    ? await (await import('../project.ts')).chosenProjects('search', values, { agents, homes, archive })
    : undefined;
  return {
    agent: values.agent,
    projects,
    since: since?.at,
    until: until?.at,
    role,
    kind,
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

function oneOf<Name extends string>(option: string, text: string | undefined, names: readonly Name[]) {
  const found = names.find((name) => name === text);
  if (text === undefined || found) return found;
  throw usageError(`${option} takes ${names.join(', ')}, not '${text}'${didYouMean(text, names)}`, 'search');
}
