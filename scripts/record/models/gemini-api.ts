import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A part of what the model says, in Gemini's own form. */
export type GeminiPart =
  | { text: string; thought?: true }
  | { functionCall: { name: string; args: Record<string, unknown> } };

/** What the model answers: parts, a refusal by HTTP, nothing ever, or text after which the connection is cut. */
export type GeminiAnswer =
  | readonly GeminiPart[]
  | { status: number; message: string }
  | { cutAfter: string }
  | 'silence';

/** Gets the number of the request, counted from 0; requests of the CLI for itself do not count. */
export type GeminiScript = (index: number, request: GeminiRequest) => GeminiAnswer;

export interface GeminiApi {
  /** For GOOGLE_GEMINI_BASE_URL. */
  url: string;
  /** How many requests the script has answered. */
  readonly count: number;
  /** Those requests. */
  requests: GeminiRequest[];
  close(): Promise<void>;
}

/** What each request is said to have used. */
const GEMINI_USAGE = {
  promptTokenCount: 1000,
  candidatesTokenCount: 20,
  cachedContentTokenCount: 400,
  thoughtsTokenCount: 7,
  totalTokenCount: 1027,
};

export interface GeminiRequest {
  tools?: { functionDeclarations?: unknown[] }[];
  contents?: unknown[];
}

/** A model that follows a script, behind Google's Gemini API, on loopback. */
export async function startGeminiApi(script: GeminiScript): Promise<GeminiApi> {
  let count = 0;
  const requests: GeminiRequest[] = [];
  const server = createServer(async (request, response) => {
    const body: GeminiRequest = JSON.parse((await readBody(request)) || '{}');
    const [, verb] = /models\/[^:?]+:(\w+)/.exec(request.url ?? '') ?? [];
    if (verb === undefined) return refuse(response, 404, 'not here');
    if (verb === 'countTokens') return send(response, { totalTokens: 1000 });
    // The CLI asks for summaries and the like without tools.
    const isOwn = body.tools?.some(({ functionDeclarations }) => functionDeclarations !== undefined) ?? false;
    const answer = isOwn ? script(count, body) : [{ text: 'Aside.' }];
    if (isOwn) {
      count += 1;
      requests.push(body);
    }
    if (answer === 'silence') return response.writeHead(200, STREAM).flushHeaders();
    if ('status' in answer) return refuse(response, answer.status, answer.message);
    if (verb === 'generateContent') return send(response, chunk('cutAfter' in answer ? [] : answer, true));
    response.writeHead(200, STREAM);
    if ('cutAfter' in answer) {
      response.write(`data: ${JSON.stringify(chunk([{ text: answer.cutAfter }], false))}\r\n\r\n`, () =>
        request.socket.destroy(),
      );
      return;
    }
    answer.forEach((part, index) => {
      response.write(`data: ${oneLine(chunk([part], index === answer.length - 1))}\r\n\r\n`);
    });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    get count() {
      return count;
    },
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const STREAM = { 'content-type': 'text/event-stream' };

/** The CLI takes U+2028 for the end of a line, and the service never sends it as it is. */
function oneLine(value: object): string {
  return JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

function chunk(parts: readonly GeminiPart[], isLast: boolean): object {
  const candidate = { content: { role: 'model', parts }, index: 0, ...(isLast && { finishReason: 'STOP' }) };
  const { promptTokenCount } = GEMINI_USAGE;
  return {
    candidates: [candidate],
    usageMetadata: isLast ? GEMINI_USAGE : { promptTokenCount, totalTokenCount: promptTokenCount },
  };
}

function send(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function refuse(response: ServerResponse, code: number, message: string): void {
  const status = code === 400 ? 'INVALID_ARGUMENT' : 'UNAVAILABLE';
  response.writeHead(code, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { code, message, status } }));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const piece of request) chunks.push(piece);
  return Buffer.concat(chunks).toString('utf8');
}
