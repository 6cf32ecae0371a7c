import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the model answers once: a text, calls of tools, both, or a refusal by HTTP. */
export interface ChatAnswer {
  reasoning?: string;
  text?: string;
  /** True if it never ends: nothing comes after the text. */
  isEndless?: true;
  /** A tool's name and its arguments. */
  calls?: readonly (readonly [name: string, input: Record<string, unknown>])[];
  /** An HTTP status instead of an answer. */
  status?: number;
  /** What the refusal says. */
  message?: string;
}

/** A request of an agent. Only what the tests look at. */
export interface ChatRequest {
  model?: string;
  stream?: boolean;
  messages: { role: string; content?: unknown; tool_calls?: unknown }[];
  tools?: { function?: { name?: string } }[];
}

export interface ChatCompletionsApi {
  /** With `/v1` at its end. */
  url: string;
  /** The requests that offered tools, in order. Titles and summaries are asked for without any. */
  requests: ChatRequest[];
  close(): Promise<void>;
}

export interface ChatCompletionsOptions {
  /** In order; the last one is given again and again. A function is asked when its turn comes. */
  answers: readonly (ChatAnswer | ((request: ChatRequest) => ChatAnswer))[];
}

/** Tokens of every answer. */
export const CHAT_USAGE = {
  prompt_tokens: 5321,
  completion_tokens: 87,
  total_tokens: 5408,
  prompt_tokens_details: { cached_tokens: 4096 },
  completion_tokens_details: { reasoning_tokens: 64 },
};

const TITLE: ChatAnswer = { text: 'A title' };
const STREAM = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' };

let count = 0;
const nextId = (prefix: string) => {
  count += 1;
  return `${prefix}${String(count).padStart(8, '0')}Mock`;
};

/** A model that follows a list of answers, behind OpenAI's chat completions, on loopback. */
export async function startChatCompletions({ answers }: ChatCompletionsOptions): Promise<ChatCompletionsApi> {
  const requests: ChatRequest[] = [];
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    if (request.method !== 'POST' || !request.url?.split('?')[0]?.endsWith('/chat/completions'))
      return refuse(response, 404, 'not here');
    const parsed: ChatRequest = JSON.parse(body);
    const next = parsed.tools?.length ? answers[Math.min(requests.push(parsed), answers.length) - 1] : TITLE;
    const answer = (typeof next === 'function' ? next(parsed) : next) ?? TITLE;
    if (answer.status !== undefined) return refuse(response, answer.status, answer.message ?? 'the mock refuses');
    const base = { id: nextId('chatcmpl-'), created: 1767225600, model: parsed.model ?? 'mock' };
    if (parsed.stream) return stream(response, base, answer);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(whole(base, answer)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function stream(response: ServerResponse, base: object, answer: ChatAnswer): void {
  const write = (chunk: object) =>
    response.write(`data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', ...chunk })}\n\n`);
  const delta = (delta: object, finish_reason: string | null = null) =>
    write({ choices: [{ index: 0, delta, finish_reason }] });
  response.writeHead(200, STREAM);
  delta({ role: 'assistant', content: '' });
  if (answer.reasoning !== undefined) delta({ reasoning_content: answer.reasoning });
  for (const piece of answer.text?.match(/[\s\S]{1,16}/gu) ?? []) delta({ content: piece });
  if (answer.isEndless) return;
  for (const [index, call] of callsOf(answer).entries()) delta({ tool_calls: [{ index, ...call }] });
  delta({}, answer.calls ? 'tool_calls' : 'stop');
  write({ choices: [], usage: CHAT_USAGE });
  response.end('data: [DONE]\n\n');
}

function whole(base: object, answer: ChatAnswer): object {
  const message = {
    role: 'assistant',
    content: answer.text ?? '',
    ...(answer.calls && { tool_calls: callsOf(answer) }),
  };
  const choices = [{ index: 0, message, finish_reason: answer.calls ? 'tool_calls' : 'stop' }];
  return { ...base, object: 'chat.completion', choices, usage: CHAT_USAGE };
}

function callsOf({ calls = [] }: ChatAnswer): object[] {
  return calls.map(([name, input]) => ({
    id: nextId('call_'),
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { message, type: 'invalid_request_error', code: 'mock' } }));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
