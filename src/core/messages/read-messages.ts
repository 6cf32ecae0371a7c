import type { EventReaderOptions } from '../wires/event-reader.ts';
import { type ByteSource, readEventBatches } from '../wires/read-events.ts';
import type { UnifiedMessage } from './message.ts';
import { createMessageBuilder, type MessageBuilderOptions } from './message-builder.ts';

/** Options of `readEvents` for the input, and of `createMessageBuilder` for the messages. */
export interface ReadMessagesOptions extends Omit<MessageBuilderOptions, 'replay'> {
  /** Options for reading the bytes. By default the wire is recognised. */
  reader?: EventReaderOptions | undefined;
}

/**
 * Reads the messages of a thread that an agent printed or stored. Yields each once, in its last state, when the input
 * has ended. Skips bad lines; `readEvents` reports them. For messages in progress use `createMessageBuilder`.
 *
 * @example
 * import { extractText, readMessages } from 'threadline';
 *
 * for await (const message of readMessages(process.stdin)) console.log(message.role, extractText(message));
 */
export async function* readMessages(
  source: ByteSource,
  { reader, ...options }: ReadMessagesOptions = {},
): AsyncGenerator<UnifiedMessage> {
  const builder = createMessageBuilder(options);
  for await (const outcomes of readEventBatches(source, reader)) {
    for (const outcome of outcomes) if (outcome.ok) for (const event of outcome.events) builder.push(event);
  }
  builder.end();
  yield* builder.messages;
}
