import { type Attributes, type TextNode, tags } from './node.ts';
import { isFileName, isImageData, isSafeLink } from './safe-link.ts';

const ALLOWED: ReadonlySet<string> = new Set(tags);
const WITHOUT_END: ReadonlySet<string> = new Set(['br', 'hr', 'img']);
/** What may be wider than the page: who has only a keyboard scrolls it once it has the focus. */
const SCROLLED: ReadonlySet<string> = new Set(['pre', 'table']);

/** Writes nodes as HTML. Only this function makes HTML of text, so only it escapes. */
export function toHtml(nodes: readonly TextNode[]): string {
  const parts: string[] = [];
  for (const node of nodes) write(node, parts);
  return parts.join('');
}

/** Recursion is as deep as the nodes: Markdown's nesting is limited, and all else has a fixed depth. */
function write(node: TextNode, parts: string[]): void {
  if (typeof node === 'string') {
    parts.push(escapeText(node));
    return;
  }
  const { tag, attributes, children } = node;
  // The type says so already. Whoever gets around it gets text.
  const isAllowed = ALLOWED.has(tag);
  if (isAllowed) parts.push(`<${tag}${attributesText(attributes)}${SCROLLED.has(tag) ? ' tabindex="0"' : ''}>`);
  // The parser drops a line feed at the beginning of a `pre`.
  if (tag === 'pre') parts.push('\n');
  for (const child of children) write(child, parts);
  if (isAllowed && !WITHOUT_END.has(tag)) parts.push(`</${tag}>`);
}

function attributesText(attributes: Attributes): string {
  const { class: name, id, href, src, alt, title, start, colspan, open } = attributes;
  let text = '';
  if (id !== undefined) text += attribute('id', id);
  if (name !== undefined) text += attribute('class', name);
  if (href !== undefined && (href.startsWith('#') || isFileName(href))) text += attribute('href', href);
  else if (href !== undefined && isSafeLink(href)) text += `${attribute('href', href)} rel="noopener noreferrer"`;
  if (src !== undefined && isImageData(src)) text += attribute('src', src);
  if (alt !== undefined) text += attribute('alt', alt);
  if (title !== undefined) text += attribute('title', title);
  if (attributes['aria-label'] !== undefined) text += attribute('aria-label', attributes['aria-label']);
  if (attributes['data-language'] !== undefined) text += attribute('data-language', attributes['data-language']);
  if (start !== undefined && Number.isSafeInteger(start)) text += ` start="${start}"`;
  if (colspan !== undefined && Number.isSafeInteger(colspan)) text += ` colspan="${colspan}"`;
  return open ? `${text} open` : text;
}

function attribute(name: string, value: string): string {
  return ` ${name}="${escapeText(value)}"`;
}

/** Characters that would end a text or an attribute, or that HTML parsers change or drop: CR, NUL, lone surrogates. */
const SPECIAL = /[&<>"'\r\0\ud800-\udfff]/gu;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\r': '&#13;',
};

function escapeText(text: string): string {
  return text.replace(SPECIAL, (character) => ESCAPES[character] ?? '\ufffd');
}
