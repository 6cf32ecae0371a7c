import { amount, grouped } from '../text/amount.ts';
import { dateText, durationText, tokensText } from './page-words.ts';
import type { ThreadHead } from './thread-head.ts';

/** A fact about a thread, as shown on pages. */
export interface HeadFact {
  name: string;
  text: string;
  isPath?: true;
}

/** The facts of a thread, in the order in which people look for them. */
export function headFacts(head: ThreadHead): HeadFact[] {
  const { startedAt, endedAt } = head;
  const span = startedAt !== undefined && endedAt !== undefined ? endedAt - startedAt : undefined;
  const facts: HeadFact[] = [
    { name: 'Agent', text: [head.agent, head.version].filter(Boolean).join(' ') },
    { name: 'Model', text: head.models.join(', ') },
    { name: 'Folder', text: head.cwd ?? '', isPath: true },
    { name: 'Begun', text: dateText(startedAt) },
    { name: 'Took', text: span === 0 ? '' : durationText(span) },
    { name: 'Turns', text: head.turns > 0 ? `${grouped(head.turns)}, ${amount(head.messages, 'message')}` : '' },
    { name: 'Used', text: tokensText(head.usage) },
    { name: 'Cost', text: head.cost ?? '' },
    { name: 'Sub-agents', text: head.subAgents > 0 ? grouped(head.subAgents) : '' },
    { name: 'Problems', text: head.problems > 0 ? grouped(head.problems) : '' },
    { name: 'Session', text: head.id ?? '', isPath: true },
  ];
  return facts.filter(({ text }) => text !== '');
}
