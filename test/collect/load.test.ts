import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { createCollector } from '../../src/fleet/collect/collector.ts';
import { createHttpGateway } from '../../src/fleet/collect/http-gateway.ts';
import { runCli } from '../cli/run-cli.ts';
import { type RealFleet, startRealFleet } from './real-fleet.ts';
import { type TemporaryHome, temporaryHome } from './temporary-home.ts';

/** `npm run fleet-load` */
const MACHINES = Number(process.env.THREADLINE_LOAD_MACHINES ?? 0);
/** As many programs at once as the memory of a small machine holds. */
const PROCESSES = Number(process.env.THREADLINE_LOAD_PROCESSES ?? 50);
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

/** All of one group, as the jobs of a CI are. */
const GROUP = 'ci';

async function startMachine(number: number, token: string, signal: AbortSignal): Promise<Machine> {
  const place = temporaryHome();
  const machine = `load-${number}`;
  const name = `${GROUP}/${machine}`;
  const path = place.session(number);
  write(path, 0);
  const client = createHttpGateway({ url: new URL(fleet.url), token, machine });
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

describe.skipIf('skip' in started)(`${MACHINES} machines of one group on one gateway`, () => {
  afterAll(() => fleet.close());

  it('are all served, in bounded memory, and nothing is lost while PostgreSQL is away', async () => {
    const stop = new AbortController();
    const atRest = memoryOf(fleet.gateway().pid);
    let most = 0;
    const token = await fleet.token(GROUP, true);
    const machines = await Promise.all(
      Array.from({ length: MACHINES }, (_, index) => startMachine(index, token, stop.signal)),
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

  it(`are served as programs of their own too: ${PROCESSES} jobs of a group that end at the same time`, async () => {
    const token = await fleet.token('jobs', true);
    const jobs = Array.from({ length: PROCESSES }, async (_, number) => {
      const place = temporaryHome();
      const path = place.session(1000 + number);
      write(path, number);
      const args = ['push', '--wait', '300', '--to', fleet.url, '--machine', `run-${number}`, '--home', place.home];
      const env = { THREADLINE_HOME: place.state, THREADLINE_TOKEN: token };
      const { exitCode, stderr } = await runCli(args, { env });
      const [source] = (await fleet.arrived(`jobs/run-${number}`)).get(relative(place.home, path)) ?? [];
      const isWhole = source?.head === statSync(path).size;
      place.remove();
      return { exitCode, stderr, isWhole };
    });
    const wrong = (await Promise.all(jobs)).filter(({ exitCode, isWhole }) => exitCode !== 0 || !isWhole);
    expect(wrong).toEqual([]);
  }, 600_000);
});

function headOf(arrived: Awaited<ReturnType<RealFleet['arrived']>>): number {
  return [...arrived.values()].flat().reduce((sum, { head }) => sum + head, 0);
}
