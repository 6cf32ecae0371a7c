import { createContext, type ReactNode, useContext } from 'react';
import type { Row } from '../../core/writers/rows/row.ts';
import type { TextLink } from './text-view.ts';
import type { ImageData, RowSlots } from './thread-view.ts';

/** An image of a thread. `data` is base64 text; undefined for rows of a server, which has the image by its name. */
export interface ThreadImage {
  name: string;
  mediaType: string;
  bytes: number;
  data: string | undefined;
}

/** What a product draws by itself. */
export interface Renderers {
  /** Shows an image. Without it images are named. */
  renderImage?: ((image: ThreadImage) => ReactNode) | undefined;
  /** Shows the text of a line that could not be read or is of an unknown kind. Without it, the text as it is. */
  renderRaw?: ((text: string, row: Row) => ReactNode) | undefined;
  /** Buttons in the head of the row that someone is at. */
  renderActions?: ((row: Row) => ReactNode) | undefined;
}

/** Renderers are often written in place, and are others at each drawing: what they draw stays mounted all the same. */
export const RenderersContext = createContext<Renderers & { imageOf: (name: string) => string | undefined }>({
  imageOf: () => undefined,
});

export const LinkContext = createContext<((link: TextLink) => ReactNode) | undefined>(undefined);

/** The slots for which there are renderers. */
export function rowSlots(hasImage: boolean, hasRaw: boolean, hasActions: boolean): RowSlots {
  return { ...(hasImage && { Image }), ...(hasRaw && { Raw }), ...(hasActions && { Actions }) };
}

function Image({ block: { hash, mediaType, bytes } }: { block: ImageData }) {
  const { renderImage, imageOf } = useContext(RenderersContext);
  return <>{renderImage?.({ name: hash, mediaType, bytes, data: imageOf(hash) })}</>;
}

function Raw({ text, row }: { text: string; row: Row }) {
  return <>{useContext(RenderersContext).renderRaw?.(text, row)}</>;
}

function Actions({ row }: { row: Row }) {
  return <span className="item-actions">{useContext(RenderersContext).renderActions?.(row)}</span>;
}

export function RenderedLink(link: TextLink) {
  return <>{useContext(LinkContext)?.(link)}</>;
}
