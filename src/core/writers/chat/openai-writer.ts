import type { ImageContent } from '../../messages/message.ts';
import { imageAddress } from '../image-address.ts';
import { imageName } from '../image-name.ts';
import type { CallPart } from '../steps/step.ts';
import type { Writer, WriterOptions } from '../writer.ts';
import type { ChatAnswer, ChatCall, ChatMessage, ChatPart } from './chat-message.ts';
import { answerText, argumentsOf, type Exchange, textOf } from './exchange.ts';
import { createExchangeWriter } from './exchange-writer.ts';

/** A line `{"messages": […]}` for a thread, as trainers read it, and one for each sub-agent where they are asked for. */
export function createOpenaiWriter(options: WriterOptions = {}): Writer {
  return createExchangeWriter(options, (threads, list) =>
    threads.flatMap(({ exchanges }) => {
      const messages = exchanges.flatMap(chatMessages);
      if (messages.length === 0) return [];
      return list(messages, { open: '{"messages":[', between: ',', close: ']}\n' });
    }),
  );
}

/** An answer, the result of each of its calls, and the images of these: a result holds text alone. */
function chatMessages(exchange: Exchange): ChatMessage[] {
  switch (exchange.kind) {
    case 'prompt':
      return [promptMessage(exchange.step)];
    case 'summary':
      return [{ role: 'system', content: exchange.step.text }];
    case 'answer': {
      const images = exchange.calls.flatMap(({ result }) => result?.images ?? []).map(imagePart);
      return [
        answerMessage(exchange),
        ...exchange.calls.map((call) => ({ role: 'tool' as const, tool_call_id: call.id, content: answerText(call) })),
        ...(images.length > 0 ? [{ role: 'user' as const, content: images }] : []),
      ];
    }
  }
}

function promptMessage({ text, images, role }: Extract<Exchange, { kind: 'prompt' }>['step']): ChatMessage {
  if (role === 'system' || role === 'developer') return { role, content: text };
  if (images.length === 0) return { role: 'user', content: text };
  const parts = images.map(imagePart);
  return { role: 'user', content: text === '' ? parts : [{ type: 'text', text }, ...parts] };
}

function answerMessage({ said, calls }: Extract<Exchange, { kind: 'answer' }>): ChatAnswer {
  const answer: ChatAnswer = { role: 'assistant', content: textOf(said, 'text') || (calls.length > 0 ? null : '') };
  const reasoning = textOf(said, 'reasoning');
  if (reasoning !== '') answer.reasoning_content = reasoning;
  if (calls.length > 0) answer.tool_calls = calls.map(chatCall);
  return answer;
}

function chatCall(call: CallPart): ChatCall {
  const { id, name } = call;
  const written = argumentsOf(call);
  if ('text' in written) return { id, type: 'custom', custom: { name, input: written.text } };
  return { id, type: 'function', function: { name, arguments: written.json } };
}

/** An image that nobody else can open is named. */
function imagePart(image: ImageContent): ChatPart {
  const address = imageAddress(image);
  if (address) return { type: 'image_url', image_url: { url: address.url } };
  return { type: 'text', text: `[image: ${imageName(image)}]` };
}
