import type { ImageContent } from '../../messages/message.ts';
import { imageAddress } from '../image-address.ts';
import { imageName } from '../image-name.ts';
import type { CallPart, TextPart, UserStep } from '../steps/step.ts';
import type { Writer, WriterOptions } from '../writer.ts';
import { answerText, argumentsOf, type Exchange } from './exchange.ts';
import { createExchangeWriter } from './exchange-writer.ts';
import type { InputPart, ResponseAnswer, ResponseItem, ResponseReasoning } from './response-item.ts';

/** A list of items of OpenAI's Responses, as a request takes them. Sub-agents have requests of their own. */
export function createResponsesWriter(options: WriterOptions = {}): Writer {
  return createExchangeWriter({ ...options, agents: false }, ([thread], list) => {
    const items = createResponseItems();
    const found = (thread?.exchanges ?? []).flatMap(items);
    return list(found, { open: '[\n', between: ',\n', close: '\n]\n' });
  });
}

/** Ids are ours: those of another provider's answer would be looked up, and not found. */
function createResponseItems(): (exchange: Exchange) => ResponseItem[] {
  let count = 0;

  function saidItem(part: TextPart | CallPart): ResponseItem {
    if (part.type === 'call') return callItem(part);
    count += 1;
    return part.type === 'reasoning' ? reasoningItem(part, `rs_${count}`) : answerItem(part, `msg_${count}`);
  }

  return (exchange) => {
    switch (exchange.kind) {
      case 'prompt':
        return [promptItem(exchange.step)];
      case 'summary':
        return [{ type: 'message', role: 'system', content: [{ type: 'input_text', text: exchange.step.text }] }];
      case 'answer':
        return [...exchange.said.map(saidItem), ...exchange.calls.map(outputItem)];
    }
  };
}

function promptItem({ text, images, role }: UserStep): ResponseItem {
  const said = role === 'system' || role === 'developer' ? role : 'user';
  const words: InputPart[] = text === '' && images.length > 0 ? [] : [{ type: 'input_text', text }];
  return { type: 'message', role: said, content: [...words, ...images.map(imagePart)] };
}

function reasoningItem({ text, item }: TextPart, id: string): ResponseReasoning {
  if (item?.type === 'reasoning' && item.raw)
    return { type: 'reasoning', id, summary: [], content: [{ type: 'reasoning_text', text }] };
  return { type: 'reasoning', id, summary: [{ type: 'summary_text', text }] };
}

function answerItem({ text, item }: TextPart, id: string): ResponseAnswer {
  const content: ResponseAnswer['content'] = [{ type: 'output_text', text, annotations: [] }];
  const answer: ResponseAnswer = { type: 'message', id, role: 'assistant', status: 'completed', content };
  const phase = item?.type === 'agent_message' ? item.phase : undefined;
  if (phase === 'commentary' || phase === 'final_answer') answer.phase = phase;
  return answer;
}

function callItem(call: CallPart): ResponseItem {
  const { id, name } = call;
  const written = argumentsOf(call);
  if ('text' in written) return { type: 'custom_tool_call', call_id: id, name, input: written.text };
  return { type: 'function_call', call_id: id, name, arguments: written.json, status: 'completed' };
}

function outputItem(call: CallPart): ResponseItem {
  const type = 'text' in argumentsOf(call) ? 'custom_tool_call_output' : 'function_call_output';
  const text = answerText(call);
  const images = (call.result?.images ?? []).map(imagePart);
  if (images.length === 0) return { type, call_id: call.id, output: text };
  const words: InputPart[] = text === '' ? [] : [{ type: 'input_text', text }];
  return { type, call_id: call.id, output: [...words, ...images] };
}

/** An image that nobody else can open is named. */
function imagePart(image: ImageContent): InputPart {
  const address = imageAddress(image);
  if (address) return { type: 'input_image', image_url: address.url, detail: 'auto' };
  return { type: 'input_text', text: `[image: ${imageName(image)}]` };
}
