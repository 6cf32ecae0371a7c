import { classed, element, type TextNode } from '../../../core/text/node.ts';
import { visibleLine } from '../../../core/text/visible-text.ts';
import { lines, PAGE_END, pageStart, THREAD_END, THREAD_START } from '../../../core/writers/html/shell.ts';
import { escapeMarkdownLine } from '../../../core/writers/markdown/escape.ts';
import type { ReportDocument, ReportTable } from './report-document.ts';

/** The forms that a report can have. */
export const reportForms = { markdown: markdownReport, html: htmlReport } as const;

function markdownReport({ title, summary, sections }: ReportDocument): string {
  const parts = [`# ${markdownLine(title)}`, ...summary.map(markdownLine)];
  for (const section of sections) {
    parts.push(`## ${markdownLine(section.title)}`, ...(section.texts ?? []).map(markdownLine));
    if (section.table && section.table.rows.length > 0) parts.push(markdownTable(section.table));
  }
  return `${parts.join('\n\n')}\n`;
}

function markdownTable({ columns, rows }: ReportTable): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map((cells) => line(cells.map(markdownLine)))].join(
    '\n',
  );
}

function markdownLine(text: string): string {
  return escapeMarkdownLine(oneLine(text));
}

function htmlReport({ title, summary, sections }: ReportDocument): string {
  const nodes: TextNode[] = summary.map(paragraph);
  for (const section of sections) {
    nodes.push(element('h2', {}, [oneLine(section.title)]), ...(section.texts ?? []).map(paragraph));
    if (section.table && section.table.rows.length > 0) nodes.push(htmlTable(section.table));
  }
  return [
    pageStart(oneLine(title)),
    lines([element('header', {}, [element('h1', {}, [oneLine(title)])])]),
    THREAD_START,
    lines([classed('div', 'prose', nodes)]),
    THREAD_END,
    PAGE_END,
  ].join('');
}

function paragraph(text: string): TextNode {
  return element('p', {}, [oneLine(text)]);
}

function htmlTable({ columns, rows }: ReportTable): TextNode {
  const line = (tag: 'th' | 'td', cells: readonly string[]) =>
    element(
      'tr',
      {},
      cells.map((cell) => element(tag, {}, [oneLine(cell)])),
    );
  return element('table', {}, [
    element('thead', {}, [line('th', columns)]),
    element(
      'tbody',
      {},
      rows.map((cells) => line('td', cells)),
    ),
  ]);
}

function oneLine(text: string): string {
  return visibleLine(text.replaceAll(/\s+/g, ' ').trim());
}
