import { createElement, Fragment, type ReactNode } from 'react';
import { type ElementNode, nodesText, type TextNode } from '../../../core/text/node.ts';
import { isSafeLink } from '../../../core/text/safe-link.ts';
import { Code } from './code.tsx';
import { Link } from './link.tsx';

/** Turns a tree of text into elements: the only way from a transcript to the page. */
export function Nodes({ nodes }: { nodes: readonly TextNode[] }): ReactNode {
  return nodes.map((node, index) => <Fragment key={nodeKey(index)}>{toElement(node)}</Fragment>);
}

function toElement(node: TextNode): ReactNode {
  if (typeof node === 'string') return node;
  if (node.tag === 'pre')
    return <Code text={nodesText(node.children)} language={node.attributes['data-language'] ?? ''} />;
  if (node.tag === 'table' && node.attributes.class === undefined) {
    return <div className="table-box">{plainElement(node)}</div>;
  }
  return plainElement(node);
}

function plainElement({ tag, attributes, children }: ElementNode): ReactNode {
  const { class: className, href, title, start, colspan } = attributes;
  const isLink = tag === 'a' && href !== undefined && isSafeLink(href);
  const properties = {
    ...(className !== undefined && { className }),
    ...(title !== undefined && { title }),
    ...(start !== undefined && { start }),
    ...(colspan !== undefined && { colSpan: colspan }),
  };
  if (isLink) {
    return (
      <Link href={href} title={title} className={className}>
        <Nodes nodes={children} />
      </Link>
    );
  }
  if (tag === 'br' || tag === 'hr') return createElement(tag, properties);
  // An image of a transcript has its own route. An image in the tree never has an address that the page would load.
  if (tag === 'img') return null;
  return createElement(tag === 'a' ? 'span' : tag, properties, <Nodes nodes={children} />);
}

/** A text's nodes never move, so their positions are their keys. */
function nodeKey(index: number): string {
  return String(index);
}
