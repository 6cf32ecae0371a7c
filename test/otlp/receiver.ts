import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OtlpBody } from '../../src/core/writers/otlp/otlp-body.ts';
import { throughProtobuf } from './proto.ts';

/** A receiver of OTLP that takes only what the official types understand whole. */
export interface Receiver {
  url: URL;
  bodies: { path: string; body: OtlpBody; headers: NodeJS.Dict<string | string[]> }[];
  /** The next requests are answered so, before any is taken. */
  refuse(...statuses: number[]): void;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const bodies: Receiver['bodies'] = [];
  const refused: number[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const status = refused.shift();
    if (status !== undefined) {
      response.writeHead(status, { 'retry-after': '0' }).end('{}');
      return;
    }
    const body = JSON.parse(Buffer.concat(chunks).toString());
    const isWhole = JSON.stringify(throughProtobuf(body)).length === JSON.stringify(body).length;
    if (isWhole) bodies.push({ path: request.url ?? '', body, headers: request.headers });
    response.writeHead(isWhole ? 200 : 400).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // It listens on a port.
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    bodies,
    refuse: (...statuses) => refused.push(...statuses),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
