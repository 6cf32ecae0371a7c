import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { archiveLimits } from '../src/limits/archive.ts';
import { root } from './subject.ts';

const ROWS = 50_000;
const LONG_SESSION = '01a1d8ee-7b3c-7e21-8a44-00000000cafe';
const LONG_AGO = Date.UTC(2026, 0, 4, 9) / 1000;
const USAGE = 'usage?by=day&zone=Asia/Kathmandu';

/** Each of every round: CPU and wall times in milliseconds, memory in MB. */
export type ViewerFigures = Record<'readyMs' | 'residentMb' | 'usageMs' | 'firstRowsMs', number[]>;

/** The viewer on a home that is in its archive: until it is ready, at rest, its page of usage, a long session that nobody read. */
export async function measureViewer(
  folder: string,
  home: string,
  archive: string,
  rounds: number,
): Promise<ViewerFigures> {
  writeLongSession(home);
  const env = { PATH: process.env.PATH, HOME: folder, THREADLINE_HOME: archive, TZ: 'UTC' };
  const start = () => startViewer(home, env);
  // What the first one adds to the archive is not what others need.
  const first = await start();
  await first.untilFresh();
  await first.ask(USAGE);
  await first.end();
  const found: ViewerFigures = { readyMs: [], residentMb: [], usageMs: [], firstRowsMs: [] };
  for (let round = 0; round < rounds; round += 1) {
    const viewer = await start();
    found.readyMs.push(viewer.cpuMs());
    await viewer.untilFresh();
    await viewer.untilIdle();
    // The thread that indexes ends after a while without work.
    await delay(archiveLimits.indexWorkerIdleMs + 1000);
    found.residentMb.push(viewer.residentMb());
    found.usageMs.push((await viewer.ask(USAGE)).cpuMs);
    found.firstRowsMs.push((await viewer.ask(`sessions/codex/${LONG_SESSION}/rows?from=0&limit=200&early=1`)).ms);
    await viewer.end();
  }
  return found;
}

function writeLongSession(home: string): void {
  const path = join(home, `sessions/2026/01/04/rollout-2026-01-04T09-00-00-${LONG_SESSION}.jsonl`);
  const timestamp = '2026-01-04T09:00:00.000Z';
  const record = (ordinal: number, type: string, payload: object) =>
    JSON.stringify({ timestamp, ordinal, type, payload });
  const lines = Array.from({ length: ROWS }, (_, row) => {
    const text = `answer ${row} ${'word '.repeat(row % 60)}`;
    const item = { type: 'AgentMessage', id: `m${row}`, content: [{ type: 'Text', text }] };
    return record(row + 1, 'event_msg', { type: 'item_completed', thread_id: 'x', turn_id: 'y', item });
  });
  const meta = record(0, 'session_meta', {
    id: LONG_SESSION,
    timestamp,
    cwd: '/home/user/long',
    cli_version: '0.166.0',
  });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${[meta, ...lines].join('\n')}\n`);
  // Nobody is at work in it.
  utimesSync(path, LONG_AGO, LONG_AGO);
}

async function startViewer(home: string, env: NodeJS.ProcessEnv) {
  const program = join(root, 'bin/threadline.js');
  const server = spawn(process.execPath, [program, 'serve', '--port', '0', '--home', home], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [said] = await once(server.stdout, 'data');
  const { origin, searchParams } = new URL(String(said).trim());
  const headers = { authorization: `Bearer ${searchParams.get('token')}`, 'accept-encoding': 'identity' };

  async function get(place: string): Promise<string> {
    const answer = await fetch(`${origin}/api/${place}`, { headers });
    if (!answer.ok) throw new Error(`${place} is answered with ${answer.status}`);
    return answer.text();
  }

  return {
    cpuMs: () => cpuMsOf(server),
    residentMb: () => residentMbOf(server),
    async ask(place: string): Promise<{ cpuMs: number; ms: number }> {
      const [before, began] = [cpuMsOf(server), performance.now()];
      await get(place);
      return { cpuMs: cpuMsOf(server) - before, ms: performance.now() - began };
    },
    async untilFresh(): Promise<void> {
      while (JSON.parse(await get('hello')).index.state !== 'fresh') await delay(200);
    },
    async untilIdle(): Promise<void> {
      for (let before = Number.NEGATIVE_INFINITY; cpuMsOf(server) - before >= 50; await delay(1000)) {
        before = cpuMsOf(server);
        await delay(1000);
      }
    },
    async end(): Promise<void> {
      server.kill('SIGINT');
      await once(server, 'exit');
    },
  };
}

let ticksASecond: number | undefined;

function cpuMsOf({ pid }: ChildProcess): number {
  ticksASecond ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  // The name of the program, which may hold blanks, ends with the last bracket.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) / ticksASecond) * 1000;
}

function residentMbOf({ pid }: ChildProcess): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
