import { resolve } from 'node:path';
import type { Archive, ThreadStore } from '../../../archive/index.ts';
import { infoOfRow, isStubRow } from '../../../archive/model/session-row.ts';
import { amount, grouped } from '../../../core/text/amount.ts';
import { parseTime } from '../../../core/thread/time.ts';
import { ThreadlineError } from '../../../errors.ts';
import { archiveLimits } from '../../../limits/archive.ts';
import type { KeptSum } from '../../../machine/provenance/edit-index.ts';
import {
  arrangeSessions,
  type ListedSession,
  type SessionFile,
  type SessionInfo,
} from '../../../machine/sessions/index.ts';
import { readArchive } from '../read-archive.ts';
import { localTime } from '../wording.ts';
import { sessionKey } from './session-usages.ts';

/** The archive's additions to a list of sessions; empty without an archive. */
export interface ArchivedSessions {
  /** Sessions whose files are gone. */
  gone: SessionInfo[];
  /** Sessions in which the text was said, by `agent:ID`. */
  saidIn: ReadonlySet<string>;
  /** How much sessions changed, by `agent:ID`: of those that the archive has counted. */
  sums: ReadonlyMap<string, KeptSum>;
  /** The note to print: where the text was searched for, or why the archive was not read. */
  note?: string | undefined;
}

export interface ArchivedOptions {
  /** All session files that are there. Default: those of the sessions that were found. */
  files?: readonly SessionFile[] | undefined;
  /** Those of them of which only names are known. */
  unread?: readonly SessionFile[] | undefined;
  homes?: readonly string[] | undefined;
  /** The text to search for. */
  grep?: string | undefined;
  /** Restricts the search to these agents. */
  agents?: readonly { name: string }[] | undefined;
  /** Leaves sessions out whose files are gone. */
  liveOnly?: boolean | undefined;
}

/** Reads the archive as it is. An unusable one is reported, and the list does without it. */
export async function readArchivedSessions(
  found: readonly SessionInfo[],
  options: ArchivedOptions,
): Promise<ArchivedSessions> {
  const { grep, liveOnly = false } = options;
  const isSearched = grep !== undefined && grep.trim() !== '';
  const nothing: ArchivedSessions = { gone: [], saidIn: new Set(), sums: new Map() };
  try {
    const read = await readArchive(async (archive) => {
      const gone = liveOnly ? [] : await goneSessions(archive, found, options);
      const sums = await archive.edits.sums();
      return { gone, sums, ...(isSearched ? await findTexts(archive, grep) : { saidIn: new Set<string>() }) };
    });
    return read ?? nothing;
  } catch (error) {
    if (!(error instanceof ThreadlineError)) throw error;
    // A first command that was ended at once leaves an empty file.
    return error.code === 'not-found' ? nothing : { ...nothing, note: error.message };
  }
}

/** Includes those whose files went since the last update of the archive. */
async function goneSessions(
  archive: Archive,
  found: readonly SessionInfo[],
  { homes, agents, files, unread = [] }: ArchivedOptions,
): Promise<SessionInfo[]> {
  const rows = await archive.goneSessions({
    found: new Set((files ?? found).map(({ path }) => path)),
    homes: homes && new Set(homes.map((home) => resolve(home))),
    agents: agents && new Set(agents.map(({ name }) => name)),
  });
  const known = new Set(rows.length > 0 ? [...found.map(sessionKey), ...unread.flatMap(fileKey)] : []);
  return rows
    .filter((row) => !known.has(sessionKey({ agent: row.key.agent, id: row.key.threadId })) && !isStubRow(row))
    .map((row) => ({ ...infoOfRow(row), gone: true }));
}

/** The session of a file, if its name tells. */
function fileKey({ agent, threadId }: SessionFile): string[] {
  return threadId === undefined ? [] : [sessionKey({ agent: agent?.name, id: threadId })];
}

/** The special characters of a pattern. */
const SPECIAL = /[\\^$.*+?()[\]{}|/]/g;

/** Follows the same rule as in titles: case and the kind of blanks do not matter. */
export async function findTexts(
  archive: ThreadStore,
  text: string,
): Promise<Pick<ArchivedSessions, 'saidIn' | 'note'>> {
  const pattern = text.trim().replaceAll(SPECIAL, '\\$&').replaceAll(/\s+/g, '\\s+');
  const { hits, next, searched, freshAt } = await archive.search(
    { text: pattern, mode: 'regex', flags: 'i' },
    { limit: archiveLimits.maxPageRows },
    { context: 0 },
  );
  const most = next === undefined ? '' : `, the newest ${grouped(hits.length)} places`;
  const time = localTime(freshAt);
  const fresh = time === '' ? '' : `, as of ${time}`;
  return {
    saidIn: new Set(hits.map(({ session }) => sessionKey({ agent: session.agent, id: session.threadId }))),
    note: `looked at titles, first prompts and the texts of ${amount(searched.sessions, 'session')}${most}${fresh}`,
  };
}

/** Merges sessions without a file into the list, by time. They get no number: not every command can open them. */
export function withGone(listed: readonly ListedSession[], gone: readonly SessionInfo[]): ListedSession[] {
  if (gone.length === 0) return [...listed];
  const nameless = arrangeSessions(gone).map((session) => ({ ...session, number: '-' }));
  const timeOf = ([first]: readonly ListedSession[]) => parseTime(first?.info.updatedAt) ?? 0;
  return [...familiesOf(listed), ...familiesOf(nameless)].sort((one, other) => timeOf(other) - timeOf(one)).flat();
}

/** Each session of a person with those that its agent started. */
export function familiesOf(listed: readonly ListedSession[]): ListedSession[][] {
  const families: ListedSession[][] = [];
  for (const session of listed) {
    const last = families.at(-1);
    if (session.depth > 0 && last) last.push(session);
    else families.push([session]);
  }
  return families;
}
