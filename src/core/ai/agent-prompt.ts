import type { CallWarning } from './stream-part.ts';

/** A message of the AI SDK's prompt (`LanguageModelV4Message`), with the fields that an agent can be given. */
export interface PromptMessage {
  role: string;
  content: string | readonly { type: string; text?: string }[];
}

/**
 * Makes the prompt for an agent that remembers its own thread: what the person said since the last answer. The system
 * message opens the first prompt of a thread, because agents have no other place for it.
 */
export function agentPrompt(messages: readonly PromptMessage[]): { prompt: string; warnings: CallWarning[] } {
  const answered = messages.findLastIndex(({ role }) => role === 'assistant' || role === 'tool');
  const texts: string[] = [];
  const warnings: CallWarning[] = [];
  for (const { role, content } of messages.slice(answered + 1)) {
    if (role !== 'user' && role !== 'system') continue;
    if (typeof content === 'string') texts.push(content);
    else for (const part of content) addPart(part);
  }

  function addPart({ type, text }: { type: string; text?: string }): void {
    if (type === 'text' && text !== undefined) texts.push(text);
    else warnings.push({ type: 'unsupported', feature: `${type} in a prompt` });
  }

  return { prompt: texts.join('\n\n'), warnings };
}
