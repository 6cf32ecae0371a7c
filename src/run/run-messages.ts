import { resolve } from 'node:path';
import type { UnifiedMessage } from '../messages/message.ts';
import { createMessageBuilder, type MessageBuilder, type MessageBuilderOptions } from '../messages/message-builder.ts';
import type { ItemCompletedEvent, ThreadEvent } from '../thread/event.ts';

/** A request is one: `createRunMessages(request)`. */
export interface RunMessagesOptions extends MessageBuilderOptions {
  prompt?: string;
  /** The files that go with the prompt. */
  images?: readonly string[];
}

/**
 * Folds a run's events into messages, the prompt included. Codex writes the prompt into the session file but does not
 * print it; with it the messages of a run are those that its file gives later.
 */
export function createRunMessages(options: RunMessagesOptions): MessageBuilder {
  const builder = createMessageBuilder(options);
  let prompt = options.prompt === undefined ? undefined : createPromptEvent(options.prompt, options.images ?? []);

  function pushPrompt(timestamp: string | undefined): UnifiedMessage[] {
    if (!prompt) return [];
    const event = timestamp === undefined ? prompt : { ...prompt, timestamp };
    prompt = undefined;
    return builder.push(event);
  }

  return {
    push(event) {
      // Old versions print the prompt themselves.
      if (isPrompt(event)) prompt = undefined;
      // It opens the turn; where none is announced, it comes before the first thing that is done about it.
      if (event.type === 'turn.started') return [...builder.push(event), ...pushPrompt(event.timestamp)];
      if (isWork(event)) return [...pushPrompt(event.timestamp), ...builder.push(event)];
      return builder.push(event);
    },
    end: () => [...pushPrompt(undefined), ...builder.end()],
    get messages() {
      return builder.messages;
    },
  };
}

function createPromptEvent(text: string, images: readonly string[]): ItemCompletedEvent {
  const paths = images.map((image) => resolve(image));
  // The id stands for no item of Codex's, which are called item_0, item_1, …
  return {
    type: 'item.completed',
    item: { id: 'prompt', type: 'user_message', text, ...(paths[0] ? { images: paths } : {}) },
  };
}

function isPrompt(event: ThreadEvent): boolean {
  return 'item' in event && event.item.type === 'user_message';
}

/** Warnings (items of type `error`) come before the turn as well. */
function isWork(event: ThreadEvent): boolean {
  return event.type === 'item.delta' || ('item' in event && event.item.type !== 'error');
}
