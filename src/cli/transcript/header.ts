import type { Usage } from '../../thread/usage.ts';
import { ruleWidth } from '../screen.ts';
import { terminalLine } from '../terminal-text.ts';
import { clipEnd, clipStart, padEnd } from '../text-layout.ts';
import { grouped, localTime, shortPath } from '../wording.ts';
import type { TranscriptLayout } from './transcript-layout.ts';

/** What is known of a thread as a whole. */
export interface ThreadFacts {
  id?: string;
  title?: string;
  cwd?: string;
  model?: string;
  version?: string;
  /** ISO 8601. */
  startedAt?: string;
  turns?: number;
  usage?: Usage;
  /** What to type to go on with it. */
  resume?: string;
}

const NAME_WIDTH = 'session'.length + 2;

/** What a transcript begins with: a line for each fact, and a rule under them. */
export function renderHeader(facts: ThreadFacts, layout: TranscriptLayout): string {
  const { style, columns } = layout;
  const room = columns - NAME_WIDTH;
  const row = (name: string, text: string | undefined, shorten = clipEnd) =>
    text ? [style.dim(padEnd(name, NAME_WIDTH)) + shorten(terminalLine(text), room)] : [];
  const agent = [facts.model, facts.version && `codex ${facts.version}`].filter(Boolean).join(' · ');
  const turns = facts.turns === undefined ? '' : `${facts.turns} ${facts.turns === 1 ? 'turn' : 'turns'}`;
  return [
    ...row('title', facts.title),
    ...row('session', facts.id),
    ...row('folder', facts.cwd && shortPath(facts.cwd), clipStart),
    ...row('model', agent),
    ...row('begun', [localTime(facts.startedAt), turns].filter(Boolean).join(' · ')),
    ...row('tokens', facts.usage && usageText(facts.usage)),
    ...row('resume', facts.resume),
    style.dim('─'.repeat(ruleWidth(layout))),
  ].join('\n');
}

/** `12,345 in (12,288 cached), 261 out` */
export function usageText(usage: Usage): string {
  const cached = usage.cached_input_tokens > 0 ? ` (${grouped(usage.cached_input_tokens)} cached)` : '';
  return `${grouped(usage.input_tokens)} in${cached}, ${grouped(usage.output_tokens)} out`;
}
