import { saidBlock } from './said-block.ts';
import type { TranscriptLayout } from './transcript-layout.ts';

/** A summary of the model's reasoning: there for who wants to read it, so in little room. Its headings are Markdown's. */
export function thinkingBlock(thinking: string, layout: TranscriptLayout): string[] {
  return saidBlock(
    thinking.replaceAll(/\*\*(.+?)\*\*/g, '$1').replaceAll(/\n\s*\n/g, '\n'),
    '·',
    layout,
    layout.style.dim,
  );
}
