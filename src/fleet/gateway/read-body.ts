import type { IncomingMessage } from 'node:http';
import { fleetLimits } from '../../limits/fleet.ts';
import { Refusal } from './refusal.ts';

/** The stated length of the body; undefined if it comes in chunks, 0 for a request without one. */
export function bodyLength({ headers }: IncomingMessage): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined;
  const text = headers['content-length'] ?? '0';
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY;
}

/** Reads the whole body. Refuses one that grows too large: a body in chunks states no length. */
export function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= fleetLimits.maxGatewayBodyBytes) return chunks.push(chunk);
      chunks.length = 0;
      reject(new Refusal(413, { error: 'too-large' }));
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    // The client is gone and nobody reads the answer, but the request has to end.
    request.on('close', () => reject(new Refusal(400, { error: 'cut-off' })));
    request.on('error', () => reject(new Refusal(400, { error: 'cut-off' })));
  });
}
