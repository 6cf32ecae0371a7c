import type { SearchHit, SearchQuery, ThreadStore } from '../../../archive/index.ts';
import { grouped } from '../../../core/text/amount.ts';
import type { CliContext } from '../agents.ts';
import { openAnnotations } from '../annotations.ts';
import { bringUpToDate } from '../archive/bring-up-to-date.ts';
import { type ExitCode, endOnSignal, exitCodes, takeSignals, usageError } from '../exit.ts';
import { createStatusLine } from '../progress.ts';
import { withRemoteStore } from '../remote/remote-store.ts';
import type { SearchValues } from './command.ts';
import { completeFound, type Found, findPage } from './found.ts';
import type { ParsedSearch } from './parse-search.ts';
import { printFound } from './print-found.ts';
import { showCommand } from './show-command.ts';

/** Brings the archive up to date and searches it. */
export async function search(
  { query, limit, address }: ParsedSearch,
  values: SearchValues & CliContext,
): Promise<ExitCode> {
  const shown = { query, limit, values };
  if (values.in) return searchNamed(values.in, query, limit, values);
  if (address !== undefined) {
    return withRemoteStore(address, async (store) => {
      const found = await find(store, query, limit, async () => ({ sessions: 0, freshAt: 0 }));
      return printFound(await completed(store, query, limit, found), shown);
    });
  }
  return bringUpToDate(values, async (archive, done) => {
    const found = await find(archive, query, limit, () => archive.state());
    const isWhole = done !== undefined && done.unfinished === undefined;
    const whole = await completed(archive, query, limit, found);
    const all = values.ghosts ? await withGhosts(query, limit, whole, values) : whole;
    return printFound(all, shown, isWhole);
  });
}

async function completed(store: ThreadStore, query: SearchQuery, limit: number, found: Found): Promise<Found> {
  const annotations = found.isInterrupted ? new Map() : openAnnotations();
  return completeFound(found, { store, query, limit, annotations });
}

/** Adds prompts of sessions of which nothing else is left. They are read here and now, and never kept. */
async function withGhosts(
  query: SearchQuery,
  limit: number,
  found: Found,
  { agents, home: homes }: SearchValues & CliContext,
): Promise<Found> {
  if (found.isInterrupted || found.hits.length >= limit) return found;
  const { searchGhosts } = await import('./search-ghosts.ts');
  const hits = [...found.hits, ...(await searchGhosts(query, limit, { agents, homes }))];
  return { ...found, hits: hits.slice(0, limit), more: found.more || hits.length > limit };
}

/** Searches these files alone. No archive is read, made or brought up to date. */
async function searchNamed(
  files: readonly string[],
  query: SearchQuery,
  limit: number,
  values: SearchValues & CliContext,
): Promise<ExitCode> {
  if (values.archive !== undefined || values.machine !== undefined)
    throw usageError('--in searches files, --archive and --machine a server: give one of them', 'search');
  const { searchFiles } = await import('./search-files.ts');
  const { signal } = endOnSignal();
  const { agents, home: homes } = values;
  const { page, exitCode } = await searchFiles({ files, query, limit, signal, agents, homes });
  const [first] = page.hits;
  const found: Found = { ...page, opensFirst: first && showCommand(first) };
  await printFound(found, { query, limit, values, what: 'file' });
  return exitCode === exitCodes.ok && page.hits.length === 0 ? exitCodes.answerIsNo : exitCode;
}

/** Ctrl-C ends the search with what was found so far. A second one ends the program. */
async function find(
  store: ThreadStore,
  query: SearchQuery,
  limit: number,
  state: () => Promise<{ sessions: number; freshAt: number }>,
): Promise<Found> {
  const stop = new AbortController();
  takeSignals((exitCode) => {
    if (stop.signal.aborted) process.exit(exitCode);
    stop.abort();
  });
  const line = createStatusLine();
  const hits: SearchHit[] = [];
  try {
    return await findPage(store, query, limit, {
      signal: stop.signal,
      onHit: (hit) => hits.push(hit),
      onScan: (done, of) => line.show(() => `searching  ${grouped(done)} of ${grouped(of)} texts`),
    });
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    const { sessions, freshAt } = await state();
    return { hits, more: true, searched: { sessions, of: sessions }, freshAt, isInterrupted: true };
  } finally {
    line.hide();
  }
}
