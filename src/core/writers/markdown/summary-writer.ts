import { firstWords } from '../../facts/first-words.ts';
import { amount } from '../../text/amount.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { createPageReading } from '../page-reading.ts';
import { durationText, pathText, tokensText } from '../page-words.ts';
import type { ThreadHead } from '../thread-head.ts';
import { createWorkDone, type NamedCalls, type TestResult, type WorkDone } from '../work-done.ts';
import type { KnownChanges, Writer, WriterOptions } from '../writer.ts';
import { cellCode, escapeMarkdownLine } from './escape.ts';

/** A summary is read in a pull request: at most 15 lines, each cut to a few rows of text. */
const LONGEST_TEXT = 600;
const LONGEST_NAME = 80;
/** So many files, commands and tests are named. The others are counted. */
const NAMED = 8;

/** A table or a block of code, of which one line would show the marks alone. */
const BLOCK = /\n\s{0,100}(?:\||```)/;

/** A summary of a thread for a pull request: its task and answer, files, commands, tests, cost and a link. */
export function createSummaryWriter(options: WriterOptions = {}): Writer {
  const context: { cwd?: string | undefined } = { cwd: options.head?.cwd };
  const reading = createPageReading(options, context);
  const work = createWorkDone();
  return {
    push(outcome) {
      for (const message of reading.push(outcome)) work.add(message);
      return [];
    },
    end() {
      for (const message of reading.end()) work.add(message);
      const head = options.head ?? reading.lateHead();
      return head ? [`${summaryLines(head, work.found(), options).join('\n')}\n`] : [];
    },
  };
}

function summaryLines(head: ThreadHead, work: WorkDone, { link, changes }: WriterOptions): string[] {
  const facts: [name: string, text: string][] = [
    ['Files', fileList(changes?.files ?? changesOf(work.files), head.cwd)],
    [
      'Commits',
      list(changes?.commits.map(({ commit, lines }) => `${code(commit.slice(0, 8))} ${amount(lines, 'line')}`) ?? []),
    ],
    ['Commands', commandList(work)],
    ['Tests', work.tests.length === 0 ? 'none' : list(work.tests.map(testText))],
    [
      'Cost',
      [head.cost, tokensText(head.usage)]
        .filter(Boolean)
        .map((text) => plain(text ?? ''))
        .join(' · '),
    ],
    ['Agent', agentText(head)],
    ['Session', sessionText(head, link)],
  ];
  return [
    `### ${plain(firstWords(head.title ?? '', LONGEST_NAME)) || 'Agent session'}`,
    '',
    `**Task:** ${plain(oneLine(head.task ?? head.title ?? '')) || '*(not told)*'}`,
    '',
    `**Answer:** ${plain(oneLine(work.answer.split(BLOCK, 1)[0] ?? '')) || '*(none)*'}`,
    '',
    '| | |',
    '| --- | --- |',
    ...facts.filter(([, text]) => text !== '').map(([name, text]) => `| ${name} | ${text} |`),
  ];
}

function fileList(files: KnownChanges['files'], cwd: string | undefined): string {
  if (files.length === 0) return 'none changed';
  return list(files.map(({ path, added, removed }) => `${code(pathText(path, cwd))} +${added} −${removed}`));
}

/** The sum of all calls on each file, where nobody knows the net change. */
function changesOf(files: WorkDone['files']): KnownChanges['files'] {
  return Array.from(files, ([path, { added, deleted }]) => ({ path, added, removed: deleted }));
}

function commandList({ commands, failedCommands, denied }: WorkDone): string {
  const facts = [commands === 0 ? 'none' : String(commands)];
  if (failedCommands.count > 0) facts.push(`${failedCommands.count} failed: ${calls(failedCommands)}`);
  if (denied.count > 0) facts.push(`${denied.count} denied: ${calls(denied)}`);
  return facts.join(' · ');
}

function testText({ command, result }: TestResult): string {
  return `${code(command)} ${result === 'unknown' ? 'ran, result not known' : result}`;
}

function agentText({ agent, version, models, turns, startedAt, endedAt }: ThreadHead): string {
  const span = startedAt !== undefined && endedAt !== undefined ? endedAt - startedAt : 0;
  const facts = [
    [agent, version].filter(Boolean).join(' '),
    models.join(', '),
    turns > 0 ? amount(turns, 'turn') : '',
    span > 0 ? durationText(span) : '',
  ];
  return facts
    .filter(Boolean)
    .map((text) => plain(text))
    .join(' · ');
}

/** A link is the caller's own, and still may hold anything. */
function sessionText({ id }: ThreadHead, link: string | undefined): string {
  const name = id === undefined ? 'session' : code(id);
  const url = link === undefined ? null : URL.parse(link);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (url && isWeb) return `[${name}](<${url.href.replaceAll('|', '%7C')}>)`;
  return id === undefined ? '' : name;
}

function calls({ count, names }: NamedCalls): string {
  return list(names.slice(0, NAMED).map(code), count);
}

/** The first of them, and the number of the others. */
function list(texts: readonly string[], count = texts.length): string {
  const more = count - NAMED;
  return [...texts.slice(0, NAMED), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}

function oneLine(text: string): string {
  const words = text
    .slice(0, 4 * LONGEST_TEXT)
    .trim()
    .replaceAll(/\s+/g, ' ');
  return firstWords(words, LONGEST_TEXT);
}

function plain(text: string): string {
  return escapeMarkdownLine(visibleLine(text));
}

function code(text: string): string {
  return cellCode(visibleLine(firstWords(text, LONGEST_NAME)));
}
