import type { IncomingMessage } from 'node:http';
import { relative } from 'node:path';
import { type Collector, createCollector } from '../../src/fleet/collect/collector.ts';
import { createHttpGateway } from '../../src/fleet/collect/http-gateway.ts';
import type { Mishap } from './fake-gateway.ts';
import { type Arrived, createModelFile, createRandom, violationOf } from './model-file.ts';
import { createManualClock, type TemporaryHome } from './temporary-home.ts';

const FILES = 2;
const OPERATIONS = 24;
const MISHAPS: Mishap[] = ['none', 'none', 'none', 'cut', 'mute', 'late', 'busy', 'slow-down'];

/** What a collector sends to, with its accidents: a gateway of the test's own, or one that is real. */
export interface DeliveryGateway {
  url: URL;
  token?: string;
  /** Asked for each request. */
  mishap: (request: IncomingMessage) => Mishap;
  /** Gives a function that brings back what is here now, as a restore does. */
  backup(): (() => void) | Promise<() => Promise<void>>;
  /** Does what was put off. */
  catchUp(): void | Promise<void>;
  /** All that came of a file. */
  arrived(path: string): Promise<Arrived[]>;
}

/** Does things at random to files, gateway and collectors; tells the first thing that is wrong, undefined for none. */
export async function runDelivery(
  seed: number,
  gateway: DeliveryGateway,
  place: TemporaryHome,
): Promise<string | undefined> {
  const random = createRandom(seed);
  const clock = createManualClock();
  const paths = Array.from({ length: FILES }, (_, index) => place.session(seed * 10 + index));
  const files = paths.map((path) => createModelFile(path, random));
  const done: string[] = [];
  let isHealthy = false;
  let isDown = false;
  gateway.mishap = () => (isHealthy ? 'none' : isDown ? 'cut' : (MISHAPS[random(MISHAPS.length)] ?? 'none'));

  const clients = new Set<{ close(): void }>();
  function start(name: string): Collector {
    const client = createHttpGateway({ url: gateway.url, token: gateway.token ?? 'tl_test' });
    clients.add(client);
    return createCollector({
      gateway: client,
      folder: `${place.state}/${name}`,
      modes: [{ project: '*', mode: 'full' }],
      homes: [place.home],
      clock,
      random: () => random(1000) / 1000,
    });
  }
  let first = start('first');
  let second = start('second');

  async function collect(collector: Collector): Promise<void> {
    clock.pass(61_000);
    await collector.work();
    for (const file of files) file.seen();
  }

  let restore = await gateway.backup();
  const others: Record<string, () => Promise<void> | void> = {
    collect: () => collect(first),
    collectToo: () => collect(second),
    both: async () => void (await Promise.all([collect(first), collect(second)])),
    kill() {
      first = start('first');
    },
    killToo() {
      second = start('second');
    },
    jump: () => clock.jump((random(2) === 0 ? -1 : 1) * random(1e9)),
    down() {
      isDown = true;
    },
    up() {
      isDown = false;
    },
    catchUp: () => gateway.catchUp(),
    async backup() {
      restore = await gateway.backup();
    },
    async restore() {
      await restore();
      for (const file of files) file.restored();
    },
  };
  const otherNames = ['collect', 'collect', 'collect', 'both', ...Object.keys(others)];

  for (let count = 0; count < OPERATIONS; count += 1) {
    const file = files[random(FILES)];
    const names = ['append', 'append', 'append', ...Object.keys(file?.operations ?? {})];
    const isOther = random(2) === 0;
    const name = (isOther ? otherNames[random(otherNames.length)] : names[random(names.length)]) ?? '';
    done.push(name);
    await (isOther ? others[name]?.() : file?.operations[name]?.());
  }
  isHealthy = true;
  await gateway.catchUp();
  for (const file of files) file.end();
  clock.pass(300_000);
  for (let count = 0; count < 3; count += 1) await Promise.all([collect(first), collect(second)]);
  for (const client of clients) client.close();
  let found: string | undefined;
  for (const [index, file] of files.entries())
    found ??= violationOf(file.versions, await gateway.arrived(relative(place.home, paths[index] ?? '')), done);
  return found === undefined ? undefined : `seed ${seed}: ${found}\nafter ${done.join(', ')}`;
}
