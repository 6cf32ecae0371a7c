import type { UnifiedMessage } from '../messages/message.ts';
import { createMessageBuilder } from '../messages/message-builder.ts';
import { jsonLine } from './json-line.ts';
import { createMessageFilter } from './message-filter.ts';
import { createSettledMessages } from './settled-messages.ts';
import { reportOutcome, type Writer, type WriterOptions } from './writer.ts';

/** One UnifiedMessage per line, each once. Printed output is written as it settles. */
export function createMessagesWriter(options: WriterOptions = {}): Writer {
  const { builder = createMessageBuilder(options), onProblem, kind } = options;
  const settled = createSettledMessages(builder, () => kind?.() === 'store');
  const filter = createMessageFilter(options);
  let lastLine = 0;

  function written(messages: readonly UnifiedMessage[], lines: string[]): void {
    for (const settledMessage of messages) {
      const message = filter(settledMessage)?.message;
      if (!message) continue;
      const text = jsonLine(message);
      if (text !== undefined) lines.push(text);
      else onProblem?.(lastLine, { code: 'too-deep', message: `the message ${message.id} is nested too deeply` });
    }
  }

  return {
    push(outcome) {
      lastLine = outcome.line;
      reportOutcome(outcome, onProblem);
      const lines: string[] = [];
      for (const event of outcome.ok ? outcome.events : []) written(settled.push(event, outcome.offset), lines);
      return lines;
    },
    end() {
      const lines: string[] = [];
      written(settled.end(), lines);
      return lines;
    },
  };
}
