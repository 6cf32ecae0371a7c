import type { SearchHit, SearchQuery } from '../../../archive/index.ts';
import { amount, grouped } from '../../../core/text/amount.ts';
import { archiveLimits } from '../../../limits/archive.ts';
import { type ExitCode, exitCodes } from '../exit.ts';
import { openOutput } from '../output.ts';
import { report } from '../report.ts';
import { createScreen } from '../screen.ts';
import { localTime } from '../wording.ts';
import { createJsonEncoder } from '../write-json.ts';
import type { SearchValues } from './command.ts';
import type { Found } from './found.ts';
import { filterText, nearText } from './no-hits-text.ts';
import { hitsText } from './search-hits.ts';

/** How a search is shown. */
export interface Shown {
  query: SearchQuery;
  limit: number;
  values: Pick<SearchValues, 'json' | 'color'>;
  what?: 'session' | 'file' | undefined;
}

/** Prints what was found. The exit code tells scripts whether there was anything, and whether all was searched. */
export async function printFound(found: Found, shown: Shown, isWhole = true): Promise<ExitCode> {
  await (shown.values.json ? printJson(shown.query, found) : printText(found, shown));
  if (found.isInterrupted) return exitCodes.interrupted;
  if (!isWhole || found.gaveUp !== undefined || found.searchedFrom !== undefined) return exitCodes.environment;
  return found.hits.length === 0 ? exitCodes.answerIsNo : exitCodes.ok;
}

async function printText(found: Found, { query, limit, values, what = 'session' }: Shown): Promise<void> {
  const output = openOutput();
  const screen = createScreen({ color: values.color });
  output.append(hitsText(found.hits, screen));
  const command = output.isTerminal ? found.opensFirst : undefined;
  if (command !== undefined) output.append(`\n${screen.style.dim(`${command}\nopens the first hit`)}\n`);
  await output.flush();
  report(summary(query, found, limit, what));
  const { rankedOf, gaveUp, nothing, searchedFrom } = found;
  if (nothing && nothing.near.length > 0) report(nearText(nothing.near));
  if (rankedOf !== undefined) report(`only the newest ${grouped(rankedOf)} that match were ranked`);
  if (searchedFrom !== undefined)
    report(
      `no index helps here: only what is newer than ${localTime(searchedFrom)} was looked at; --until goes on there`,
    );
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

async function printJson(
  { text, mode }: SearchQuery,
  { hits, more, searched, searchedFrom, nothing }: Found,
): Promise<void> {
  const output = openOutput();
  const encode = createJsonEncoder({ forTerminal: output.isTerminal });
  const from = searchedFrom === undefined ? {} : { searched_from: new Date(searchedFrom).toISOString() };
  output.append(
    `${encode({ query: text, mode, searched, ...from, more, ...(nothing && { near: nothing.near }), hits: hits.map(hitJson) })}\n`,
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
