import { jsonText } from '../../lines/json.ts';
import type { ThreadItem } from '../../thread/item.ts';
import { names } from './conventions.ts';
import { callOf, resultText, type SpokenMessages, type SpokenOptions } from './spoken-messages.ts';

type Attributes = Record<string, string | undefined>;

/** What was said, as JSON: attributes of spans hold no objects. */
export function messagesAttributes(spoken: SpokenMessages | undefined): Attributes {
  if (!spoken) return {};
  const { input, output } = spoken;
  const hasCall = output.some((part) => 'type' in part && part.type === 'tool_call');
  const answer = [{ role: 'assistant', parts: output, finish_reason: hasCall ? 'tool_call' : 'stop' }];
  return {
    [names.inputMessages]: input.length > 0 ? jsonText(input) : undefined,
    [names.outputMessages]: output.length > 0 ? jsonText(answer) : undefined,
  };
}

/** The arguments of a call and its result, where they are asked for. */
export function toolAttributes(item: ThreadItem, { content, tools }: SpokenOptions): Attributes {
  if (!content || tools === false) return {};
  const input = callOf(item)?.input;
  return {
    [names.toolArguments]: typeof input === 'string' ? input : input === undefined ? undefined : jsonText(input),
    [names.toolResult]: resultText(item),
  };
}
