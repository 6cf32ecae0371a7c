import type { UnifiedMessage } from '../messages/message.ts';
import { createMessageBuilder } from '../messages/message-builder.ts';
import { createMarkedLine } from './marked-line.ts';
import { createMessageFilter } from './message-filter.ts';
import { createSettledMessages } from './settled-messages.ts';
import { createStoredInput } from './stored-input.ts';
import { reportOutcome, type Writer, type WriterOptions } from './writer.ts';

/** One UnifiedMessage per line, each once. Printed output is written as it settles. */
export function createMessagesWriter(options: WriterOptions = {}): Writer {
  const { builder = createMessageBuilder(options), onProblem, kind, agent } = options;
  const input = createStoredInput(kind);
  const settled = createSettledMessages(builder, input.isStored);
  const line = createMarkedLine();
  const filter = createMessageFilter(options);
  let lastLine = 0;

  function written(messages: readonly UnifiedMessage[], lines: string[]): void {
    for (const settledMessage of messages) {
      const message = filter(settledMessage)?.message;
      if (!message) continue;
      const text = line(message, agent?.() ?? message.tool);
      if (text !== undefined) lines.push(text);
      else onProblem?.(lastLine, { code: 'too-deep', message: `the message ${message.id} is nested too deeply` });
    }
  }

  return {
    push(outcome) {
      lastLine = outcome.line;
      input.take(outcome);
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
