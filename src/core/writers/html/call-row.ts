import { jsonText } from '../../lines/json.ts';
import { amount } from '../../text/amount.ts';
import { diffNodes, tokenNode } from '../../text/diff-nodes.ts';
import { languageOfPath } from '../../text/languages.ts';
import { markdownNodes } from '../../text/markdown.ts';
import { classed, element, type TextNode } from '../../text/node.ts';
import { isSafeLink } from '../../text/safe-link.ts';
import { visibleLine, visibleText } from '../../text/visible-text.ts';
import type { CallEnd } from '../call-end.ts';
import { countChanges, type PageCall, type PlanStep } from '../page-call.ts';
import { durationText, pathText } from '../page-words.ts';
import { folded, more, outputNodes } from './folded.ts';
import type { HtmlContext } from './html-context.ts';
import type { Row } from './row.ts';

/** The number of diff lines shown at once. */
const SHOWN_DIFF = 40;
const SHOWN_INPUT = 400;

export function callRow(call: PageCall, context: HtmlContext): Row {
  const { end } = call;
  switch (call.kind) {
    case 'command':
      return { kind: 'command', name: 'Command', facts: endFacts(end), body: [commandBox(call, context)] };
    case 'change':
      return changeRow(call, context);
    case 'plan':
      return planRow(call.steps);
    case 'agent':
      return agentRow(call, context);
    case 'web':
      return {
        kind: 'web',
        name: call.title,
        facts: endFacts(end),
        body: [box([webSubject(call.subject), ...result(end)])],
      };
    default:
      return toolRow(call);
  }
}

function box(children: readonly TextNode[]): TextNode {
  return classed('div', 'box', children);
}

/** The end of a call, as far as it is not the expected one. */
function endFacts({ state, exitCode, seconds }: CallEnd): TextNode[] {
  const facts: TextNode[] = [];
  if (state === 'open') facts.push(classed('span', 'tag warn', ['did not end']));
  if (state === 'declined') facts.push(classed('span', 'tag warn', ['declined']));
  else if (exitCode !== undefined && exitCode !== 0) facts.push(classed('span', 'tag bad', [`exit ${exitCode}`]));
  else if (state === 'failed') facts.push(classed('span', 'tag bad', ['failed']));
  if (seconds !== undefined) facts.push(classed('span', 'fact', [durationText(seconds * 1000)]));
  return facts;
}

function result(end: CallEnd): TextNode[] {
  return outputNodes(end.output, end.state === 'failed');
}

function commandBox({ command, cwd, end }: Extract<PageCall, { kind: 'command' }>, context: HtmlContext): TextNode {
  const text = command.trim();
  const tokens = context.tokenize?.(text, 'shellscript');
  const code = tokens
    ? tokens.flatMap((line, index) => [...(index > 0 ? ['\n'] : []), ...line.map(tokenNode)])
    : [visibleText(text)];
  const isElsewhere = cwd !== undefined && cwd !== '' && cwd !== context.cwd;
  const place = isElsewhere ? [classed('span', 'place', [visibleLine(pathText(cwd, context.cwd))])] : [];
  const lines = text.split('\n').length;
  const shown = classed('pre', 'line', code);
  const whole = lines > SHOWN_DIFF ? more(`Show the script, ${amount(lines, 'line')}`, shown) : shown;
  return box([classed('div', 'command-line', [whole, ...place]), ...result(end)]);
}

function changeRow(call: Extract<PageCall, { kind: 'change' }>, context: HtmlContext): Row {
  const { action, path, movedTo, diff, end } = call;
  const { added, deleted } = countChanges(diff);
  const name = [path, movedTo]
    .filter((part) => part !== undefined)
    .map((part) => visibleLine(pathText(part, context.cwd)));
  const counts = classed('span', 'tag', [
    classed('span', 'plus', [`+${added}`]),
    ' ',
    classed('span', 'minus', [`−${deleted}`]),
  ]);
  const facts = [classed('span', 'path', [name.join(' → ')]), ...(diff.length > 0 ? [counts] : []), ...endFacts(end)];
  const options = { language: languageOfPath(path), tokenize: context.tokenize };
  const tables: TextNode[] = [];
  if (diff.length > 0) {
    const isLong = diff.length > SHOWN_DIFF + 4;
    tables.push(diffNodes(isLong ? diff.slice(0, SHOWN_DIFF) : diff, options));
    if (isLong)
      tables.push(
        more(`Show ${amount(diff.length - SHOWN_DIFF, 'more line')}`, diffNodes(diff.slice(SHOWN_DIFF), options)),
      );
  }
  const body = [...tables, ...result(end)];
  return { kind: 'change', name: action, facts, body: body.length > 0 ? [box(body)] : [] };
}

const MARKS = { completed: '✓', in_progress: '', pending: '' } as const;

function planRow(steps: readonly PlanStep[]): Row {
  const done = steps.filter(({ status }) => status === 'completed').length;
  const list = steps.map(({ text, status }) =>
    classed('li', status, [
      element('span', { class: 'tick', title: status.replace('_', ' ') }, [MARKS[status]]),
      classed('span', 'step', [visibleLine(text)]),
    ]),
  );
  const facts = [classed('span', 'fact', [`${done} of ${steps.length} done`])];
  return { kind: 'plan', name: 'Plan', facts, body: [box([classed('ul', 'steps', list)])] };
}

function agentRow({ title, prompt, end }: Extract<PageCall, { kind: 'agent' }>, context: HtmlContext): Row {
  const [first = ''] = prompt.slice(0, 2000).trim().split('\n', 1);
  const task =
    prompt === ''
      ? []
      : [folded('Task', first.slice(0, 160), [classed('div', 'prose', markdownNodes(prompt, context.colour))])];
  const answer =
    end.output.trim() === ''
      ? []
      : [classed('div', 'prose answer-of-agent', markdownNodes(end.output, context.colour))];
  const facts = [classed('span', 'path', [visibleLine(title)]), ...endFacts(end)];
  return { kind: 'agent', name: 'Sub-agent', facts, body: [box([classed('div', 'inner', [...task, ...answer])])] };
}

function webSubject(subject: string): TextNode {
  const text = visibleLine(subject);
  const isLink = isSafeLink(subject);
  return classed('div', 'command-line', [
    isLink ? element('a', { href: subject }, [text]) : classed('span', 'line', [text]),
  ]);
}

function toolRow({ kind, title, subject, input, end }: Extract<PageCall, { kind: 'mcp' | 'tool' }>): Row {
  const entries = Object.entries(input);
  const pairs = entries.flatMap(([name, value]) => {
    const text = typeof value === 'string' ? value : jsonText(value);
    return [element('dt', {}, [visibleLine(name)]), element('dd', {}, argument(text))];
  });
  const list = pairs.length > 0 ? [classed('dl', 'pairs', pairs)] : [];
  const body = [...list, ...result(end)];
  const facts = [...(subject === '' ? [] : [classed('span', 'path', [visibleLine(subject)])]), ...endFacts(end)];
  return { kind, name: title, facts, body: body.length > 0 ? [box(body)] : [] };
}

function argument(text: string): TextNode[] {
  if (text.length <= SHOWN_INPUT && text.split('\n').length <= 6) return [visibleText(text)];
  const [first = ''] = text.slice(0, SHOWN_INPUT).split('\n', 1);
  return [folded('', `${first.slice(0, 100)}…`, [classed('pre', 'output', [visibleText(text)])])];
}
