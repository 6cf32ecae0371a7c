import type { ImageContent } from '../../messages/message.ts';
import { terminalLine } from '../terminal-text.ts';
import { clipEnd } from '../text-layout.ts';
import { INDENT, type TranscriptLayout } from './transcript-layout.ts';

/** An image cannot be shown: where it is, or what it is. */
export function imageBlock({ source }: ImageContent, { columns, style }: TranscriptLayout): string[] {
  const kilobytes = source.type === 'base64' ? Math.ceil((source.data.length * 3) / 4 / 1000) : 0;
  const text = source.type === 'url' ? source.url : `${source.media_type}, ${kilobytes} kB`;
  return [INDENT + style.dim(clipEnd(`[image: ${terminalLine(text.slice(0, 1000))}]`, columns - INDENT.length))];
}
