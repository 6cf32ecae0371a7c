import { resolve } from 'node:path';
import type { MessageBuilder } from '../../core/messages/message-builder.ts';
import { createPromptedMessages, type PromptedMessagesOptions } from '../../core/messages/prompted-messages.ts';

/** A request is valid: `createRunMessages(request)`. */
export type RunMessagesOptions = PromptedMessagesOptions;

/** Folds a run's events into messages, the request's prompt included, as the session file gives them later. */
export function createRunMessages(request: RunMessagesOptions): MessageBuilder {
  return createPromptedMessages({ ...request, images: request.images?.map((image) => resolve(image)) });
}
