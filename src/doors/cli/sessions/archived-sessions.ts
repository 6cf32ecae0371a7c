import { resolve } from 'node:path';
import type { Archive, ThreadStore } from '../../../archive/index.ts';
import { isFileGone } from '../../../archive/model/gone-file.ts';
import { infoOfRow, isStubRow } from '../../../archive/model/session-row.ts';
import { storedSessions } from '../../../archive/model/stored-sessions.ts';
import { parseTime } from '../../../core/thread/time.ts';
import { ThreadlineError } from '../../../errors.ts';
import { archiveLimits } from '../../../limits/archive.ts';
import { arrangeSessions, type ListedSession, type SessionInfo } from '../../../machine/sessions/index.ts';
import { readArchive } from '../read-archive.ts';
import { amount, grouped, localTime } from '../wording.ts';
import { sessionKey } from './session-usages.ts';

/** The archive's additions to a list of sessions; empty without an archive. */
export interface ArchivedSessions {
  /** Sessions whose files are gone. */
  gone: SessionInfo[];
  /** Sessions in which the text was said, by `agent:ID`. */
  saidIn: ReadonlySet<string>;
  /** The note to print: where the text was searched for, or why the archive was not read. */
  note?: string | undefined;
}

export interface ArchivedOptions {
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
  { homes, grep, agents, liveOnly = false }: ArchivedOptions,
): Promise<ArchivedSessions> {
  const isSearched = grep !== undefined && grep.trim() !== '';
  const nothing: ArchivedSessions = { gone: [], saidIn: new Set() };
  try {
    const read = await readArchive(async (archive) => {
      const gone = liveOnly ? [] : await goneSessions(archive, found, homes, agents);
      return { gone, ...(isSearched ? await findTexts(archive, grep) : { saidIn: new Set<string>() }) };
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
  homes: readonly string[] | undefined,
  agents: ArchivedOptions['agents'],
): Promise<SessionInfo[]> {
  const names = agents && new Set(agents.map(({ name }) => name));
  const known = new Set(found.map(sessionKey));
  const wanted = homes && new Set(homes.map((home) => resolve(home)));
  const gone: SessionInfo[] = [];
  for await (const row of storedSessions(archive, { subagents: true })) {
    const { agent, threadId, home } = row.key;
    const isListed = known.has(sessionKey({ agent, id: threadId }));
    const isAsked = (wanted?.has(home) ?? true) && (names?.has(agent) ?? true);
    const isWanted = !isListed && isAsked && !isStubRow(row);
    if (isWanted && (row.gone || isFileGone(row.path, home))) gone.push({ ...infoOfRow(row), gone: true });
  }
  return gone;
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
