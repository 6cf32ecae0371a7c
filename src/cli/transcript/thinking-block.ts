import { saidBlock } from './said-block.ts';
import type { TranscriptLayout } from './transcript-layout.ts';

/** A summary of the model's reasoning: there for who wants to read it. Its headings are Markdown's. */
export function thinkingBlock(thinking: string, layout: TranscriptLayout): string[] {
  return saidBlock(thinking.replaceAll(/\*\*(.+?)\*\*/g, '$1'), '·', layout, layout.style.dim);
}
