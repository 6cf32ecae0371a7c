import type { ListedSession } from '../../sessions/index.ts';
import type { Screen } from '../screen.ts';
import { type Column, renderTable } from '../table.ts';
import { localTime, shortPath } from '../wording.ts';

/** Only where there are several to tell apart. */
const agent: Column<ListedSession> = { title: 'agent', text: ({ info }) => info.agent ?? '-', drop: 1.5 };

const columns: readonly Column<ListedSession>[] = [
  { title: '#', text: ({ number }) => number, isCount: true, paint: (text, _, style) => style.dim(text) },
  { title: 'updated', text: ({ info }) => shortTime(info.updatedAt) },
  {
    title: 'project',
    text: ({ info }) => shortPath(info.cwd ?? '-'),
    most: 24,
    least: 9,
    shorten: 'start',
    drop: 1,
  },
  agent,
  { title: 'title', text: titleOf, least: 16 },
  { title: 'turns', text: ({ info }) => String(info.turns ?? '-'), isCount: true, drop: 2 },
  { title: 'model', text: ({ info }) => info.model ?? '-', most: 18, least: 7, drop: 3 },
  {
    title: 'version',
    text: ({ info }) => info.cliVersion ?? '-',
    most: 14,
    least: 7,
    drop: 4,
    paint: (text, _, style) => style.dim(text),
  },
  { title: 'id', text: ({ info }) => info.id, drop: 5, paint: (text, _, style) => style.dim(text) },
];

/** One row for each session, aligned, no wider than the screen if that can be. */
export function sessionTable(listed: readonly ListedSession[], screen: Screen): string {
  const hasSeveralAgents = new Set(listed.map(({ info }) => info.agent)).size > 1;
  return renderTable(
    listed,
    columns.filter((column) => hasSeveralAgents || column !== agent),
    screen,
  );
}

/** Without the year if it is this one. */
function shortTime(time: string): string {
  const text = localTime(time);
  const year = `${new Date().getFullYear()}-`;
  return text.startsWith(year) ? text.slice(year.length) : text.slice(0, '2026-11-15'.length);
}

/** The name that the user gave it, else the first prompt on one line. */
function titleOf({ info, depth }: ListedSession): string {
  const marks = [depth > 0 ? `${'  '.repeat(Math.min(depth, 4) - 1)}└ ` : '', info.archived ? '(archived) ' : ''].join(
    '',
  );
  const text = info.title ?? info.firstPrompt ?? (info.problems[0] ? `(${info.problems[0].code})` : '-');
  return marks + text.trim().replaceAll(/\s+/g, ' ');
}
