import type { Conversation } from '../conversation.ts';
import { startChatCompletions } from '../models/chat-completions-api.ts';
import type { Place, RunningModel, Tools } from '../recorded-agent.ts';

/** The model of an agent that speaks chat completions. */
export function startChatModel(conversation: Conversation, place: Place, tools: Tools): Promise<RunningModel> {
  return startChatCompletions({
    answers: [
      ({ messages }) => {
        const { thread, answer } = conversation.next(messages);
        const calls = (answer.calls ?? []).flatMap((call) => tools(call, place) ?? []);
        conversation.keep(thread, answer, calls);
        return {
          ...(answer.think !== undefined && { reasoning: answer.think }),
          ...(answer.say !== undefined && { text: answer.say }),
          ...(calls.length > 0 && {
            calls: calls.map(({ name, input }) => [name, input as Record<string, unknown>] as const),
          }),
          ...answer.refuse,
        };
      },
    ],
  });
}
