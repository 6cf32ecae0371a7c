import type { ImageContent } from '../../messages/message.ts';
import { knownTime } from '../../thread/time.ts';
import { imageName } from '../image-name.ts';
import type { CallPart } from '../steps/step.ts';
import type { Writer, WriterOptions } from '../writer.ts';
import { answerText, argumentsOf, type Exchange, textOf } from './exchange.ts';
import { createExchangeWriter, type ExchangedThread } from './exchange-writer.ts';

/**
 * The session trace of Hugging Face's Hub: a line for the session, then a line for each message. Source: hub-docs,
 * docs/hub/session-traces-format.md. Sub-agents are left out: a file is one session.
 */
interface TraceMessage {
  role: 'user' | 'assistant' | 'system' | 'tool';
  content: string;
  reasoningContent?: string;
  toolCalls?: { id: string; function: { name: string; arguments: string } }[];
  toolCallId?: string;
  /** Milliseconds since 1970. */
  timestamp?: number;
  model?: string;
}

/** The title of a session is its first prompt, cut to this many characters. */
const TITLE_LENGTH = 200;

export function createStsWriter(options: WriterOptions = {}): Writer {
  return createExchangeWriter({ ...options, agents: false }, (threads, list) =>
    threads.flatMap((thread) => {
      const messages = thread.exchanges.flatMap(traceMessages).map((message) => ({ type: 'message', message }));
      return list([sessionLine(thread), ...messages], { open: '', between: '\n', close: '\n' });
    }),
  );
}

function sessionLine({ head, exchanges }: ExchangedThread): object {
  const first = exchanges.find((exchange) => exchange.kind === 'prompt');
  const name = first?.kind === 'prompt' ? first.step.text.trim().slice(0, TITLE_LENGTH) : '';
  return {
    type: 'session',
    harness: 'threadline',
    id: head.thread_id ?? '',
    ...(name !== '' && { name }),
    ...(head.agent !== undefined && { agent: head.agent }),
    ...(head.cli_version !== undefined && { agent_version: head.cli_version }),
  };
}

function traceMessages(exchange: Exchange): TraceMessage[] {
  const { timestamp: told } = exchange.step;
  switch (exchange.kind) {
    case 'prompt': {
      const { text, images, role } = exchange.step;
      const isSystem = role === 'system' || role === 'developer';
      return [timed({ role: isSystem ? 'system' : 'user', content: withImages(text, images) }, told)];
    }
    case 'summary':
      return [timed({ role: 'system', content: exchange.step.text }, told)];
    case 'answer':
      return [answerMessage(exchange), ...exchange.calls.map(resultMessage)];
  }
}

function answerMessage({ step, said, calls }: Extract<Exchange, { kind: 'answer' }>): TraceMessage {
  const message: TraceMessage = { role: 'assistant', content: textOf(said, 'text') };
  const reasoning = textOf(said, 'reasoning');
  if (reasoning !== '') message.reasoningContent = reasoning;
  if (calls.length > 0) message.toolCalls = calls.map(traceCall);
  if (step.model !== undefined) message.model = step.model;
  return timed(message, step.timestamp);
}

/** Arguments are JSON here. A text that is none becomes a JSON string. */
function traceCall(call: CallPart): { id: string; function: { name: string; arguments: string } } {
  const written = argumentsOf(call);
  const text = 'text' in written ? JSON.stringify(written.text) : written.json;
  return { id: call.id, function: { name: call.name, arguments: text } };
}

/** The format has no field for a failure. */
function resultMessage(call: CallPart): TraceMessage {
  const { result } = call;
  const mark = result?.isError === false ? '' : '[error] ';
  const content = `${mark}${withImages(answerText(call), result?.images ?? [])}`;
  return timed({ role: 'tool', toolCallId: call.id, content }, result?.timestamp);
}

/** Nor for an image. */
function withImages(text: string, images: readonly ImageContent[]): string {
  return [
    ...(text === '' && images.length > 0 ? [] : [text]),
    ...images.map((image) => `[image: ${imageName(image)}]`),
  ].join('\n');
}

function timed(message: TraceMessage, told: string | undefined): TraceMessage {
  const time = knownTime(told);
  return time === undefined ? message : { ...message, timestamp: time };
}
