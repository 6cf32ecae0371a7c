import MarkdownIt, { type Token } from 'markdown-it';
import * as coreLimits from '../../limits/core.ts';
import { classed, type ElementNode, element, nodesText, type Tag, type TextNode } from './node.ts';
import { isSafeLink, linkHost } from './safe-link.ts';
import { visibleText } from './visible-text.ts';

/** Colours a block of code. Undefined leaves it plain. */
export type ColourCode = (code: string, language: string) => TextNode[] | undefined;

/** The elements that a kind of token opens. Headings are below those of the page. */
const OPENED: ReadonlyMap<string, Tag> = new Map([
  ['paragraph_open', 'p'],
  ['blockquote_open', 'blockquote'],
  ['bullet_list_open', 'ul'],
  ['ordered_list_open', 'ol'],
  ['list_item_open', 'li'],
  ['table_open', 'table'],
  ['thead_open', 'thead'],
  ['tbody_open', 'tbody'],
  ['tr_open', 'tr'],
  ['th_open', 'th'],
  ['td_open', 'td'],
  ['em_open', 'em'],
  ['strong_open', 'strong'],
  ['s_open', 'del'],
]);
const HEADINGS: readonly Tag[] = ['h3', 'h4', 'h5', 'h6', 'h6', 'h6'];

const parser = createParser();

/** The parser keeps addresses as written. Code below decides about them. */
function createParser() {
  const markdown = new MarkdownIt({ html: false, linkify: false });
  markdown.validateLink = () => true;
  markdown.normalizeLink = (address) => address;
  return markdown;
}
const { normalizeLink } = new MarkdownIt();

/** Parses Markdown. HTML in it is text, images are named and never loaded, links lead to the web or to mail. */
export function markdownNodes(source: string, colour: ColourCode = () => undefined): TextNode[] {
  const text = visibleText(source.replaceAll('\r\n', '\n'));
  if (text.length > coreLimits.maxMarkdownLength) return [classed('div', 'plain', [text])];
  return treeOf(parser.parse(text, {}), colour);
}

/** An open element of the document. */
interface Open {
  tag: Tag;
  children: TextNode[];
  attributes: ElementNode['attributes'];
  /** The address to show beside a link that may not be followed, or that leads elsewhere than it says. */
  target?: string;
}

function treeOf(tokens: readonly Token[], colour: ColourCode): TextNode[] {
  const root: TextNode[] = [];
  const stack: Open[] = [];
  const add = (node: TextNode) => (stack.at(-1)?.children ?? root).push(node);
  for (const token of tokens) {
    if (token.hidden) continue;
    if (token.nesting === 1) stack.push(opened(token));
    else if (token.nesting === -1) for (const node of closed(stack.pop())) add(node);
    else if (token.type === 'inline') for (const node of treeOf(token.children ?? [], colour)) add(node);
    else add(leaf(token, colour));
  }
  return root;
}

function opened(token: Token): Open {
  const { type, attrs } = token;
  if (type === 'link_open') return openedLink(String(token.attrGet('href') ?? ''));
  const attributes: ElementNode['attributes'] = {};
  if (type === 'heading_open') return { tag: HEADINGS[Number(token.tag[1]) - 1] ?? 'h6', children: [], attributes };
  for (const [name, value] of attrs ?? []) {
    if (name === 'start') attributes.start = Number(value);
    if (name === 'style' && String(value).includes('right')) attributes.class = 'right';
    if (name === 'style' && String(value).includes('center')) attributes.class = 'center';
  }
  return { tag: OPENED.get(type) ?? 'span', children: [], attributes };
}

function openedLink(address: string): Open {
  const href = normalizeLink(address);
  if (isSafeLink(href)) return { tag: 'a', children: [], attributes: { href }, target: linkHost(href) };
  return { tag: 'span', children: [], attributes: { class: 'reference' }, target: address };
}

/** Shows the target beside a link, unless its text already names it. */
function closed(open: Open | undefined): TextNode[] {
  if (!open) return [];
  const node = element(open.tag, open.attributes, open.children);
  const { target } = open;
  if (target === undefined || target === '' || nodesText(open.children).includes(target)) return [node];
  return [node, classed('small', 'target', [` (${target})`])];
}

function leaf(token: Token, colour: ColourCode): TextNode {
  switch (token.type) {
    case 'code_inline':
      return element('code', {}, [token.content]);
    case 'softbreak':
      return '\n';
    case 'hardbreak':
      return element('br', {});
    case 'hr':
      return element('hr', {});
    case 'fence':
    case 'code_block':
      return codeBlock(token, colour);
    case 'image':
      return imageName(token);
    default:
      return token.content;
  }
}

function codeBlock({ content, info }: Token, colour: ColourCode): TextNode {
  const [language = ''] = info.trim().split(/\s/, 1);
  const code = content.replace(/\n$/, '');
  const name = language === '' ? undefined : language.slice(0, 40);
  return element('pre', { class: 'code', 'data-language': name }, colour(code, language) ?? [code]);
}

/** An image from elsewhere would tell its host who reads the page, and when. */
function imageName(token: Token): TextNode {
  const address = String(token.attrGet('src') ?? '');
  const name = [nodesText(treeOf(token.children ?? [], () => undefined)), linkHost(address) || address.slice(0, 200)];
  return classed('span', 'remote-image', [`[image: ${name.filter((part) => part !== '').join(' · ')}]`]);
}
