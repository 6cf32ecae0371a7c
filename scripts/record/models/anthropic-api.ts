import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A block of an answer, without the id that the service gives to calls. */
export type AnthropicBlock =
  | { type: 'text'; text: string }
  | { type: 'thinking'; thinking: string }
  | { type: 'tool_use'; name: string; input: Record<string, unknown> };

/** What the model answers: blocks, a refusal by HTTP, or nothing, ever. */
export type AnthropicAnswer = readonly AnthropicBlock[] | { status: number; type: string; message: string } | 'silence';

/** One request of Claude Code's main conversation. Only what scripts look at. */
export interface AnthropicTurn {
  /** Counted from 0. */
  index: number;
  body: AnthropicRequest;
}

interface AnthropicRequest {
  model?: string;
  stream?: boolean;
  tools?: { name?: string }[];
  messages?: unknown[];
}

export type AnthropicScript = (turn: AnthropicTurn) => AnthropicAnswer;

export interface AnthropicApi {
  /** For ANTHROPIC_BASE_URL. */
  url: string;
  requests: AnthropicRequest[];
  close(): Promise<void>;
}

export const say = (text: string): AnthropicBlock => ({ type: 'text', text });
export const think = (thinking: string): AnthropicBlock => ({ type: 'thinking', thinking });
export const call = (name: string, input: Record<string, unknown>): AnthropicBlock => ({
  type: 'tool_use',
  name,
  input,
});

/** What every answer used. The output of its beginning is a placeholder, as the real service's is. */
export const USED = {
  input_tokens: 12,
  cache_creation_input_tokens: 300,
  cache_read_input_tokens: 4000,
  output_tokens: 57,
};

/** A model that follows a script, behind Anthropic's Messages API, on loopback. */
export async function startAnthropicApi(script: AnthropicScript): Promise<AnthropicApi> {
  const requests: AnthropicRequest[] = [];
  const server = createServer(async (request, response) => {
    const text = await readBody(request);
    const path = request.url?.split('?')[0] ?? '';
    if (request.method !== 'POST' || !path.startsWith('/v1/messages'))
      return refuse(response, 404, 'not_found_error', 'no');
    if (path.endsWith('/count_tokens')) return json(response, 200, { input_tokens: 1234 });
    const body: AnthropicRequest = JSON.parse(text);
    // Titles and the like are asked for without tools, and are no part of the conversation. Nor is what 2.0 warms its caches by.
    const isMain =
      (body.tools ?? []).length > 0 && !/"text":"Warmup"/.test(JSON.stringify(body.messages?.at(-1) ?? null));
    if (isMain) requests.push(body);
    const answer = isMain ? script({ index: requests.length - 1, body }) : [say('ok')];
    if (answer === 'silence') return response.writeHead(200, STREAM).flushHeaders();
    if ('status' in answer) return refuse(response, answer.status, answer.type, answer.message);
    if (body.stream) stream(response, body.model ?? '', answer);
    else json(response, 200, wholeMessage(body.model ?? '', answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const STREAM = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' };

let count = 0;
function nextId(prefix: string): string {
  count += 1;
  return `${prefix}_01${String(count).padStart(22, '0')}`;
}

function emptyMessage(model: string) {
  const usage = { ...USED, output_tokens: 1 };
  const ends = { stop_reason: null as string | null, stop_sequence: null };
  return { id: nextId('msg'), type: 'message', role: 'assistant', model, content: [] as unknown[], ...ends, usage };
}

function stopReason(blocks: readonly AnthropicBlock[]): string {
  return blocks.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn';
}

function named(block: AnthropicBlock): object {
  if (block.type === 'tool_use') return { ...block, id: nextId('toolu') };
  return block.type === 'thinking' ? { ...block, signature: 'bW9jaw==' } : block;
}

function wholeMessage(model: string, blocks: readonly AnthropicBlock[]): object {
  return { ...emptyMessage(model), content: blocks.map(named), stop_reason: stopReason(blocks), usage: USED };
}

function stream(response: ServerResponse, model: string, blocks: readonly AnthropicBlock[]): void {
  response.writeHead(200, STREAM);
  const send = (event: { type: string; [field: string]: unknown }) =>
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  send({ type: 'message_start', message: emptyMessage(model) });
  blocks.forEach((block, index) => {
    for (const event of blockEvents(block)) send({ ...event, index });
  });
  const delta = { stop_reason: stopReason(blocks), stop_sequence: null };
  send({ type: 'message_delta', delta, usage: USED });
  send({ type: 'message_stop' });
  response.end();
}

function blockEvents(block: AnthropicBlock): { type: string; [field: string]: unknown }[] {
  const delta = (value: object) => ({ type: 'content_block_delta', delta: value });
  const begin = (content: object) => ({ type: 'content_block_start', content_block: content });
  const end = { type: 'content_block_stop' };
  if (block.type === 'text') {
    const half = Math.ceil(block.text.length / 2);
    const parts = [block.text.slice(0, half), block.text.slice(half)];
    return [begin({ type: 'text', text: '' }), ...parts.map((text) => delta({ type: 'text_delta', text })), end];
  }
  if (block.type === 'thinking') {
    return [
      begin({ type: 'thinking', thinking: '', signature: '' }),
      delta({ type: 'thinking_delta', thinking: block.thinking }),
      delta({ type: 'signature_delta', signature: 'bW9jaw==' }),
      end,
    ];
  }
  const partial_json = JSON.stringify(block.input);
  return [
    begin({ type: 'tool_use', id: nextId('toolu'), name: block.name, input: {} }),
    delta({ type: 'input_json_delta', partial_json }),
    end,
  ];
}

function refuse(response: ServerResponse, status: number, type: string, message: string): void {
  json(response, status, { type: 'error', error: { type, message } });
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': nextId('req') });
  response.end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
