import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { sendAnswer } from './http-answer.ts';

const STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers what never becomes a request, with the headers of every other answer: what the parser refuses, and `Expect`. */
export function refuseUnparsed(server: Server, headers: Readonly<Record<string, string>> = {}): void {
  const common = { 'x-content-type-options': 'nosniff', ...headers, connection: 'close' };
  const lines = Object.entries({ ...common, 'content-length': '0' }).map(([name, value]) => `${name}: ${value}\r\n`);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const status = STATUSES[error.code ?? ''] ?? 400;
    if (socket.writable) socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`);
    else socket.destroy();
  });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    sendAnswer(response, { status: 417, headers: {}, body: '' }, { headers: common });
  });
}
