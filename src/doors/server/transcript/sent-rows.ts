import { createHash } from 'node:crypto';
import type { UnifiedMessage } from '../../../core/messages/message.ts';
import type { ThreadItem } from '../../../core/thread/item.ts';
import { type RowFace, type RowParts, rowFace } from '../../../core/writers/rows/row-blocks.ts';
import { createRowFold, type RowFold, type RowFoldOptions } from '../../../core/writers/rows/row-fold.ts';
import { apiText } from './api-text.ts';

/** Options of rows that are sent to a page. */
export interface SentRowsOptions extends Omit<RowFoldOptions, 'parts'> {
  /** The longest text of a row, in bytes. */
  maxTextBytes: number;
}

/** A session as rows for a page, which asks for the rest of long texts and for images. */
export function createSentRows({ maxTextBytes, ...options }: SentRowsOptions): RowFold {
  return createRowFold({ ...options, parts: partsOf(maxTextBytes) });
}

/** The face of one message, with its texts whole. */
export function wholeFace(message: UnifiedMessage, item: ThreadItem | undefined): RowFace {
  return rowFace(message, item, partsOf(Number.POSITIVE_INFINITY));
}

function partsOf(maxTextBytes: number): RowParts {
  return { cut: (text) => apiText(text, maxTextBytes), imageName: imageHash };
}

/** The hash by which an image is fetched. */
export function imageHash(base64: string): string {
  return createHash('sha256').update(base64).digest('hex').slice(0, 32);
}
