import { isObject } from '../../lines/json.ts';
import { terminalLine } from '../terminal-text.ts';
import { wrapText } from '../text-layout.ts';
import { INDENT, type TranscriptLayout } from './transcript-layout.ts';

const BOX = '[ ] '.length;

/** The plan as it stood then, a box before each step. */
export function planBlock(todos: readonly unknown[], layout: TranscriptLayout): string[] {
  const { style } = layout;
  const steps = todos.filter(isObject).flatMap(({ content, status }) => {
    const text = typeof content === 'string' ? content : '';
    const lines = wrapText(terminalLine(text), layout.columns - INDENT.length - BOX);
    return lines.map((line, index) => {
      const box = index === 0 ? boxOf(status) : ' '.repeat(BOX);
      return INDENT + paint(status, box + line, layout);
    });
  });
  return [`${style.dim('≡')} ${style.bold('plan')}`, ...steps];
}

function boxOf(status: unknown): string {
  if (status === 'completed') return '[x] ';
  return status === 'in_progress' ? '[>] ' : '[ ] ';
}

function paint(status: unknown, text: string, { style }: TranscriptLayout): string {
  if (status === 'completed') return style.dim(text);
  return status === 'in_progress' ? style.accent(text) : text;
}
