import { zstdDecompressSync } from 'node:zlib';
import type { RawSource, Segment } from '../../../archive/model/raw-store.ts';
import { amount } from '../../../core/text/amount.ts';
import type { GatewayClient } from '../../../fleet/collect/gateway-client.ts';
import type { Output } from '../output.ts';
import { report } from '../report.ts';
import { terminalJson } from '../terminal-text.ts';

/** Replaces the gateway, and shows what would reach it: the exact bytes, made visible on a terminal, and the file of each. */
export function createDryRun(output: Output): GatewayClient & { sum(): string } {
  const sources: RawSource[] = [];
  const heads = new Map<string, string>();
  let bytes = 0;
  let packed = 0;

  async function show(id: string, segment: Segment): Promise<void> {
    const plain = zstdDecompressSync(segment.packed);
    const source = sources[Number(id)];
    bytes += plain.length;
    packed += segment.packed.length;
    if (source) {
      const { agent, home, path, mode, title } = source;
      const place = `${segment.start}+${segment.size}`;
      const named = title === undefined ? '' : `, named ${JSON.stringify(title)}`;
      report(
        `${mode}  ${agent}  ${home}  ${path}  ${place} → ${plain.length} bytes, packed ${segment.packed.length}${named}`,
      );
    }
    await output.write(output.isTerminal ? terminalJson(Buffer.from(plain).toString('utf8')) : plain);
  }

  return {
    async open(asked) {
      return {
        kind: 'heads',
        heads: asked.map((source) => {
          const key = `${source.agent} ${source.home} ${source.path} ${source.generation}`;
          const id = heads.get(key) ?? String(sources.push(source) - 1);
          heads.set(key, id);
          return { id, head: 0, marker: '', state: 'open' as const };
        }),
      };
    },
    async put(id, segment) {
      await show(id, segment);
      return { kind: 'taken', head: segment.start + segment.size };
    },
    sum: () =>
      `${amount(sources.length, 'file')}, ${amount(bytes, 'byte')}, packed ${amount(packed, 'byte')}: nothing was sent`,
  };
}
