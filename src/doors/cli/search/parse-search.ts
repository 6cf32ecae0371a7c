import type { SearchQuery } from '../../../archive/index.ts';
import type { CliContext } from '../agents.ts';
import { usageError } from '../exit.ts';
import type { SearchValues } from './command.ts';
import { parseQuery } from './parse-query.ts';
import { parseFilters, parseLimit } from './search-filters.ts';

/** A search as it was asked for. */
export interface ParsedSearch {
  query: SearchQuery;
  limit: number;
  /** The server to ask instead of this machine. */
  address: string | undefined;
}

/** Checks all arguments before anything is opened. Loads little: most searches name neither a server nor a project. */
export async function parseSearch(args: readonly string[], values: SearchValues & CliContext): Promise<ParsedSearch> {
  const meant = parseQuery(args, values);
  if (values.best && (meant.mode === 'exact' || meant.mode === 'regex'))
    throw usageError('--best ranks words and phrases only', 'search');
  const limit = parseLimit(values.limit);
  const address = values.in ? undefined : await serverOf(values);
  if (values.ghosts && (values.in ?? address) !== undefined)
    throw usageError('--ghosts is about the sessions of this machine', 'search');
  return { query: { ...meant, best: values.best, ...(await parseFilters(values, address)) }, limit, address };
}

async function serverOf(values: SearchValues): Promise<string | undefined> {
  if (!(values.archive ?? values.machine ?? process.env.THREADLINE_ARCHIVE)) return undefined;
  const { askedServer } = await import('../server-url.ts');
  return askedServer('search', values);
}
