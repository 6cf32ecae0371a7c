import type { ImageContent } from '../../messages/message.ts';
import { classed, element, type TextNode } from '../../text/node.ts';
import { isImageData } from '../../text/safe-link.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { imageName } from '../image-name.ts';
import type { HtmlContext } from './html-context.ts';

/** The image itself, if it is present, small enough and of a known kind; else its name. Nothing is ever loaded. */
export function imageNode(image: ImageContent, { takeImage }: HtmlContext): TextNode {
  const { source } = image;
  const name = visibleLine(imageName(image));
  if (source.type === 'base64') {
    const address = `data:${source.media_type.slice(0, 40).toLowerCase()};base64,${source.data}`;
    if (isImageData(address) && takeImage(address.length)) return element('img', { src: address, alt: name });
  }
  return classed('p', 'remote-image', [`[image: ${name}]`]);
}
