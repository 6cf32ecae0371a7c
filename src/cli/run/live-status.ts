import type { UnifiedMessage } from '../../messages/message.ts';
import { isBashTool } from '../../messages/tool-inputs.ts';
import type { Output } from '../output.ts';
import { terminalLine } from '../terminal-text.ts';
import { clipEnd } from '../text-layout.ts';
import type { TranscriptLayout } from '../transcript/transcript-layout.ts';

/** A last line that tells what is going on, and is gone when something has happened. */
export interface LiveStatus {
  show(message: UnifiedMessage | undefined): void;
  hide(): void;
}

/** Only for a person at a terminal. */
export function createLiveStatus(output: Output, layout: TranscriptLayout): LiveStatus {
  if (!output.isTerminal || process.env.TERM === 'dumb') return { show() {}, hide() {} };
  let isShown = false;
  return {
    show(message) {
      const text = clipEnd(`… ${describe(message)}`, layout.columns - 1);
      output.append(`\n${layout.style.dim(text)}`);
      isShown = true;
    },
    hide() {
      // Back to the beginning of the line, which is emptied, and up to the empty one above.
      if (isShown) output.append('\r\x1b[K\x1b[A');
      isShown = false;
    },
  };
}

function describe(message: UnifiedMessage | undefined): string {
  const block = message?.content[0];
  if (block?.type === 'tool_use') {
    const text = isBashTool(block) ? block.input.command : block.name;
    return terminalLine(text.slice(0, 1000).trim().replaceAll(/\s+/g, ' '));
  }
  return block === undefined ? 'working' : 'writing';
}
