import type { RawSource, SourceHead } from '../../src/archive/index.ts';
import { protocol } from '../../src/fleet/collect/protocol.ts';
import { pack } from '../../src/machine/sessions/pack.ts';

/** A machine that sends, as simple as can be: what it is answered, it gives as it is. */
export interface Client {
  open(sources: readonly RawSource[]): Promise<{ status: number; sources: SourceHead[] }>;
  put(source: string, start: number, text: string): Promise<{ status: number; head: number; retryAfter: number }>;
}

export function createClient(address: () => string, token: string, machine?: string): Client {
  const ask = (path: string, init: RequestInit) =>
    fetch(`${address()}${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${token}`,
        ...(machine === undefined ? {} : { [protocol.machineHeader]: machine }),
        ...Object.fromEntries(new Headers(init.headers)),
      },
    });
  return {
    async open(sources) {
      const response = await ask(protocol.sources, { method: 'POST', body: JSON.stringify({ sources }) });
      const body: { sources?: SourceHead[] } = await response.json();
      return { status: response.status, sources: body.sources ?? [] };
    },
    async put(source, start, text) {
      const response = await ask(protocol.segment(source, start), {
        method: 'PUT',
        body: pack(Buffer.from(text)),
        headers: { 'content-type': protocol.packedType, [protocol.sizeHeader]: String(Buffer.byteLength(text)) },
      });
      const body: { head?: number } = await response.json();
      const retryAfter = Number(response.headers.get('retry-after') ?? 0);
      return { status: response.status, head: body.head ?? -1, retryAfter };
    },
  };
}

export function madeSource(path = 'sessions/a.jsonl', more: Partial<RawSource> = {}): RawSource {
  return { agent: 'codex', home: '/home/me/.codex', path, generation: 'g1', mode: 'redacted', ...more };
}
