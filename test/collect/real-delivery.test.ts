import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { verify } from '../../src/fleet/postgres/verify.ts';
import { createModelFile, createRandom, violationOf } from './model-file.ts';
import { type Front, program, type RealFleet, startRealFleet } from './real-fleet.ts';
import { temporaryHome } from './temporary-home.ts';

/** Each takes some ten seconds: `npm run fleet-delivery`. */
const SEQUENCES: Record<Front, number> = {
  gateway: Number(process.env.THREADLINE_REAL_DELIVERIES ?? 0),
  team: Number(process.env.THREADLINE_TEAM_DELIVERIES ?? 0),
};
const AT_ONCE = 5;
const OPERATIONS = 10;
const FILES = 2;

/** What the machines of a fleet have in common. */
interface Fleet extends RealFleet {
  tokens: Map<number, string>;
  /** How often the server went back, and whom to tell. */
  restores: number;
  onRestored: Set<() => void>;
}

/** A life of a machine: files that are written to, and a collector that is killed. Tells what is wrong in the end. */
async function live(fleet: Fleet, seed: number): Promise<string | undefined> {
  const random = createRandom(seed);
  const place = temporaryHome();
  const machine = `machine-${seed}`;
  const token = fleet.tokens.get(seed) ?? '';
  mkdirSync(place.state, { recursive: true, mode: 0o700 });
  writeFileSync(`${place.state}/collect.json`, '{"modes":[{"project":"*","mode":"full"}]}');
  const paths = Array.from({ length: FILES }, (_, index) => place.session(seed * 10 + index));
  const files = paths.map((path) => createModelFile(path, random, () => isHeld(place.state, path)));
  const done: string[] = [];
  const onRestored = () => {
    for (const file of files) file.restored();
    done.push('restore');
  };
  fleet.onRestored.add(onRestored);

  function start(args: readonly string[]): ChildProcess {
    const env = {
      PATH: process.env.PATH,
      THREADLINE_HOME: place.state,
      THREADLINE_TOKEN: token,
      NODE_NO_WARNINGS: '1',
    };
    const options = ['--to', fleet.url, '--home', place.home];
    return spawn(process.execPath, [program, ...args, ...options], { env, stdio: 'ignore' });
  }
  let collector = start(['collect']);
  let other: ChildProcess | undefined;

  /** Once more if the server goes back meanwhile: what it had by then is not what it has. */
  async function lastPush() {
    for (;;) {
      const before = fleet.restores;
      const [exitCode] = await once(start(['push', '--wait', '120']), 'exit');
      const arrived = await whenUp(() => fleet.arrived(machine));
      if (fleet.restores === before) return [exitCode, arrived] as const;
    }
  }

  for (let count = 0; count < OPERATIONS; count += 1) {
    const choice = random(10);
    if (choice === 0) {
      collector.kill('SIGKILL');
      collector = start(['collect']);
      done.push('kill');
    } else if (choice === 1 && !other) {
      other = start(['collect']);
      done.push('second');
    } else {
      const file = files[random(FILES)];
      const names = ['append', 'append', 'append', ...Object.keys(file?.operations ?? {})];
      const name = names[random(names.length)] ?? '';
      file?.seen();
      file?.operations[name]?.();
      done.push(name);
    }
    await wait(random(1500));
  }
  for (const file of files) file.end();
  collector.kill('SIGKILL');
  other?.kill('SIGKILL');
  const [exitCode, arrived] = await lastPush();
  fleet.onRestored.delete(onRestored);
  const wrong = files.map((file, index) =>
    violationOf(file.versions, arrived.get(relative(place.home, paths[index] ?? '')) ?? [], done),
  );
  place.remove();
  const found = exitCode === 0 ? wrong.find((text) => text !== undefined) : `push ended with ${exitCode}`;
  return found === undefined ? undefined : `seed ${seed}: ${found}\nafter ${done.join(', ')}`;
}

/** A second name keeps the file: from here on it must not be lost. */
function isHeld(state: string, path: string): boolean {
  if (!existsSync(path)) return false;
  const mark = statSync(path).ino.toString(36);
  return globSync(`${state}/collect/held/**/*@${mark}`).length > 0;
}

/** PostgreSQL may be down just now. */
async function whenUp<T>(action: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await action();
    } catch (error) {
      if (attempt === 100) throw error;
      await wait(200);
    }
  }
}

/** Kills the gateway and the server, again and again, and now and then brings back what was kept a while ago. */
async function havoc(fleet: Fleet, signal: AbortSignal): Promise<Record<'kills' | 'restores', number>> {
  const random = createRandom(7);
  let kills = 0;
  while (!signal.aborted) {
    await wait(1000 + random(4000));
    const choice = random(8);
    if (choice < 2) {
      await fleet.archive.server.kill();
      await wait(random(2000));
      await fleet.archive.server.start();
      kills += 1;
    } else if (choice === 2 && fleet.archive.server.programs !== undefined) {
      const restore = await fleet.backup();
      await wait(random(8000));
      await fleet.killGateway();
      await restore();
      fleet.restores += 1;
      for (const tell of fleet.onRestored) tell();
      await fleet.startGateway();
    } else {
      await fleet.killGateway();
      await wait(random(3000));
      await fleet.startGateway();
      kills += 1;
    }
  }
  return { kills, restores: fleet.restores };
}

for (const front of ['gateway', 'team'] as const) {
  const count = SEQUENCES[front];
  const started = count > 0 ? await startRealFleet(front) : { skip: 'asked for by npm run fleet-delivery' };

  describe.skipIf('skip' in started)(`collectors, a ${front} and PostgreSQL that are killed and restored`, () => {
    const real = started as RealFleet; // Where there is none nothing below runs.
    const fleet: Fleet = { ...real, tokens: new Map(), restores: 0, onRestored: new Set() };
    afterAll(() => fleet.close());

    it(
      `leave no gap and keep nothing twice: ${count} machines`,
      async () => {
        // Before the first backup: a machine that a restore does not know could not send.
        for (let seed = 1; seed <= count; seed += 1) fleet.tokens.set(seed, await fleet.token(`machine-${seed}`));
        const stop = new AbortController();
        const happened = havoc(fleet, stop.signal);
        const violations: string[] = [];
        for (let seed = 1; seed <= count; seed += AT_ONCE) {
          const seeds = Array.from({ length: Math.min(AT_ONCE, count - seed + 1) }, (_, index) => seed + index);
          for (const violation of await Promise.all(seeds.map((one) => live(fleet, one))))
            if (violation !== undefined) violations.push(violation);
        }
        stop.abort();
        expect(violations).toEqual([]);
        expect((await happened).kills).toBeGreaterThan(0);
        if (count >= 30 && fleet.archive.server.programs) expect((await happened).restores).toBeGreaterThan(0);
        // A restore leaves a whole archive, and so does whatever was killed.
        await whenUp(async () => expect(await verify(fleet.archive.database)).toMatchObject({ wrong: [] }));
      },
      3_600_000 * 3,
    );
  });
}
