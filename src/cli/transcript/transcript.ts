import type { UnifiedMessage } from '../../messages/message.ts';
import { createScreen } from '../screen.ts';
import { localTime } from '../wording.ts';
import { renderHeader, type ThreadFacts } from './header.ts';
import { renderMessage } from './render-message.ts';
import type { TranscriptLayout } from './transcript-layout.ts';

/** Turns messages into text for standard output, one after the other. */
export interface Transcript {
  readonly layout: TranscriptLayout;
  header(facts: ThreadFacts): string;
  message(message: UnifiedMessage): string;
}

export interface TranscriptOptions {
  /** Fold nothing. */
  all: boolean;
  /** What to say about lines that were left out. */
  unfoldHint: string;
}

export function createTranscript({ all, unfoldHint }: TranscriptOptions): Transcript {
  const layout: TranscriptLayout = {
    ...createScreen(),
    isWhole: all,
    unfoldHint,
  };
  let lastTime = '';

  /** When the person said something, where that is not what was told last. */
  function timeOf({ role, timestamp, injected, content }: UnifiedMessage): string {
    const isPrompt = role === 'user' && !injected && content.every((block) => block.type !== 'tool_result');
    const time = isPrompt ? localTime(timestamp) : '';
    if (time === '' || time === lastTime) return '';
    lastTime = time;
    return `${layout.style.dim(time)}\n`;
  }

  return {
    layout,
    header(facts) {
      layout.cwd = facts.cwd;
      return `${renderHeader(facts, layout)}\n`;
    },
    message(message) {
      const text = renderMessage(message, layout);
      return text === '' ? '' : `\n${timeOf(message)}${text}\n`;
    },
  };
}
