import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AnswerItem, streamOf } from './answers.ts';
import { createToolbox, type ModelRequest, type Toolbox } from './toolbox.ts';

/** One request of Codex, as a script sees it. */
export interface Turn {
  /** Counted from 0. */
  index: number;
  request: ModelRequest;
  tools: Toolbox;
}

/** What the model answers: items, a refusal by HTTP, or nothing, ever. */
export type Answer = readonly AnswerItem[] | { status: number; message: string } | 'silence';

export type Script = (turn: Turn) => Answer;

export interface ResponsesApi {
  /** For `base_url`. */
  url: string;
  requests: ModelRequest[];
  close(): Promise<void>;
}

/** A model that follows a script, behind OpenAI's Responses API, on loopback. */
export async function startResponsesApi(script: Script): Promise<ResponsesApi> {
  const requests: ModelRequest[] = [];
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    if (request.method !== 'POST' || !request.url?.endsWith('/responses')) return refuse(response, 404, 'not here');
    const parsed: ModelRequest = JSON.parse(body);
    requests.push(parsed);
    const answer = script({ index: requests.length - 1, request: parsed, tools: createToolbox(parsed) });
    if (answer === 'silence') return response.writeHead(200, STREAM).flushHeaders();
    if ('status' in answer) return refuse(response, answer.status, answer.message);
    response.writeHead(200, STREAM);
    for (const event of streamOf(answer)) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    response.end();
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

const STREAM = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' };

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { message, type: 'invalid_request_error', code: 'mock' } }));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
