import { amount, grouped } from '../../../core/text/amount.ts';
import { clipEnd, padEnd, textWidth, wrapText } from '../../../core/text/text-layout.ts';
import type { Usage } from '../../../core/thread/usage.ts';
import type { TranscriptLayout } from '../../../core/writers/transcript/layout.ts';
import type { UsageTotal } from '../../../machine/usage/usage-total.ts';
import { ruleWidth } from '../screen.ts';
import { terminalLine } from '../terminal-text.ts';
import { dollars } from '../usage/amounts.ts';
import { changesText, localTime, shortPath } from '../wording.ts';
import type { HeaderFacts } from './header-facts.ts';

const NAME_WIDTH = 'session'.length + 2;

/** The header of a transcript: a line for each fact, and a rule under them. */
export function renderHeader(facts: HeaderFacts, layout: TranscriptLayout): string {
  const { style, columns } = layout;
  const room = columns - NAME_WIDTH;
  const indent = ' '.repeat(NAME_WIDTH);
  // Text that is meant to be copied must be whole.
  const row = (name: string, text: string | undefined) =>
    wrapText(terminalLine(text ?? ''), room)
      .filter((line) => line !== '')
      .map((line, index) => (index === 0 ? style.dim(padEnd(name, NAME_WIDTH)) : indent) + line);
  const agent = facts.cliVersion && [facts.agent, facts.cliVersion].filter(Boolean).join(' ');
  const begun = localTime(facts.createdAt);
  return [
    ...row('title', facts.title && clipEnd(terminalLine(facts.title), room)),
    ...row('tags', [facts.starred ? '★' : '', ...(facts.tags ?? []).map((tag) => `#${tag}`)].filter(Boolean).join(' ')),
    ...row('note', facts.note?.replaceAll(/\s+/g, ' ')),
    ...row('session', facts.id),
    ...row('folder', facts.cwd && shortPath(facts.cwd)),
    ...row('model', [facts.model, agent ?? facts.agent].filter(Boolean).join(' · ')),
    ...row(begun ? 'begun' : 'length', [begun, turnsText(facts.turns)].filter(Boolean).join(' · ')),
    ...row('tokens', facts.used ? usedText(facts.used) : facts.usage && usageText(facts.usage)),
    ...row('changed', facts.changes && facts.changes.files > 0 ? changesText(facts.changes) : undefined),
    ...resumeRows(facts, room).flatMap((line, index) => row(index === 0 ? 'resume' : '', line)),
    style.dim('─'.repeat(ruleWidth(layout))),
  ].join('\n');
}

/** A shell reads on after `&&`, so there a line that is too long is broken. */
function resumeRows({ resumeLine, resume }: HeaderFacts, room: number): (string | undefined)[] {
  if (resumeLine === undefined || textWidth(resumeLine) <= room) return [resumeLine ?? resume];
  return [resumeLine.slice(0, resumeLine.indexOf(' && ') + 3), resume];
}

/** The footer of a transcript that was printed live: facts that were not known at its beginning. */
export function renderFooter(facts: readonly (string | undefined)[], layout: TranscriptLayout): string {
  return facts
    .filter((fact) => fact !== undefined && fact !== '')
    .flatMap((fact) => wrapText(terminalLine(fact ?? ''), layout.columns).map(layout.style.dim))
    .join('\n');
}

export function turnsText(turns: number | undefined): string {
  return turns === undefined ? '' : amount(turns, 'turn');
}

/** `12,345 in (12,288 cached), 261 out` */
export function usageText({
  input_tokens: input,
  cached_input_tokens: cached = 0,
  output_tokens: output,
}: Usage): string {
  return tokensText(input, cached, output);
}

/** `12,345 in (12,288 cached), 261 out · $0.42`. Models without a price are named. */
export function usedText({ input, cached, output, costUsd, unpriced }: UsageTotal): string {
  const models = Object.keys(unpriced);
  const most = models.length > MOST_NAMES ? [`${models.length} models`] : models;
  return [
    tokensText(input, cached, output),
    ...(costUsd === null ? [] : [dollars(costUsd)]),
    ...(models.length === 0 ? [] : [`not priced: ${most.join(', ')}`]),
  ].join(' · ');
}

/** More are only counted. */
const MOST_NAMES = 3;

function tokensText(input: number, cached: number, output: number): string {
  return `${grouped(input)} in${cached > 0 ? ` (${grouped(cached)} cached)` : ''}, ${grouped(output)} out`;
}
