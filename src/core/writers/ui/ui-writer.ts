import type { UnifiedMessage } from '../../messages/message.ts';
import { createMessageBuilder } from '../../messages/message-builder.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { isItemEvent } from '../../thread/guards.ts';
import { createJsonList } from '../json-list.ts';
import { createMessageFilter } from '../message-filter.ts';
import { createSettledMessages } from '../settled-messages.ts';
import { createStoredInput } from '../stored-input.ts';
import { reportOutcome, type Writer, type WriterOptions } from '../writer.ts';
import { createRequestKeys } from './request-keys.ts';
import { createUiMessages } from './ui-messages.ts';

/** A list of the AI SDK's messages, as front ends keep and show them. */
export function createUiWriter(options: WriterOptions = {}): Writer {
  const { onProblem, kind } = options;
  const builder = options.builder ?? createMessageBuilder({ ...options, original: true, split: false });
  const input = createStoredInput(kind);
  const settled = createSettledMessages(builder, input.isStored);
  const filter = createMessageFilter(options);
  const requests = createRequestKeys();
  /** Calls that the person refused, by their items. */
  const denied = new Set<string>();
  const list = createJsonList({ open: '[\n', between: ',\n', close: '\n]\n' }, () =>
    onProblem?.(lastLine, { code: 'too-deep', message: 'a message is too large to be written' }),
  );
  const messages = createUiMessages({ keyOf: requests.keyOf, isDenied: (itemId) => denied.has(itemId) });
  let lastLine = 0;

  function see(event: ThreadEvent): void {
    requests.see(event);
    if (isItemEvent(event) && 'status' in event.item && event.item.status === 'declined') denied.add(event.item.id);
  }

  function written(found: readonly UnifiedMessage[]): string[] {
    return found.flatMap((one) => {
      const kept = filter(one);
      return kept ? list.add(messages.push(kept.message, kept.turn)) : [];
    });
  }

  return {
    push(outcome) {
      lastLine = outcome.line;
      input.take(outcome);
      reportOutcome(outcome, onProblem);
      const pieces: string[] = [];
      for (const event of outcome.ok ? outcome.events : []) {
        see(event);
        for (const piece of written(settled.push(event, outcome.offset))) pieces.push(piece);
      }
      return pieces;
    },
    end: () => [...written(settled.end()), ...list.add(messages.end()), ...list.end()],
  };
}
