/**
 * The form of rendered text: a tree of plain values. `to-html.ts` writes it as HTML, and a viewer makes elements of it.
 * There is no node for HTML source, so nothing that an agent wrote can become an element by itself.
 */
export type TextNode = string | ElementNode;

export interface ElementNode {
  readonly tag: Tag;
  readonly attributes: Attributes;
  readonly children: readonly TextNode[];
}

/** All allowed elements. None of them runs, loads or sends anything. */
export const tags = [
  ...['a', 'article', 'aside', 'blockquote', 'br', 'code', 'dd', 'del', 'details', 'div', 'dl', 'dt', 'em', 'footer'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'hr', 'img', 'li', 'main', 'mark', 'nav', 'ol', 'p', 'pre'],
  ...['section', 'small', 'span', 'strong', 'summary', 'table', 'tbody', 'td', 'th', 'thead', 'time', 'tr', 'ul'],
] as const;

export type Tag = (typeof tags)[number];

/** All allowed attributes. Colours are classes: there is no `style`. */
export interface Attributes {
  class?: string | undefined;
  id?: string | undefined;
  /** A place in the page (`#…`), a file beside it, or an address that `isSafeLink` accepts. Others are not written. */
  href?: string | undefined;
  /** Image data that `isImageData` accepts. Any other is not written. */
  src?: string | undefined;
  alt?: string | undefined;
  title?: string | undefined;
  'aria-label'?: string | undefined;
  /** The language of a block of code. */
  'data-language'?: string | undefined;
  /** On a list: its first number. */
  start?: number | undefined;
  colspan?: number | undefined;
  /** On `details`: unfolded. */
  open?: boolean | undefined;
}

export function element(tag: Tag, attributes: Attributes, children: readonly TextNode[] = []): ElementNode {
  return { tag, attributes, children };
}

/** An element with a class. Most have one. */
export function classed(tag: Tag, name: string, children: readonly TextNode[] = []): ElementNode {
  return { tag, attributes: { class: name }, children };
}

/** The text of the nodes. */
export function nodesText(nodes: readonly TextNode[]): string {
  let text = '';
  for (const node of nodes) text += typeof node === 'string' ? node : nodesText(node.children);
  return text;
}
