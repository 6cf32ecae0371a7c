import type { SearchHit } from '../../../archive/index.ts';
import { clipEnd, clipStart, textWidth, wrapAnywhere } from '../../../core/text/text-layout.ts';
import { COLOURS } from '../../../core/writers/transcript/layout.ts';
import type { Screen } from '../screen.ts';
import { terminalLine } from '../terminal-text.ts';
import { localTime, shortPath } from '../wording.ts';

const INDENT = '  ';

/** Hits for people. A session is placed by its newest hit, with all its hits under it. */
export function hitsText(hits: readonly SearchHit[], screen: Screen): string {
  const groups = new Map<string, SearchHit[]>();
  for (const hit of hits) {
    const { agent, home, threadId } = hit.session;
    const key = JSON.stringify([agent, home, threadId]);
    const group = groups.get(key);
    if (group) group.push(hit);
    else groups.set(key, [hit]);
  }
  return [...groups.values()].map((group) => groupText(group, screen)).join('\n');
}

function groupText(group: readonly SearchHit[], screen: Screen): string {
  const [first] = group;
  if (!first) return '';
  const { style, columns } = screen;
  const { session, file, title, project, machine, gone, ghost } = first;
  const state = ghost ? 'only its prompts are left' : gone && 'its file is gone';
  const facts = [machine, project && shortPath(project), state].filter(Boolean).join(' · ');
  const name = terminalLine(file ?? `${session.agent}:${session.threadId}`);
  const tail = facts === '' ? '' : ` · ${terminalLine(facts)}`;
  // The id is typed to open a hit, so it is never cut.
  const lines = textWidth(name) > columns ? wrapAnywhere(name, columns) : [clipEnd(name + tail, columns)];
  const heading = style.bold(clipEnd(oneLine(title ?? 'Untitled'), columns));
  const body = group.map((hit) => hitText(hit, screen)).join('');
  return `${heading}\n${lines.map((line) => `${style.dim(line)}\n`).join('')}${body}`;
}

function hitText(hit: SearchHit, { columns, style }: Screen): string {
  const width = columns - INDENT.length;
  const message = hit.message === '' ? '' : terminalLine(`#${hit.message}`);
  const place = [localTime(hit.at), whoseText(hit), message].filter(Boolean).join('  ');
  return `${INDENT}${style.dim(clipEnd(place, width))}\n${INDENT}${snippetText(hit, width, style.accent)}\n`;
}

/** The speaker: a role, or a tool. */
function whoseText({ role, kind, tool, error }: SearchHit): string {
  if (kind === 'text') return role;
  if (kind === 'tool_use') return terminalLine(`${tool ?? 'tool'} call`);
  if (kind === 'tool_result') return terminalLine(`${tool ?? 'tool'} ${error ? 'error' : 'result'}`);
  return kind;
}

/** One line with the match in it, and as much around it as fits. */
function snippetText(hit: SearchHit, width: number, paint: (text: string) => string): string {
  const match = clipEnd(oneLine(hit.match), Math.max(8, width - 8));
  const before = oneLine(hit.before).replace(/^ /, '');
  const after = oneLine(hit.after).replace(/ $/, '');
  const room = Math.max(0, width - textWidth(match));
  // Room that one side does not need goes to the other.
  const half = Math.floor(room / 2);
  const left = Math.min(textWidth(before), Math.max(half, room - textWidth(after)));
  return clipStart(before, left) + paint(match) + clipEnd(after, room - left);
}

function oneLine(text: string): string {
  return terminalLine(text.replace(COLOURS, '').replaceAll(/\s+/g, ' '));
}
