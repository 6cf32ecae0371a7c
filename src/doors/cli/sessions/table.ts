import { textWidth } from '../../../core/text/text-layout.ts';
import type { TranscriptStyle } from '../../../core/writers/transcript/layout.ts';
import { isCopy } from '../../../machine/sessions/arrange-sessions.ts';
import type { ListedSession, SessionStatus } from '../../../machine/sessions/index.ts';
import type { UsageTotal } from '../../../machine/usage/index.ts';
import type { Screen } from '../screen.ts';
import { type Column, renderTable } from '../table.ts';
import { costText, shortCount } from '../usage/amounts.ts';
import { changesText, localTime, shortPath } from '../wording.ts';
import type { ListedChanges } from './listed-changes.ts';
import type { ListedUsage } from './session-usages.ts';

/** From this width on there is room for whole ids. */
const WIDE = 170;
const LEAST_ID = 8;
const dim = (text: string, _: ListedSession, style: TranscriptStyle) => style.dim(text);

/** One row for each session, no wider than the screen. Short ids are unique among `ids`. */
export function sessionTable(
  listed: readonly ListedSession[],
  ids: readonly string[],
  screen: Screen,
  { usage: usages, changes }: { usage?: ListedUsage | undefined; changes?: ListedChanges | undefined } = {},
): string {
  const short = screen.columns < WIDE ? shortIds(idsOf(listed), ids) : undefined;
  const columns: readonly Column<ListedSession>[] = [
    { title: '#', text: ({ number }) => number, isCount: true, paint: dim },
    ...statusColumn(listed),
    { title: 'updated', text: ({ info }) => shortTime(info.updatedAt), drop: 1 },
    ...machineColumn(listed),
    { title: 'agent', text: ({ info }) => info.agent ?? '-', most: 12, drop: 3 },
    { title: 'project', text: projectOf, most: MOST_NAME, least: nameWidth(listed), shorten: 'start', drop: 2 },
    { title: 'title', text: titleOf, least: 16 },
    { title: 'turns', text: ({ info }) => String(info.turns ?? '-'), isCount: true, drop: 5 },
    ...(usages ? usageColumns(usages) : []),
    ...changesColumn(listed, changes),
    { title: 'model', text: ({ info }) => info.model ?? '-', most: 28, drop: 4 },
    { title: 'version', text: ({ info }) => info.cliVersion ?? '-', most: 14, least: 7, drop: 6, paint: dim },
    { title: 'id', text: ({ info }) => short?.get(info.id) ?? info.id, paint: dim },
  ];
  return renderTable(listed, columns, screen);
}

function projectOf({ info }: ListedSession): string {
  return shortPath(info.cwd ?? '-');
}

const MOST_NAME = 24;
const LEAST_NAME = 9;

/** The width at which every folder's own name is whole. The mark of a cut path stands before it. */
function nameWidth(listed: readonly ListedSession[]): number {
  const names = listed.map((row) => projectOf(row).split(/[\\/]/).at(-1) ?? '');
  return names.reduce((most, name) => Math.min(MOST_NAME, Math.max(most, textWidth(name) + 1)), LEAST_NAME);
}

/** Only if there are several. */
function machineColumn(listed: readonly ListedSession[]): Column<ListedSession>[] {
  if (listed.every(({ info }) => info.machine === undefined)) return [];
  return [{ title: 'machine', text: ({ info }) => info.machine ?? '-', most: 20, least: 7, drop: 3 }];
}

/** Only if something is known to have changed. */
function changesColumn(listed: readonly ListedSession[], changes: ListedChanges | undefined): Column<ListedSession>[] {
  const texts = new Map<ListedSession, string>();
  for (const row of listed) {
    const sum = changes?.(row.info);
    if (sum && sum.files > 0) texts.set(row, changesText(sum));
  }
  return texts.size === 0 ? [] : [{ title: 'changed', text: (row) => texts.get(row) ?? '-', isCount: true, drop: 7 }];
}

function usageColumns(usages: ListedUsage): Column<ListedSession>[] {
  const text = ({ info }: ListedSession, write: (used: UsageTotal) => string) => {
    // Sub-agents count for their parent unless they have rows.
    const used = (usages.withAgents ?? usages.own)(info);
    return used ? write(used) : '-';
  };
  return [
    { title: 'tokens', text: (row) => text(row, ({ total }) => shortCount(total)), isCount: true },
    { title: 'cost', text: (row) => text(row, costText), isCount: true },
  ];
}

/** Most sessions are done, which needs no mark. */
const MARKS: Readonly<Record<SessionStatus, string>> = { working: '●', waiting: '?', failed: '×', done: '' };

/** Only if there is something to mark. */
function statusColumn(listed: readonly ListedSession[]): Column<ListedSession>[] {
  const statusOf = ({ info }: ListedSession) => info.status ?? 'done';
  if (listed.every((row) => statusOf(row) === 'done')) return [];
  const paint = (text: string, row: ListedSession, style: TranscriptStyle) => {
    const colours = { working: style.success, waiting: style.warning, failed: style.failure, done: style.dim };
    return colours[statusOf(row)](text);
  };
  return [{ title: '', text: (row) => MARKS[statusOf(row)], paint }];
}

/** The shortest unique beginning of each id, which can be typed for it. */
export function idsOf(listed: readonly ListedSession[]): string[] {
  return listed.map(({ info }) => info.id);
}

/** Short forms of ids that are unique among all. Only those of all that begin alike are compared: there may be thousands. */
export function shortIds(ids: readonly string[], all: readonly string[] = ids): Map<string, string> {
  const starts = new Set(ids.map((id) => id.slice(0, LEAST_ID)));
  const sorted = [...new Set([...ids, ...all.filter((id) => starts.has(id.slice(0, LEAST_ID)))])].sort();
  const wanted = new Set(ids);
  const short = new Map<string, string>();
  for (const [index, id] of sorted.entries()) {
    if (!wanted.has(id)) continue;
    const shared = Math.max(sharedLength(id, sorted[index - 1]), sharedLength(id, sorted[index + 1]));
    short.set(id, id.slice(0, Math.max(LEAST_ID, shared + 1)).replace(/-$/, ''));
  }
  return short;
}

function sharedLength(id: string, other = ''): number {
  let length = 0;
  while (length < id.length && id[length] === other[length]) length += 1;
  return length;
}

/** Without the year if it is this one. */
function shortTime(time: string): string {
  const text = localTime(time);
  const year = `${new Date().getFullYear()}-`;
  return text.startsWith(year) ? text.slice(year.length) : text.slice(0, '2026-11-15'.length);
}

/** The user's title, else the first text on one line. */
function titleOf({ info, depth }: ListedSession): string {
  const copy = isCopy(info) ? '(copy) ' : '';
  const branch = depth > 0 ? `${'  '.repeat(Math.min(depth, 4) - 1)}└ ` : '';
  const text = info.title ?? info.firstPrompt ?? (info.problems[0] ? `(${info.problems[0].code})` : '-');
  const star = info.starred ? '★ ' : '';
  const state = info.ghost ? '(prompts only) ' : info.gone ? '(gone) ' : info.archived ? '(archived) ' : '';
  const tags = (info.tags ?? []).map((tag) => `#${tag} `).join('');
  return branch + star + state + copy + tags + text.trim().replaceAll(/\s+/g, ' ');
}
