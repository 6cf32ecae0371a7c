// R5: `node test/soak/slow-reader.ts [MB] [SECONDS]` reads an agent that prints so much (1024 by default), one event a
// millisecond for so many seconds (5), then the rest; fails if a line is lost or memory goes over 200 MB.
import { setTimeout as delay } from 'node:timers/promises';
import { CodexClient } from '../../src/machine/run/index.ts';
import { fakeAgent } from '../run/agents.ts';

const MAX_RSS_MB = 200;
const [megabytes = 1024, slowSeconds = 5] = process.argv.slice(2).map(Number);
const client = new CodexClient({ binary: fakeAgent('floods-stdout'), env: { FLOOD_MB: String(megabytes) } });
const run = client.streamExec({ prompt: 'hi' });
const startedAt = performance.now();
let peak = 0;
let lines = 0;
let lost = 0;
for await (const { line } of run.events) {
  lines += 1;
  if (line !== lines) lost += 1;
  if (lines % 256 === 0) peak = Math.max(peak, process.memoryUsage.rss());
  if (performance.now() - startedAt < slowSeconds * 1000) await delay(1);
}
const { ok } = await run.completion;
const peakMb = Math.round(peak / 1024 / 1024);
const isGood = ok && lost === 0 && peakMb < MAX_RSS_MB;
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
process.stdout.write(
  `R5 ${megabytes} MB, ${lines} lines in ${seconds} s: ${lost} lost, peak RSS ${peakMb} MB (under ${MAX_RSS_MB}): ${isGood ? 'pass' : 'FAIL'}\n`,
);
process.exitCode = isGood ? 0 : 1;
