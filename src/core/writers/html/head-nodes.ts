import { grouped } from '../../text/amount.ts';
import { classed, type ElementNode, element } from '../../text/node.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { headFacts } from '../head-facts.ts';
import type { ThreadHead } from '../thread-head.ts';

/** The facts of the thread. */
export function headerNode(head: ThreadHead): ElementNode {
  const facts = headFacts(head).map(({ name, text, isPath }) =>
    element('div', isPath ? { class: 'path' } : {}, [
      element('dt', {}, [name]),
      element('dd', {}, [visibleLine(text)]),
    ]),
  );
  return element('header', {}, [element('h1', {}, [visibleLine(titleOf(head))]), classed('dl', 'facts', facts)]);
}

export function titleOf({ title, agent }: ThreadHead): string {
  return title ?? `${agent ?? 'Agent'} session`;
}

/** The prompts, with links to them. */
export function contentsNode({ prompts, morePrompts }: ThreadHead): ElementNode {
  const entries = prompts.map(({ anchor, turn, text }) =>
    element('li', {}, [
      element('a', { href: `#${anchor}` }, [
        element('span', {}, [turn === 0 ? '' : String(turn)]),
        element('strong', {}, [visibleLine(text)]),
      ]),
    ]),
  );
  const rest = morePrompts > 0 ? [element('p', {}, [`and ${grouped(morePrompts)} more`])] : [];
  return element('nav', { 'aria-label': 'Prompts' }, [
    element('h2', {}, ['Prompts']),
    element('ol', {}, entries),
    ...rest,
  ]);
}
