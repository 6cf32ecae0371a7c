import { languageNamed } from '../../text/languages.ts';
import { type ElementNode, nodesText, type Tag, type TextNode } from '../../text/node.ts';
import { isSafeLink } from '../../text/safe-link.ts';
import { cellCode, codeFence, codeSpan, escapeInline, escapeMarkdown, escapeMarkdownLine, indented } from './escape.ts';

const BLOCKS: ReadonlySet<Tag> = new Set<Tag>([
  'p',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'blockquote',
  'pre',
  'hr',
  'table',
  'div',
]);
/** Deeper quotes and lists are written at this depth: every level costs characters on every line. */
const DEEPEST = 8;

/**
 * Writes nodes as Markdown again. An agent's text is parsed and rewritten instead of copied, so it holds no HTML, ends
 * no block around it, mentions nobody and has no headings that look like ours.
 */
export function nodesMarkdown(nodes: readonly TextNode[], depth = 0): string {
  const blocks: string[] = [];
  let inline: TextNode[] = [];
  const flush = () => {
    const text = inlineMarkdown(inline).trim();
    if (text !== '') blocks.push(startOfLine(text));
    inline = [];
  };
  for (const node of nodes) {
    if (typeof node === 'string' || !BLOCKS.has(node.tag)) inline.push(node);
    else {
      flush();
      const text = blockMarkdown(node, depth);
      if (text !== '') blocks.push(text);
    }
  }
  flush();
  return blocks.join('\n\n');
}

function blockMarkdown(node: ElementNode, depth: number): string {
  const { tag, children, attributes } = node;
  const inner = Math.min(depth + 1, DEEPEST);
  switch (tag) {
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return `**${escapeMarkdownLine(nodesText(children))}**`;
    case 'ul':
    case 'ol':
      return list(node, inner);
    case 'blockquote':
      return depth >= DEEPEST ? nodesMarkdown(children, inner) : indented(nodesMarkdown(children, inner), '> ');
    case 'pre':
      return codeFence(nodesText(children), languageNamed(attributes['data-language'] ?? ''));
    case 'hr':
      return '* * *';
    case 'table':
      return table(node);
    case 'div':
      return escapeMarkdown(nodesText(children));
    default:
      return nodesMarkdown(children, depth);
  }
}

function list({ tag, children, attributes }: ElementNode, depth: number): string {
  const start = attributes.start ?? 1;
  const entries = children.flatMap((child, index) => {
    if (typeof child === 'string') return [];
    const text = nodesMarkdown(child.children, depth);
    const mark = tag === 'ol' ? `${Math.min(start + index, 999_999_999)}. ` : '- ';
    return depth >= DEEPEST ? [text] : [indented(text, mark, ' '.repeat(mark.length))];
  });
  return entries.join(entries.some((entry) => entry.includes('\n\n')) || depth >= DEEPEST ? '\n\n' : '\n');
}

function table({ children }: ElementNode): string {
  const rows = children
    .flatMap((part) => (typeof part === 'string' ? [] : part.children))
    .map((row) => (typeof row === 'string' ? [] : row.children.map(cell)));
  const columns = rows[0]?.length ?? 0;
  if (columns === 0) return '';
  const line = (cells: readonly string[]) => `| ${cells.slice(0, columns).join(' | ')} |`;
  const [heading = [], ...others] = rows;
  return [line(heading), `|${' --- |'.repeat(columns)}`, ...others.map(line)].join('\n');
}

function cell(node: TextNode): string {
  const text = typeof node === 'string' ? escapeInline(node) : inlineMarkdown(node.children, { isCell: true });
  return text.replaceAll('\n', ' ').trim();
}

function inlineMarkdown(nodes: readonly TextNode[], place: InlinePlace = {}): string {
  let text = '';
  for (const [index, node] of nodes.entries()) {
    if (typeof node === 'string') text += escapeInline(node, place.isInLink);
    else if (node.tag !== 'small' || !isLink(nodes[index - 1])) text += inlineElement(node, place);
  }
  return text;
}

/** The surroundings of inline text: a cell has one line and no bars, a link no other link. */
interface InlinePlace {
  isCell?: boolean;
  isInLink?: boolean;
}

/** A link shows its target by itself. */
function isLink(node: TextNode | undefined): boolean {
  return typeof node === 'object' && node.tag === 'a';
}

function inlineElement(node: ElementNode, place: InlinePlace): string {
  const { tag, children, attributes } = node;
  const text = tag === 'code' ? '' : inlineMarkdown(children, tag === 'a' ? { ...place, isInLink: true } : place);
  switch (tag) {
    case 'code': {
      const code = nodesText(children);
      return place.isCell ? cellCode(code) : codeSpan(code);
    }
    case 'em':
      return around('*', text);
    case 'strong':
      return around('**', text);
    case 'del':
      return around('~~', text);
    case 'br':
      return place.isCell ? ' ' : '\\\n';
    case 'a':
      return link(text, attributes.href ?? '');
    default:
      return text;
  }
}

/** Spaces inside emphasis would break it. */
function around(mark: string, text: string): string {
  const inner = text.trim();
  if (inner === '') return text;
  const start = text.length - text.trimStart().length;
  return text.slice(0, start) + mark + inner + mark + text.slice(start + inner.length);
}

function link(text: string, href: string): string {
  if (!isSafeLink(href)) return text;
  // Percent-encodes whatever could end the address.
  const address = href.replace(
    /[<>()\\|\s`*_[\]]/g,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return `[${text.trim() || escapeMarkdownLine(href)}](${address})`;
}

/** Inline text was escaped in pieces. A piece from the middle of a line may now be at the beginning of one. */
function startOfLine(text: string): string {
  return text.replace(/^[ \t]+/gm, '').replace(/^(?=[#+=:-](?:\s|$|[-=:#+]))/gm, '\\');
}
