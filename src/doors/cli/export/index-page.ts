import type { Redactor } from '../../../core/redact/redactor.ts';
import { amount } from '../../../core/text/amount.ts';
import { classed, type ElementNode, element } from '../../../core/text/node.ts';
import { visibleLine } from '../../../core/text/visible-text.ts';
import { lines, PAGE_END, pageStart, THREAD_END, THREAD_START } from '../../../core/writers/html/shell.ts';
import { escapeMarkdownLine } from '../../../core/writers/markdown/escape.ts';
import * as coreLimits from '../../../limits/core.ts';
import type { Source } from '../../../machine/sessions/index.ts';
import { agentTitle, type CliContext } from '../agents.ts';

/** An exported session and its file's name. */
export interface IndexEntry {
  source: Source;
  name: string;
  /** Its depth below the session whose agent started it. */
  depth: number;
}

interface Row {
  name: string;
  title: string;
  agent: string;
  folder: string;
  written: string;
}

const COLUMNS = ['Session', 'Agent', 'Folder', 'Last written'];

/** The page is HTML beside HTML, else Markdown. */
export function indexName(to: string): string {
  return to === 'html' ? 'index.html' : 'index.md';
}

/** The page that links to exported sessions. */
export function indexPage(
  entries: readonly IndexEntry[],
  to: string,
  redactor: Redactor | undefined,
  context: CliContext,
): string {
  const safe = redactor ? redactor.text : (text: string) => text;
  const rows = entries.map((entry) => rowOf(entry, safe, context));
  const title = amount(rows.length, 'session');
  return to === 'html' ? htmlPage(title, rows) : markdownPage(title, rows);
}

function rowOf({ source, name, depth }: IndexEntry, safe: (text: string) => string, context: CliContext): Row {
  const { info } = source;
  const said = visibleLine(
    safe(info?.title ?? info?.firstPrompt ?? '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
  const title =
    said.length > coreLimits.maxHeadPromptLength ? `${said.slice(0, coreLimits.maxHeadPromptLength)}…` : said;
  return {
    name,
    title: `${depth > 0 ? `${'  '.repeat(depth)}└ ` : ''}${title || name}`,
    agent: visibleLine(agentTitle(info?.agent, context) ?? ''),
    folder: visibleLine(safe(info?.cwd ?? '')),
    written: info?.updatedAt.slice(0, 16).replace('T', ' ') ?? '',
  };
}

function htmlPage(title: string, rows: readonly Row[]): string {
  const head = element(
    'tr',
    {},
    COLUMNS.map((column) => element('th', {}, [column])),
  );
  const table = element('table', {}, [element('thead', {}, [head]), element('tbody', {}, rows.map(htmlRow))]);
  return [
    pageStart(title),
    lines([element('header', {}, [element('h1', {}, [title])])]),
    THREAD_START,
    lines([classed('div', 'prose', [table])]),
    THREAD_END,
    PAGE_END,
  ].join('');
}

function htmlRow({ name, title, agent, folder, written }: Row): ElementNode {
  const link = element('a', { href: name }, [title]);
  return element(
    'tr',
    {},
    [link, agent, folder, written].map((cell) => element('td', {}, [cell])),
  );
}

function markdownPage(title: string, rows: readonly Row[]): string {
  const table = rows.map(({ name, title: text, agent, folder, written }) =>
    tableRow([`[${escapeMarkdownLine(text)}](${name})`, ...[agent, folder, written].map(escapeMarkdownLine)]),
  );
  return [`# ${title}`, '', tableRow(COLUMNS), tableRow(COLUMNS.map(() => '---')), ...table, ''].join('\n');
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
