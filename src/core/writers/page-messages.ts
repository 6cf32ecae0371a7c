import { createMessageBuilder } from '../messages/message-builder.ts';
import type { ThreadItem } from '../thread/item.ts';
import type { Outcome } from '../thread/outcome.ts';
import { createMessageFilter, type FilteredMessage } from './message-filter.ts';
import { createMessageItems } from './message-items.ts';
import { createSettledMessages } from './settled-messages.ts';
import { createStoredInput } from './stored-input.ts';
import type { WriterOptions } from './writer.ts';

/** A message on a page. */
export interface PageMessage extends FilteredMessage {
  /** The item of the message, if it says more. */
  item?: ThreadItem | undefined;
}

/** The messages of a thread for a page, each once, when it can no longer change. */
export interface PageMessages {
  push(outcome: Outcome): PageMessage[];
  end(): PageMessage[];
}

/** A page has the messages of sub-agents unless they are unwanted. They are under the call that started them. */
export function createPageMessages(options: WriterOptions): PageMessages {
  const { all, firstTurn, vocabularies, kind, agents = true } = options;
  const builder = options.builder ?? createMessageBuilder({ all, firstTurn, vocabularies, agents, original: false });
  const items = createMessageItems();
  const input = createStoredInput(kind);
  const settled = createSettledMessages(
    {
      push(event) {
        const changed = builder.push(event);
        items.add(event, changed);
        return changed;
      },
      end: builder.end,
      release: builder.release,
      get messages() {
        return builder.messages;
      },
    },
    input.isStored,
  );
  const filter = createMessageFilter(options);

  function shown(messages: ReturnType<typeof settled.end>): PageMessage[] {
    const rows: PageMessage[] = [];
    for (const message of messages) {
      const kept = filter(message);
      const item = items.of(message);
      items.forget(message);
      if (kept) rows.push({ ...kept, item });
    }
    return rows;
  }

  return {
    push(outcome) {
      const rows: PageMessage[] = [];
      input.take(outcome);
      for (const event of outcome.ok ? outcome.events : []) {
        for (const row of shown(settled.push(event, outcome.offset))) rows.push(row);
      }
      return rows;
    },
    end: () => shown(settled.end()),
  };
}
