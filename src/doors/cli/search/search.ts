import type { SearchHit, SearchPage, SearchQuery, ThreadStore } from '../../../archive/index.ts';
import { joinWords } from '../../../core/tools/shell-words.ts';
import { archiveLimits } from '../../../limits/archive.ts';
import type { CliContext } from '../agents.ts';
import { bringUpToDate } from '../archive/bring-up-to-date.ts';
import { type ExitCode, exitCodes, takeSignals, usageError } from '../exit.ts';
import { openOutput } from '../output.ts';
import { createStatusLine } from '../progress.ts';
import { withRemoteStore } from '../remote/remote-store.ts';
import { report } from '../report.ts';
import { createScreen } from '../screen.ts';
import { namedServer } from '../server-url.ts';
import { terminalLine } from '../terminal-text.ts';
import { amount, grouped, localTime } from '../wording.ts';
import { createJsonEncoder } from '../write-json.ts';
import type { SearchValues } from './command.ts';
import { parseQuery } from './parse-query.ts';
import { parseFilters, parseLimit } from './search-filters.ts';
import { hitsText } from './search-hits.ts';

/** The result to show: everything, or what was found before an interruption. */
type Found = Pick<SearchPage, 'hits' | 'searched' | 'freshAt' | 'rankedOf' | 'gaveUp'> & { more: boolean };

/** Brings the archive up to date and searches it. */
export async function search(args: readonly string[], values: SearchValues & CliContext): Promise<ExitCode> {
  const meant = parseQuery(args, values);
  if (values.best && (meant.mode === 'exact' || meant.mode === 'regex'))
    throw usageError('--best ranks words and phrases only', 'search');
  const query: SearchQuery = { ...meant, best: values.best, ...parseFilters(values, values.agents) };
  const limit = parseLimit(values.limit);
  const address = namedServer('search', values.archive);
  if (address !== undefined) {
    return withRemoteStore(address, async (store) => {
      const found = await find(store, query, limit, async () => ({ sessions: 0, freshAt: 0 }));
      await (values.json ? printJson(query, found) : printText(found, values.color));
      return exitCodes.ok;
    });
  }
  return bringUpToDate(values, async (archive, done) => {
    const found = await find(archive, query, limit, () => archive.state());
    await (values.json ? printJson(query, found) : printText(found, values.color));
    return done?.unfinished === 'disk-full' ? exitCodes.environment : exitCodes.ok;
  });
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
    return { hits, more: true, searched: { sessions, of: sessions }, freshAt };
  } finally {
    line.hide();
  }
}

async function printText(found: Found, color: string | undefined): Promise<void> {
  const output = openOutput();
  const screen = createScreen({ color });
  output.append(hitsText(found.hits, screen));
  const [first] = found.hits;
  if (first && output.isTerminal) {
    const { session, message } = first;
    const command = joinWords(['threadline', 'show', `${session.threadId}#${message}`]);
    output.append(`\n${screen.style.dim(`${terminalLine(command)}\nopens the first hit`)}\n`);
  }
  await output.flush();
  report(summary(found));
  const { rankedOf, gaveUp } = found;
  if (rankedOf !== undefined) report(`only the newest ${grouped(rankedOf)} that match were ranked`);
  if (gaveUp !== undefined)
    report(
      `the pattern took longer than ${archiveLimits.regexBatchMs / 1000} s: ${amount(gaveUp, 'text')} were not looked at`,
    );
}

/** The number of hits, the amount searched, and its age. */
function summary({ hits, more, searched: { sessions, of }, freshAt }: Found): string {
  const found = hits.length === 0 ? 'nothing found' : amount(hits.length, 'hit');
  const rest = more ? ' and more (--limit N)' : '';
  const part = of > sessions ? `${grouped(sessions)} of ${amount(of, 'session')}` : amount(sessions, 'session');
  return `${found}${rest} in ${part}, as of ${localTime(freshAt) || 'never'}`;
}

async function printJson({ text, mode }: SearchQuery, { hits, more, searched }: Found): Promise<void> {
  const output = openOutput();
  const encode = createJsonEncoder({ forTerminal: output.isTerminal });
  output.append(`${encode({ query: text, mode, searched, more, hits: hits.map(hitJson) })}\n`);
  await output.flush();
}

function hitJson(hit: SearchHit): object {
  const { session, machine, message, role, kind, tool, at, title, before, match, after } = hit;
  return {
    agent: session.agent,
    session: session.threadId,
    ...(machine !== undefined && { machine }),
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
