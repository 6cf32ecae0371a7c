import { appendFileSync, writeFileSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createCollector } from '../../src/fleet/collect/collector.ts';
import { createHttpGateway } from '../../src/fleet/collect/http-gateway.ts';
import { startGateway } from '../../src/fleet/gateway/index.ts';
import { createMemoryStore } from '../gateway/memory-store.ts';
import { createManualClock, temporaryHome } from './temporary-home.ts';

it('a collector and the gateway understand each other: lines, a longer file, an outage, a token that is replaced', async () => {
  const store = createMemoryStore();
  const gateway = await startGateway({ store, port: 0, host: '127.0.0.1', onFault: () => {} });
  const place = temporaryHome();
  const clock = createManualClock();
  const token = store.addToken('laptop');
  const laterTokens: string[] = [];
  const url = new URL(`http://127.0.0.1:${gateway.port}`);
  const client = createHttpGateway({ url, token, laterTokens: () => laterTokens });
  const modes = [{ project: '*', mode: 'full' as const }];
  const collector = createCollector({ gateway: client, folder: place.state, homes: [place.home], clock, modes });
  const later = async () => {
    clock.pass(3_600_000);
    await collector.work();
  };
  const sent = () => {
    const [source] = store.sources.values();
    return Buffer.concat((source?.segments ?? []).map(({ packed }) => zstdDecompressSync(packed))).toString('utf8');
  };
  const line = (text: string) => `{"timestamp":"t","type":"x","payload":"${text}"}\n`;
  let text = line('one') + line('y'.repeat(700_000));
  const path = place.session(1);
  const append = (more: string) => {
    text += more;
    appendFileSync(path, more);
  };

  writeFileSync(path, text);
  await later();
  expect(sent()).toBe(text);
  expect([...store.sources.values()].map(({ head, marker }) => [head, marker.length])).toEqual([[text.length, 32]]);

  store.failure = new Error('away');
  append(line('two'));
  await later();
  expect(collector.fault?.message).toBe('the gateway answered 503');
  store.failure = undefined;
  await later();
  expect(sent()).toBe(text);

  store.revoke(token);
  append(line('three'));
  await later();
  expect(collector.fault).toMatchObject({ isLasting: true, message: expect.stringContaining('token') });
  expect(sent()).not.toContain('three');
  laterTokens.push(store.addToken('laptop'));
  await later();
  expect(sent()).toBe(text);

  client.close();
  await gateway.close();
  place.remove();
});
