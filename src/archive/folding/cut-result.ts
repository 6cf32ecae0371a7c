import { archiveLimits } from '../../limits/archive.ts';

/** A text as it is kept, and the number of bytes that were left out of its middle. */
export interface CutText {
  text: string;
  omitted?: number | undefined;
}

/** Keeps the beginning and the end of a long result. The rest is in the agent's file, while that exists. */
export function cutResult(text: string): CutText {
  // A text of so many characters may have more bytes, never fewer.
  if (text.length <= archiveLimits.maxKeptResultBytes / 4) return { text };
  const bytes = Buffer.from(text);
  if (bytes.length <= archiveLimits.maxKeptResultBytes) return { text };
  const edge = archiveLimits.keptResultEdgeBytes;
  let start = edge;
  while (isInside(bytes, start)) start -= 1;
  let end = bytes.length - edge;
  while (isInside(bytes, end)) end += 1;
  const omitted = end - start;
  return { text: `${bytes.toString('utf8', 0, start)}${cutMark(omitted)}${bytes.toString('utf8', end)}`, omitted };
}

/** What stands in the place of the bytes that were left out. */
export function cutMark(omitted: number): string {
  return `\n[${omitted} bytes left out]\n`;
}

/** True for a byte that is not the first of its character. */
function isInside(bytes: Buffer, index: number): boolean {
  return ((bytes[index] ?? 0) & 0xc0) === 0x80;
}
