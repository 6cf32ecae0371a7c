// R4: `node test/soak/many-runs.ts [SEQUENTIAL] [PARALLEL]` runs a fake agent so often (500 and 32 by default) and fails
// if a descriptor, a listener or a process is left.
import { readdirSync } from 'node:fs';
import { CodexClient } from '../../src/machine/run/index.ts';
import { fakeAgent } from '../run/agents.ts';
import { createMark, findMarked, MARK } from '../run/marked-processes.ts';

const [sequential = 500, parallel = 32] = process.argv.slice(2).map(Number);
const mark = createMark();
const abort = new AbortController();
const client = new CodexClient({ binary: fakeAgent('normal'), env: { [MARK]: mark }, signal: abort.signal });
const warnings: string[] = [];
process.on('warning', ({ message }) => warnings.push(message));

async function run(): Promise<void> {
  const { events, completion } = client.streamExec({ prompt: 'hi', timeoutMs: 60_000 });
  let count = 0;
  for await (const _ of events) count += 1;
  const { ok, error } = await completion;
  if (!ok || count !== 4) throw new Error(`a run failed: ${error?.message}, ${count} lines`);
}

function count() {
  const listeners = process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);
  return { descriptors: readdirSync('/proc/self/fd').length, listeners };
}

// The first run opens what stays open for good.
await run();
const before = count();
const startedAt = performance.now();
for (let index = 0; index < sequential; index += 1) await run();
await Promise.all(Array.from({ length: parallel }, run));
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
const after = count();
const left = findMarked(mark).length;
const isGood =
  Math.abs(after.descriptors - before.descriptors) <= 2 &&
  after.listeners === before.listeners &&
  left === 0 &&
  warnings.length === 0;
const words = `descriptors ${before.descriptors} → ${after.descriptors}, listeners ${before.listeners} → ${after.listeners}`;
process.stdout.write(
  `R4 ${sequential} runs and ${parallel} at once in ${seconds} s: ${words}, ${left} processes left, ${warnings.length} warnings: ${isGood ? 'pass' : 'FAIL'}\n`,
);
process.exitCode = isGood ? 0 : 1;
