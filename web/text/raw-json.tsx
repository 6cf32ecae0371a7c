import { visibleText } from '../../src/core/text/visible-text.ts';

/** Strings, numbers and words of a line of JSON. The alternatives do not overlap, so nothing is tried twice. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g;
const MAX_COLOURED = 16 * 1024;

/** A raw line, coloured if it is short. A line that is not JSON stays as it is. */
export function RawJson({ text }: { text: string }) {
  if (text.length > MAX_COLOURED) return visibleText(text);
  const parts: { text: string; kind?: string }[] = [];
  let at = 0;
  for (const match of text.matchAll(TOKEN)) {
    parts.push({ text: text.slice(at, match.index) });
    parts.push({ text: match[0], kind: match[0].startsWith('"') ? 'string' : 'number' });
    at = match.index + match[0].length;
  }
  parts.push({ text: text.slice(at) });
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: tokens of a line do not change places
    <span key={index} className={part.kind}>
      {visibleText(part.text)}
    </span>
  ));
}
