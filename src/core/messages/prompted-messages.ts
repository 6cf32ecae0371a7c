import type { ItemCompletedEvent, ThreadEvent } from '../thread/event.ts';
import type { UnifiedMessage } from './message.ts';
import { createMessageBuilder, type MessageBuilder, type MessageBuilderOptions } from './message-builder.ts';

export interface PromptedMessagesOptions extends MessageBuilderOptions {
  prompt?: string | undefined;
  /** The files sent with the prompt, by the paths that the agent was given. */
  images?: readonly string[] | undefined;
}

/**
 * Folds a run's events into messages, including the prompt. Agents write the prompt into the session file but do not
 * all print it. With it, the messages of a run equal those that its file gives later.
 */
export function createPromptedMessages(options: PromptedMessagesOptions): MessageBuilder {
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
      // Some agents print the prompt themselves.
      if (isPrompt(event)) prompt = undefined;
      // The prompt opens the turn. If no turn is announced, it comes before the first work on it.
      if (event.type === 'turn.started') return [...builder.push(event), ...pushPrompt(event.timestamp)];
      if (isWork(event)) return [...pushPrompt(event.timestamp), ...builder.push(event)];
      return builder.push(event);
    },
    end: () => [...pushPrompt(undefined), ...builder.end()],
    release: builder.release,
    get messages() {
      return builder.messages;
    },
  };
}

function createPromptEvent(text: string, images: readonly string[]): ItemCompletedEvent {
  // An id that no agent gives an item.
  const item = { id: 'prompt', type: 'user_message', text } as const;
  return { type: 'item.completed', item: images.length > 0 ? { ...item, images: [...images] } : item };
}

function isPrompt(event: ThreadEvent): boolean {
  if (event.type === 'turn.started') return event.input_text !== undefined;
  return 'item' in event && event.item.type === 'user_message';
}

/** Warnings (items of type `error`) also come before the turn. */
function isWork(event: ThreadEvent): boolean {
  return event.type === 'item.delta' || ('item' in event && event.item.type !== 'error');
}
