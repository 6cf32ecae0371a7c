import type { SessionRow } from '../../archive/model/session-row.ts';
import { parseTime } from '../../core/thread/time.ts';
import type { SessionInfo } from '../../machine/sessions/session-info.ts';
import type { UsageTotal } from '../../machine/usage/usage-total.ts';
import type { ApiStatus, ApiUsage, SessionHead } from './api-types.ts';
import { hideSecrets } from './hide-secrets.ts';

/** The title of a session that says nothing. */
export const UNTITLED = 'Untitled';

/** An agent's name and a thread's id: a key of the index, and never a path. */
export function indexKey(agent: string, id: string): string {
  return `${agent}/${lastName(id)}`;
}

/** A file without an id goes by its name. In the archive, which has files of many homes, it goes by its path. */
function lastName(id: string): string {
  return id.slice(Math.max(id.lastIndexOf('/'), id.lastIndexOf('\\')) + 1);
}

/** The earlier head of the same copy of a session. */
interface KnownHead {
  head: SessionHead;
  /** True if the copy has a file on this machine. */
  isHere: boolean;
}

/** A session's head for the list, from the beginning of its file or, with `row`, from a store. */
export function listedHead(
  info: SessionInfo,
  { known, row, userHome }: { known: KnownHead | undefined; row?: SessionRow; userHome: string },
): SessionHead {
  const agent = info.agent ?? 'unknown';
  // The file of this machine knows better than a store when it was written to.
  const lastAt = row && known?.isHere && !row.gone ? known.head.lastAt : parseTime(info.updatedAt);
  const { origin } = info;
  const copyOf = origin?.thread_id === undefined ? undefined : indexKey(origin.agent, origin.thread_id);
  const head: SessionHead = {
    status: 'done',
    turns: info.turns ?? 0,
    messages: 0,
    errors: 0,
    problems: info.problems.length,
    shape: [],
    ...known?.head,
    ...(row && countsOf(row, known)),
    key: indexKey(agent, info.id || info.path),
    agent,
    id: lastName(info.id || info.path),
    title: firstLine(info.title ?? info.firstPrompt) || known?.head.title || UNTITLED,
    lastAt: lastAt ?? 0,
    ...optional({
      firstPrompt: info.firstPrompt && firstLine(info.firstPrompt),
      // A detached one has no name.
      branch: info.branch === 'HEAD' ? undefined : info.branch && hideSecrets(info.branch),
      model: info.model,
      version: info.cliVersion,
      startedAt: parseTime(info.createdAt),
      parent: info.parentId === undefined ? copyOf : indexKey(agent, info.parentId),
      copyOf,
      forkedFrom: info.forkedFromId && indexKey(agent, info.forkedFromId),
      machine: info.machine,
      person: row?.person,
      teams: row?.teams,
      repository: row?.repository,
      ...projectOf(info.cwd, userHome),
    }),
  };
  if (info.gone) head.gone = true;
  else delete head.gone;
  if (info.source === 'exec' || info.source === 'sdk-cli') head.automated = true;
  return head;
}

/** Facts that only a full reading of a session gives. */
function countsOf(row: SessionRow, known: KnownHead | undefined): Partial<SessionHead> {
  const { turns, messages, errors, problems, startedAt, endedAt } = row;
  const counts = { turns, messages, errors, problems, status: statusOf(row, known) };
  // A header may be dated after the last line, by a clock that was set back.
  if (startedAt === undefined || endedAt === undefined) return counts;
  return { ...counts, ms: Math.max(0, endedAt - startedAt) };
}

/** For a session that runs on this machine, its file knows better. */
function statusOf({ status }: SessionRow, known: KnownHead | undefined): ApiStatus {
  if (!known?.isHere) return status;
  return isAtWork(status) || isAtWork(known.head.status) ? known.head.status : status;
}

/** True for a status that changes by itself, with time. */
export function isAtWork(status: ApiStatus): boolean {
  return status === 'working' || status === 'waiting';
}

/** A folder, in full and in short: the user's begin with `~`. */
function projectOf(cwd: string | undefined, userHome: string): { project?: string; projectName?: string } {
  if (cwd === undefined) return {};
  return { project: cwd, projectName: shortFolder(cwd, userHome) };
}

export function apiUsage(total: UsageTotal): ApiUsage {
  const { input, cached, cacheWrite, output, reasoning, costUsd, unpriced } = total;
  const usage: ApiUsage = { input, cached, cacheWrite, output, reasoning, total: total.total, costUsd };
  if (Object.keys(unpriced).length > 0) usage.unpriced = unpriced;
  return usage;
}

/** The most characters of a name or a first text in the list. */
const MAX_LINE_LENGTH = 300;

function firstLine(text: string | undefined): string {
  return hideSecrets((text ?? '').trimStart().slice(0, MAX_LINE_LENGTH).split('\n', 1)[0] ?? '');
}

/** Only the fields that are present. An absent one is absent in JSON, too, and does not replace a known value. */
function optional<Fields extends object>(fields: Fields): { [Key in keyof Fields]: NonNullable<Fields[Key]> } {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(known) as { [Key in keyof Fields]: NonNullable<Fields[Key]> };
}

/** `~/parser-lab`: a folder below the user's own, in short. */
export function shortFolder(path: string, userHome: string): string {
  const isInside = userHome !== '' && (path === userHome || path.startsWith(`${userHome}/`));
  return isInside ? `~${path.slice(userHome.length)}` : path;
}
