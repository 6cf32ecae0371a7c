import { type TypedPrompt, typedPrompt } from '../tools/typed-prompt.ts';
import { extractText, type UnifiedMessage } from './message.ts';

/**
 * What a person typed in a message. Undefined for messages of others: an agent, a tool, the CLI, or the agent that
 * gives a sub-agent its task. One without words and images is the output of a command, or a notice of a program.
 */
export function typedMessage(message: UnifiedMessage): TypedPrompt | undefined {
  const { role, injected, parent, content } = message;
  if (role !== 'user' || injected || parent !== undefined) return undefined;
  return content.some(({ type }) => type === 'tool_result') ? undefined : typedPrompt(extractText(message));
}

/** True for a prompt of a person: words or an image. */
export function isPrompt(message: UnifiedMessage, typed = typedMessage(message)): boolean {
  return typed !== undefined && (typed.text !== '' || message.content.some(({ type }) => type === 'image'));
}
