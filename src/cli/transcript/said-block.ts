import { terminalBlock } from '../terminal-text.ts';
import { wrapText } from '../text-layout.ts';
import { INDENT, type TranscriptLayout } from './transcript-layout.ts';

/** Something that was said: a mark before its first line, the others under it. */
export function saidBlock(
  text: string,
  mark: string,
  layout: TranscriptLayout,
  paint = (line: string) => line,
): string[] {
  const lines = wrapText(terminalBlock(text.trim()).replaceAll('\t', '    '), layout.columns - INDENT.length);
  return lines.map((line, index) => (index === 0 ? paint(`${mark} ${line}`) : `${INDENT}${paint(line)}`).trimEnd());
}
