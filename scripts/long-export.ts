// What it takes to export a session of 222 MB as pages for people: node scripts/long-export.ts
// Says the CPU and the memory of the command, and the size of the largest page. Exit 1 over 20 MB a page, or where stderr does not say it.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRandom } from '../bench/data/random.ts';
import { createTexts } from '../bench/data/texts.ts';
import * as coreLimits from '../src/limits/core.ts';

const BYTES = 222e6;
const MOST_MB = 1000;
const ID = '01a1de09-5e47-7183-af03-000000000222';
const root = fileURLToPath(new URL('..', import.meta.url));
const random = createRandom(222);
const texts = createTexts(random);

/** A long working session: prompts, answers, and commands whose output is most of it. No image and no encrypted text. */
function* sessionLines(): Generator<string> {
  let clock = Date.parse('2026-11-01T08:00:00Z');
  const line = (type: string, payload: object) => {
    clock += 1000;
    return JSON.stringify({ timestamp: new Date(clock).toISOString(), type, payload });
  };
  const said = (role: string, type: string, text: string) =>
    line('response_item', { type: 'message', role, content: [{ type, text }] });
  yield line('session_meta', {
    id: ID,
    timestamp: new Date(clock).toISOString(),
    cwd: '/work',
    cli_version: '0.145.0',
  });
  for (let call = 0; ; ) {
    yield said('user', 'input_text', texts.prose(400));
    for (const last = call + 20; call < last; call += 1) {
      const call_id = `call_${call}`;
      const args = JSON.stringify({ command: ['bash', '-lc', `npm test -- part-${call}`] });
      yield line('response_item', { type: 'function_call', name: 'shell', arguments: args, call_id });
      const output = `Exit code: 0\nWall time: 1 seconds\nOutput:\n${texts.output(random.between(200, 12_000))}`;
      yield line('response_item', { type: 'function_call_output', call_id, output });
      if (call % 5 === 0) yield said('assistant', 'output_text', texts.prose(1500));
    }
  }
}

function writeSession(home: string): number {
  const folder = join(home, 'sessions/2026/11/01');
  mkdirSync(folder, { recursive: true });
  const file = openSync(join(folder, `rollout-2026-11-01T08-00-00-${ID}.jsonl`), 'w');
  let bytes = 0;
  for (const line of sessionLines()) {
    bytes += writeSync(file, `${line}\n`);
    if (bytes >= BYTES) break;
  }
  closeSync(file);
  return bytes;
}

const folder = mkdtempSync(join(tmpdir(), 'threadline-long-'));
try {
  const bytes = writeSession(join(folder, 'home'));
  const out = join(folder, 'pages');
  mkdirSync(out);
  const program = [join(root, 'bin/threadline.js'), 'export', ID, '--home', join(folder, 'home')];
  const args = ['--import', join(root, 'bench/report-at-exit.ts'), ...program, '--to', 'html', '-o', out];
  const { status, stderr, output } = spawnSync(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  const { cpuMs, peakMb } = JSON.parse(output[3] || '{"cpuMs": NaN}');
  const pages = readdirSync(out).map((name) => statSync(join(out, name)).size);
  const largest = Math.max(...pages);
  const isSaid = /pages/.test(stderr);
  process.stdout.write(
    `${stderr}${(bytes / 1e6).toFixed(0)} MB: ${pages.length} files, the largest ${(largest / 1e6).toFixed(1)} MB, `,
  );
  process.stdout.write(`${(cpuMs / 1000).toFixed(1)} s of CPU, ${peakMb.toFixed(0)} MB of memory … `);
  const isRight = status === 0 && isSaid && largest <= coreLimits.maxPageBytes && peakMb <= MOST_MB;
  process.stdout.write(`${isRight ? 'pass' : 'FAIL'}\n`);
  if (!isRight) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
