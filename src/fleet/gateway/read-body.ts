import type { IncomingMessage } from 'node:http';
import { fleetLimits } from '../../limits/fleet.ts';
import { Refusal } from './refusal.ts';

/** How large the body says to be: undefined where it comes in chunks. A request without one has none. */
export function bodyLength({ headers }: IncomingMessage): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined;
  const text = headers['content-length'] ?? '0';
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY;
}

/** All of the body. Refuses one that becomes larger than it may be: one that comes in chunks says no length. */
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
    // Whoever asked is gone: nobody reads the answer, but the request has to end.
    request.on('close', () => reject(new Refusal(400, { error: 'cut-off' })));
    request.on('error', () => reject(new Refusal(400, { error: 'cut-off' })));
  });
}
