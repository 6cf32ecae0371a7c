import { appendFileSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { codexHead, codexId, codexTurn, madeHome } from '../archive/made-home.ts';
import { exitCodeOf, startCli } from '../cli/run-cli.ts';
import { freePort } from '../postgres/server.ts';

interface Attribute {
  key: string;
  value: { stringValue?: string };
}

let folder: string;
const running: { close(): Promise<void> }[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'threadline-otlp-delivery-'));
});
afterEach(async () => {
  for (const one of running.splice(0)) await one.close();
  rmSync(folder, { recursive: true, force: true });
});

const attribute = (attributes: Attribute[], key: string) =>
  attributes.find((one) => one.key === key)?.value.stringValue;

/** What receivers store: by id, and the last value of each sum. */
function createStore() {
  const spans = new Set<string>();
  const logs = new Set<string>();
  const sums = new Map<string, number>();
  const instances = new Set<string>();
  const hosts = new Set<string>();
  const people = new Set<string | undefined>();
  return { spans, logs, sums, instances, hosts, people };
}

/** A receiver that keeps what it answered 200 to. It can be down, slow, or killed; what it stored stays. */
async function startReceiver(port: number, store: ReturnType<typeof createStore>, delayMs = 0) {
  const { spans, logs, sums, instances, hosts, people } = store;
  function take(body: Record<string, { resource: { attributes: Attribute[] } }[]>): void {
    for (const part of Object.values(body).flat()) {
      instances.add(attribute(part.resource.attributes, 'service.instance.id') ?? '');
      hosts.add(attribute(part.resource.attributes, 'host.name') ?? '');
      people.add(attribute(part.resource.attributes, 'user.name'));
      const text = JSON.stringify(part);
      for (const [, id = ''] of text.matchAll(/"spanId":"(\w+)"/g)) spans.add(id);
      for (const [, id = ''] of text.matchAll(/"log\.record\.uid","value":\{"stringValue":"(\w+)"/g)) logs.add(id);
      const instance = attribute(part.resource.attributes, 'service.instance.id');
      for (const [, points = '[]'] of text.matchAll(/"dataPoints":(\[.*?\])\}\}/g)) {
        for (const point of JSON.parse(points) as { attributes: Attribute[]; sum: number }[]) {
          const series = `${instance} ${attribute(point.attributes, 'gen_ai.token.type')}`;
          // Cumulative: the last value counts.
          sums.set(series, point.sum);
        }
      }
    }
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (response.destroyed) return;
    take(JSON.parse(Buffer.concat(chunks).toString()));
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const receiver = {
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  running.push(receiver);
  return receiver;
}

const home = () => madeHome(join(folder, 'home'));
const turn = (number: number) =>
  codexTurn(number, { ask: `ask ${number}`, result: 'r', answer: `answer ${number}` }).replaceAll(
    /"timestamp":"[^"]+"/g,
    () => `"timestamp":"${new Date(Date.now() + 60_000 + number).toISOString()}"`,
  );

function startCollector(port: number, env: Record<string, string> = {}) {
  const args = ['collect', '--otlp', `http://127.0.0.1:${port}`, '--home', join(folder, 'home')];
  const child = startCli(args, { env: { THREADLINE_HOME: join(folder, 'own'), ...env } });
  const ended = exitCodeOf(child);
  const stop = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  running.push({ close: () => stop('SIGKILL') });
  return { stop };
}

/** Until it stands still: the number of spans and log events that came. */
const arrived = (receiver: { logs: Set<string> }, logs: number) =>
  vi.waitFor(() => expect(receiver.logs.size).toBe(logs), { timeout: 40_000, interval: 100 });

describe('sessions on their way to a receiver', () => {
  it('all come once, also what is written while the collector is down, is killed, or the receiver is down or slow', async () => {
    const made = home();
    // It was there before the first start, and is not sent.
    made.write(9, codexHead(codexId(9)) + codexTurn(9, { ask: 'long ago', result: 'r', answer: 'a' }));
    const port = await freePort();
    const store = createStore();
    const receiver = await startReceiver(port, store);
    const first = startCollector(port, { OTEL_RESOURCE_ATTRIBUTES: 'user.name=anna' });
    await vi.waitFor(() => expect(globSync(join(folder, 'own/collect/otlp-*.json'))).toHaveLength(1), {
      timeout: 30_000,
    });
    made.write(1, codexHead(codexId(1)) + turn(1));
    await arrived(store, 3);
    expect([...store.people]).toEqual(['anna']);
    await first.stop('SIGTERM');
    // Down: the session grows, another one begins.
    appendFileSync(made.file(1), turn(2));
    made.write(2, codexHead(codexId(2)) + turn(3));
    const second = startCollector(port);
    await arrived(store, 9);
    await second.stop('SIGKILL');
    await receiver.close();
    // Nobody listens, and the collector is killed while it waits.
    appendFileSync(made.file(2), turn(4));
    const third = startCollector(port);
    await new Promise((resolve) => setTimeout(resolve, 3000));
    await third.stop('SIGKILL');
    await startReceiver(port, store, 700);
    const fourth = startCollector(port);
    await arrived(store, 12);
    await fourth.stop('SIGKILL');
    const last = startCollector(port);
    appendFileSync(made.file(2), turn(5));
    await arrived(store, 15);
    // Five turns of 100 tokens each, however often they were sent.
    await vi.waitFor(
      () => {
        const sums = [...store.sums].map(([series, sum]) => [series.split(' ')[1], sum]);
        expect(Object.fromEntries(sums)).toEqual({ input: 500, output: 50 });
      },
      { timeout: 20_000 },
    );
    await last.stop('SIGTERM');
    expect([store.instances.size, [...store.hosts]]).toEqual([1, [hostname()]]);
    // A turn, its request and its call.
    expect(store.spans.size).toBe(15);
  }, 180_000);
});
