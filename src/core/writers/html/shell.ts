import type { TextNode } from '../../text/node.ts';
import { toHtml } from '../../text/to-html.ts';
import { headLines } from './head-lines.ts';
import { STYLE, STYLE_HASH } from './style.ts';

/** No script, no request, no form, no frame: whatever a page holds, a browser lets it do nothing. */
export const POLICY = `default-src 'none'; style-src '${STYLE_HASH}'; img-src data:; base-uri 'none'; form-action 'none'`;

/** The page up to its first row. */
export function pageStart(title: string): string {
  return [...headLines({ policy: POLICY, title: toHtml([title]), style: STYLE }), '<body>', ''].join('\n');
}

/**
 * The element that holds all rows, with one section per turn, so that a browser lays out only those in view. Rows come
 * one after the other, so these tags are opened and closed separately.
 */
export const THREAD_START = '<main>\n<section class="turn">\n';
export const NEXT_TURN = '</section>\n<section class="turn">\n';
export const THREAD_END = '</section>\n</main>\n';
export const PAGE_END = '</body>\n</html>\n';

export function lines(nodes: readonly TextNode[]): string {
  return nodes.length === 0 ? '' : `${nodes.map((node) => toHtml([node])).join('\n')}\n`;
}
