// An hour of people at the viewer: node scripts/viewer-load.ts [SECONDS] [SESSIONS]
// Lists, searches, usage, sessions opened cold, live streams that come and go, a session that grows. Memory is printed twelve
// times. Exit code 1 if the last third needs over 20 % more than the second.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeArchiveHome } from '../bench/data/archive-home.ts';

const [seconds = 3600, sessions = 1000] = process.argv.slice(2).map(Number);
const MOST_GROWTH = 1.2;
const LOOKS = 12;
const PAUSE_MS = 50;

const folder = mkdtempSync(join(tmpdir(), 'threadline-load-'));
const home = join(folder, 'home');
makeArchiveHome(home, sessions);
const [grown = ''] = globSync('sessions/**/*.jsonl', { cwd: home }).map((name) => join(home, name));
const lines = readFileSync(grown, 'utf8').trimEnd().split('\n');
const bin = fileURLToPath(new URL('../bin/threadline.js', import.meta.url));
const server = spawn(process.execPath, [bin, 'serve', '--port', '0', '--home', home], {
  env: { ...process.env, THREADLINE_HOME: join(folder, 'data') },
  stdio: ['ignore', 'pipe', 'inherit'],
});

function residentMegabytes(): number {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

try {
  const [address] = await once(server.stdout, 'data');
  const { origin, searchParams } = new URL(String(address).trim());
  const headers = { authorization: `Bearer ${searchParams.get('token')}` };
  const get = async (place: string) => {
    const answer = await fetch(`${origin}/api/${place}`, { headers });
    if (!answer.ok) throw new Error(`${place} is answered with ${answer.status}`);
    return answer.text();
  };
  const keys: string[] = [];
  for (let next: string | undefined = ''; next !== undefined; ) {
    const page = JSON.parse(await get(`sessions?limit=200${next && `&cursor=${encodeURIComponent(next)}`}`));
    for (const { key } of page.items) keys.push(key);
    next = page.next;
  }
  const memory: number[] = [];
  const started = performance.now();
  let requests = 0;
  for (let round = 0; performance.now() - started < seconds * 1000; round += 1) {
    const session = `sessions/${keys[round % keys.length]}`;
    const live = new AbortController();
    const stream = fetch(`${origin}/api/events?list=1&session=${keys[round % keys.length]}`, {
      headers,
      signal: live.signal,
    });
    const places = ['sessions?limit=50', `${session}?early=1`, `${session}/outline?early=1`, `${session}/rows?early=1`];
    if (round % 5 === 0) places.push('usage?by=day&since=30d', 'usage?by=session&since=all', 'search?q=the');
    await Promise.all(places.map(get));
    appendFileSync(grown, `${lines[1 + (round % (lines.length - 1))]}\n`);
    requests += places.length;
    await (await stream).body?.cancel().catch(() => {});
    live.abort();
    const isDue = performance.now() - started >= ((memory.length + 1) * seconds * 1000) / LOOKS;
    if (isDue) {
      memory.push(residentMegabytes());
      const minutes = ((performance.now() - started) / 60_000).toFixed(1);
      process.stdout.write(`after ${minutes} minutes, ${requests} requests: ${memory.at(-1)?.toFixed(0)} MB\n`);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  const third = Math.floor(memory.length / 3);
  const growth = mean(memory.slice(-third)) / mean(memory.slice(third, 2 * third));
  process.stdout.write(
    `the last third needs ${growth.toFixed(2)} times the memory of the second (at most ${MOST_GROWTH})\n`,
  );
  process.exitCode = growth <= MOST_GROWTH ? 0 : 1;
} finally {
  server.kill('SIGINT');
  await once(server, 'exit');
  rmSync(folder, { recursive: true, force: true });
}
