import type { SessionRow } from '../../archive/model/session-row.ts';
import { parseTime } from '../../core/thread/time.ts';
import type { SessionInfo } from '../../machine/sessions/session-info.ts';
import type { UsageTotal } from '../../machine/usage/usage-total.ts';
import type { ApiStatus, ApiUsage, SessionHead } from './api-types.ts';

/** An agent's name and a thread's id: a key of the index, and never a path. */
export function indexKey(agent: string, id: string): string {
  return `${agent}/${lastName(id)}`;
}

/** A file that tells no id goes by its name; the archive, which has files of many homes, by its path. */
function lastName(id: string): string {
  return id.slice(Math.max(id.lastIndexOf('/'), id.lastIndexOf('\\')) + 1);
}

/** The list's face of a session by the beginning of its file; `known` is what was known of the same copy before. */
export function headOfInfo(info: SessionInfo, known: SessionHead | undefined, userHome: string): SessionHead {
  const agent = info.agent ?? 'unknown';
  const head: SessionHead = {
    status: 'done',
    turns: info.turns ?? 0,
    messages: 0,
    errors: 0,
    problems: info.problems.length,
    shape: [],
    ...known,
    key: indexKey(agent, info.id || info.path),
    agent,
    id: lastName(info.id || info.path),
    title: firstLine(info.title ?? info.firstPrompt) || 'Untitled',
    lastAt: Math.max(parseTime(info.updatedAt) ?? 0, known?.lastAt ?? 0),
    ...optional({
      firstPrompt: info.firstPrompt && firstLine(info.firstPrompt),
      model: info.model,
      version: info.cliVersion,
      startedAt: parseTime(info.createdAt),
      parent: info.parentId && indexKey(agent, info.parentId),
      forkedFrom: info.forkedFromId && indexKey(agent, info.forkedFromId),
      ...projectOf(info.cwd, userHome),
    }),
  };
  delete head.gone;
  if (info.source === 'exec' || info.source === 'sdk-cli') head.automated = true;
  return head;
}

/** The same by what a store knows. `isHere`: the copy has a file on this machine. */
export function headOfRow(
  row: SessionRow,
  known: { head: SessionHead; isHere: boolean } | undefined,
  userHome: string,
): SessionHead {
  const { agent, threadId } = row.key;
  const head: SessionHead = {
    shape: [],
    ...known?.head,
    key: indexKey(agent, threadId),
    agent,
    id: lastName(threadId),
    title: firstLine(row.title ?? row.firstPrompt) || known?.head.title || 'Untitled',
    status: statusOf(row, known),
    lastAt: row.endedAt ?? known?.head.lastAt ?? 0,
    turns: row.turns,
    messages: row.messages,
    errors: row.errors,
    problems: row.problems,
    ...optional({
      firstPrompt: row.firstPrompt && firstLine(row.firstPrompt),
      model: row.model,
      version: row.version,
      branch: row.branch,
      startedAt: row.startedAt,
      ms: row.startedAt !== undefined && row.endedAt !== undefined ? row.endedAt - row.startedAt : undefined,
      parent: row.parentThread && indexKey(agent, row.parentThread),
      forkedFrom: row.forkedFrom && indexKey(agent, row.forkedFrom),
      ...projectOf(row.project, userHome),
      ...(row.machine !== undefined && { machine: row.machine }),
    }),
  };
  if (row.gone) head.gone = true;
  else delete head.gone;
  return head;
}

/** What runs on this machine is known better by its file. */
function statusOf({ status }: SessionRow, known: { head: SessionHead; isHere: boolean } | undefined): ApiStatus {
  if (!known?.isHere) return status;
  return isAtWork(status) || isAtWork(known.head.status) ? known.head.status : status;
}

/** Whether what a session does changes by itself, with time. */
export function isAtWork(status: ApiStatus): boolean {
  return status === 'working' || status === 'waiting';
}

/** A folder, and how people say it: those of the user begin with `~`. */
function projectOf(cwd: string | undefined, userHome: string): { project?: string; projectName?: string } {
  if (cwd === undefined) return {};
  const isInside = cwd === userHome || cwd.startsWith(`${userHome}/`);
  return { project: cwd, projectName: isInside ? `~${cwd.slice(userHome.length)}` : cwd };
}

export function apiUsage(total: UsageTotal): ApiUsage {
  const { input, cached, cacheWrite, output, reasoning, costUsd, unpriced } = total;
  const usage: ApiUsage = { input, cached, cacheWrite, output, reasoning, total: total.total, costUsd };
  if (Object.keys(unpriced).length > 0) usage.unpriced = unpriced;
  return usage;
}

/** How much of a name or a prompt the list holds, in characters. */
const MAX_LINE_LENGTH = 300;

function firstLine(text: string | undefined): string {
  return (text ?? '').trimStart().slice(0, MAX_LINE_LENGTH).split('\n', 1)[0] ?? '';
}

/** Only the fields that are there: an absent one is absent in JSON, too, and takes nothing from what was known. */
function optional<Fields extends object>(fields: Fields): { [Key in keyof Fields]: NonNullable<Fields[Key]> } {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(known) as { [Key in keyof Fields]: NonNullable<Fields[Key]> };
}
