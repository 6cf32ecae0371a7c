import type { SearchHit, SearchPage, SearchQuery, ThreadStore } from '../../../archive/index.ts';
import { archiveLimits } from '../../../limits/archive.ts';
import type { CliContext } from '../agents.ts';
import { openAnnotations } from '../annotations.ts';
import { bringUpToDate } from '../archive/bring-up-to-date.ts';
import { type ExitCode, endOnSignal, exitCodes, takeSignals, usageError } from '../exit.ts';
import { openOutput } from '../output.ts';
import { createStatusLine } from '../progress.ts';
import { withRemoteStore } from '../remote/remote-store.ts';
import { report } from '../report.ts';
import { createScreen } from '../screen.ts';
import { namedServer } from '../server-url.ts';
import { amount, grouped, localTime } from '../wording.ts';
import { createJsonEncoder } from '../write-json.ts';
import type { SearchValues } from './command.ts';
import { countSearched, filterText, type NearWord, nearHits, nearText } from './no-hits.ts';
import { parseQuery } from './parse-query.ts';
import { parseFilters, parseLimit } from './search-filters.ts';
import { hitsText } from './search-hits.ts';
import { showCommand } from './show-command.ts';

/** The result to show: everything, or what was found before an interruption. */
interface Found extends Pick<SearchPage, 'hits' | 'searched' | 'freshAt' | 'rankedOf' | 'gaveUp'> {
  more: boolean;
  isInterrupted?: boolean;
  /** If nothing was found: what was searched, and the words that were probably meant. */
  nothing?: { sessions: number; near: readonly NearWord[] };
}

/** Brings the archive up to date and searches it. */
export async function search(args: readonly string[], values: SearchValues & CliContext): Promise<ExitCode> {
  const meant = parseQuery(args, values);
  if (values.best && (meant.mode === 'exact' || meant.mode === 'regex'))
    throw usageError('--best ranks words and phrases only', 'search');
  const limit = parseLimit(values.limit);
  const address = values.in ? undefined : namedServer('search', values.archive);
  const query: SearchQuery = { ...meant, best: values.best, ...(await parseFilters(values, address)) };
  if (values.ghosts && (values.in ?? address) !== undefined)
    throw usageError('--ghosts is about the sessions of this machine', 'search');
  if (values.in) return searchNamed(values.in, query, limit, values);
  if (address !== undefined) {
    return withRemoteStore(address, async (store) => {
      const found = await find(store, query, limit, async () => ({ sessions: 0, freshAt: 0 }));
      return answer(await withTitles(store, query, limit, found), { store, query, limit, values });
    });
  }
  return bringUpToDate(values, async (archive, done) => {
    const found = await find(archive, query, limit, () => archive.state());
    const isWhole = done !== undefined && done.unfinished === undefined;
    const titled = await withTitles(archive, query, limit, found);
    const all = values.ghosts ? await withGhosts(query, limit, titled, values) : titled;
    return answer(all, { store: archive, query, limit, values, isWhole });
  });
}

interface Asked {
  store: ThreadStore;
  query: SearchQuery;
  limit: number;
  values: SearchValues;
  /** False if the archive is not up to date. */
  isWhole?: boolean;
}

/** Prints what was found. The exit code tells scripts whether there was anything, and whether all was searched. */
async function answer(found: Found, { store, query, limit, values, isWhole = true }: Asked): Promise<ExitCode> {
  if (found.hits.length === 0 && !found.isInterrupted) {
    const [sessions, near] = [await countSearched(store, query), await nearHits(store, query)];
    found.nothing = { sessions, near };
  }
  await (values.json ? printJson(query, found) : printText(query, found, limit, values.color));
  if (found.isInterrupted) return exitCodes.interrupted;
  if (!isWhole || found.gaveUp !== undefined) return exitCodes.environment;
  return found.hits.length === 0 ? exitCodes.answerIsNo : exitCodes.ok;
}

/** Puts what people noted before what was said, and sessions found by their titles alone after it. */
async function withTitles(store: ThreadStore, query: SearchQuery, limit: number, found: Found): Promise<Found> {
  if (found.isInterrupted) return found;
  const annotations = openAnnotations();
  const { searchNotes, searchTitles, withGivenTitles } = await import('./search-notes.ts');
  const noted = annotations.size === 0 ? [] : await searchNotes(store, annotations, query, limit);
  const said = withGivenTitles(found.hits, annotations);
  const room = limit - noted.length - said.length;
  const titled = room > 0 && !found.more ? await searchTitles(store, query, limit, [...noted, ...said]) : [];
  const hits = [...noted, ...said, ...titled];
  return { ...found, hits: hits.slice(0, limit), more: found.more || hits.length > limit };
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
  await (values.json ? printJson(query, page) : printText(query, page, limit, values.color, 'file'));
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
    const { next, ...page } = await store.search(
      query,
      { limit },
      {
        signal: stop.signal,
        onHit: (hit) => hits.push(hit),
        onScan: (done, of) => line.show(() => `searching  ${grouped(done)} of ${grouped(of)} texts`),
      },
    );
    // Ranked hits have only one page.
    return { ...page, more: next !== undefined || (query.best === true && page.hits.length === limit) };
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    const { sessions, freshAt } = await state();
    return { hits, more: true, searched: { sessions, of: sessions }, freshAt, isInterrupted: true };
  } finally {
    line.hide();
  }
}

async function printText(
  query: SearchQuery,
  found: Found,
  limit: number,
  color: string | undefined,
  what: 'session' | 'file' = 'session',
): Promise<void> {
  const output = openOutput();
  const screen = createScreen({ color });
  output.append(hitsText(found.hits, screen));
  const [first] = found.hits;
  if (first && output.isTerminal) {
    const command = showCommand(first);
    if (command !== undefined) output.append(`\n${screen.style.dim(`${command}\nopens the first hit`)}\n`);
  }
  await output.flush();
  report(summary(query, found, limit, what));
  const { rankedOf, gaveUp, nothing } = found;
  if (nothing && nothing.near.length > 0) report(nearText(nothing.near));
  if (rankedOf !== undefined) report(`only the newest ${grouped(rankedOf)} that match were ranked`);
  if (gaveUp !== undefined)
    report(
      `the pattern took longer than ${archiveLimits.regexBatchMs / 1000} s: ${amount(gaveUp, 'text')} were not looked at`,
    );
}

/** The number of hits, the amount searched, and its age. */
function summary(query: SearchQuery, found: Found, limit: number, what: 'session' | 'file'): string {
  const { hits, more, searched, freshAt, nothing } = found;
  const amountFound = hits.length === 0 ? `nothing found for '${query.text}'` : amount(hits.length, 'hit');
  const rest = more && hits.length > 0 ? ` and more (--limit ${limit * 2} shows twice as many)` : '';
  const sessions = nothing?.sessions ?? searched.sessions;
  const of = Math.max(searched.of, searched.sessions);
  const part = of > sessions ? `${grouped(sessions)} of ${amount(of, what)}` : amount(sessions, what);
  const time = what === 'file' ? '' : localTime(freshAt);
  return `${amountFound}${rest} in ${part}${nothing ? filterText(query) : ''}${time === '' ? '' : `, as of ${time}`}`;
}

async function printJson({ text, mode }: SearchQuery, { hits, more, searched, nothing }: Found): Promise<void> {
  const output = openOutput();
  const encode = createJsonEncoder({ forTerminal: output.isTerminal });
  output.append(
    `${encode({ query: text, mode, searched, more, ...(nothing && { near: nothing.near }), hits: hits.map(hitJson) })}\n`,
  );
  await output.flush();
}

function hitJson(hit: SearchHit): object {
  const { session, file, machine, ghost, message, role, kind, tool, at, title, before, match, after } = hit;
  return {
    agent: session.agent,
    id: session.threadId,
    session: session.threadId,
    ...(file !== undefined && { file }),
    ...(machine !== undefined && { machine }),
    ...(ghost && { ghost }),
    message,
    role,
    kind,
    ...(tool !== undefined && { tool }),
    time: at === 0 ? null : new Date(at).toISOString(),
    title: title ?? null,
    before,
    match,
    after,
  };
}
