// What a collector costs that has nothing to do: `npm run collect-cost`. Ends with 1 where that is too much.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { startFakeGateway } from './fake-gateway.ts';
import { program } from './real-fleet.ts';
import { temporaryHome } from './temporary-home.ts';

const FILES = 1000;
const SETTLE_MS = 20_000;
const MEASURED_MS = 60_000;
const MOST_CPU = 0.005;
const MOST_MEMORY = 40 * 2 ** 20;
/** Linux counts CPU time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

function memoryOf({ pid }: ChildProcess): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

function processorSeconds({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`;

if (process.platform !== 'linux') {
  process.stdout.write('skipped: there is no /proc\n');
  process.exit(0);
}
const place = temporaryHome();
const gateway = await startFakeGateway();
mkdirSync(place.state, { recursive: true, mode: 0o700 });
const line = `{"timestamp":"2026-11-15T07:00:00.000Z","type":"event_msg","payload":{"text":"${'word '.repeat(100)}"}}\n`;
for (let number = 0; number < FILES; number += 1) writeFileSync(place.session(number), line.repeat(50));
const bare = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60000)'], { stdio: 'ignore' });
const collector = spawn(process.execPath, [program, 'collect', '--to', gateway.url.href, '--home', place.home], {
  env: { PATH: process.env.PATH, THREADLINE_HOME: place.state, THREADLINE_TOKEN: 'tl_nothing_but_a_test' },
  stdio: ['ignore', 'inherit', 'inherit'],
});
let isOver = false;
try {
  while (gateway.sources.size < FILES || [...gateway.sources.values()].some(({ head }) => head === 0)) await wait(500);
  const busy = memoryOf(collector);
  await wait(SETTLE_MS);
  const before = processorSeconds(collector);
  await wait(MEASURED_MS);
  const share = (processorSeconds(collector) - before) / (MEASURED_MS / 1000);
  const memory = memoryOf(collector) - memoryOf(bare);
  isOver = share > MOST_CPU || memory > MOST_MEMORY;
  process.stdout.write(
    `${FILES} files at rest: ${(share * 100).toFixed(2)} % of a core, ${megabytes(memory)} above bare Node` +
      ` (${megabytes(busy - memoryOf(bare))} right after sending them): ${isOver ? 'FAIL' : 'ok'}\n`,
  );
} finally {
  collector.kill('SIGKILL');
  bare.kill('SIGKILL');
  await gateway.close();
  place.remove();
}
process.exit(isOver ? 1 : 0);
