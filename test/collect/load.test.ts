import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { createCollector } from '../../src/fleet/collect/collector.ts';
import { createHttpGateway } from '../../src/fleet/collect/http-gateway.ts';
import { type RealFleet, startRealFleet } from './real-fleet.ts';
import { type TemporaryHome, temporaryHome } from './temporary-home.ts';

/** `npm run fleet-load` */
const MACHINES = Number(process.env.THREADLINE_LOAD_MACHINES ?? 0);
const AWAY_MS = Number(process.env.THREADLINE_LOAD_AWAY_MS ?? 60_000);
const WRITING_MS = 20_000;
const CATCH_UP_MS = 240_000;
/** Above what the gateway has at rest. */
const MOST_MEMORY = 256 * 1024 * 1024;

const started = MACHINES > 0 ? await startRealFleet() : { skip: 'asked for by npm run fleet-load' };
const fleet = started as RealFleet; // Where there is none nothing below runs.

interface Machine {
  name: string;
  place: TemporaryHome;
  path: string;
  client: { close(): void };
  running: Promise<void>;
}

async function startMachine(number: number, signal: AbortSignal): Promise<Machine> {
  const place = temporaryHome();
  const name = `load-${number}`;
  const path = place.session(number);
  write(path, 0);
  const client = createHttpGateway({ url: new URL(fleet.url), token: await fleet.token(name) });
  const modes = [{ project: '*', mode: 'full' as const }];
  const collector = createCollector({ gateway: client, folder: place.state, homes: [place.home], modes });
  return { name, place, path, client, running: collector.run(signal) };
}

/** As much as an agent writes in a second at its busiest. */
function write(path: string, round: number): void {
  for (let line = 0; line < 5; line += 1) {
    const text = `${round} ${line} `.padEnd(2000, 'lorem ipsum dolor sit amet ');
    appendFileSync(path, `{"timestamp":"2026-11-15T07:00:00.000Z","type":"event_msg","payload":{"text":"${text}"}}\n`);
  }
}

function memoryOf(pid: number | undefined): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

describe.skipIf('skip' in started)(`${MACHINES} machines on one gateway`, () => {
  afterAll(() => fleet.close());

  it('are all served, in bounded memory, and nothing is lost while PostgreSQL is away', async () => {
    const stop = new AbortController();
    const atRest = memoryOf(fleet.gateway().pid);
    let most = 0;
    const machines = await Promise.all(
      Array.from({ length: MACHINES }, (_, index) => startMachine(index, stop.signal)),
    );
    let round = 0;

    async function writeFor(milliseconds: number): Promise<void> {
      const until = performance.now() + milliseconds;
      while (performance.now() < until) {
        round += 1;
        for (const { path } of machines) write(path, round);
        most = Math.max(most, memoryOf(fleet.gateway().pid));
        await wait(1000);
      }
    }

    await writeFor(WRITING_MS);
    const starved: string[] = [];
    for (const { name } of machines) if (headOf(await fleet.arrived(name)) === 0) starved.push(name);
    expect(starved).toEqual([]);

    await fleet.archive.server.stop();
    await writeFor(AWAY_MS);
    await fleet.archive.server.start();
    const back = performance.now();
    await writeFor(5000);

    const behind = new Set(machines);
    while (behind.size > 0 && performance.now() - back < CATCH_UP_MS) {
      await wait(1000);
      most = Math.max(most, memoryOf(fleet.gateway().pid));
      for (const machine of behind) {
        const { name, path, place } = machine;
        const [source] = (await fleet.arrived(name)).get(relative(place.home, path)) ?? [];
        if (source?.bytes.equals(readFileSync(path))) behind.delete(machine);
      }
    }
    const seconds = Math.round((performance.now() - back) / 1000);
    process.stdout.write(
      `caught up after ${seconds} s; the gateway grew by ${Math.round((most - atRest) / 2 ** 20)} MB\n`,
    );
    expect([...behind].map(({ name }) => name)).toEqual([]);
    expect(most - atRest).toBeLessThan(MOST_MEMORY);
    stop.abort();
    for (const { running, client, place } of machines) {
      await running;
      client.close();
      place.remove();
    }
  }, 1_200_000);
});

function headOf(arrived: Awaited<ReturnType<RealFleet['arrived']>>): number {
  return [...arrived.values()].flat().reduce((sum, { head }) => sum + head, 0);
}
