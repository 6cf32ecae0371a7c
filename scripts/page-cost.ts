// What it costs to open an export of 5,000 messages in Chromium: node scripts/page-cost.ts
// Commands have 40 lines of output, without colours: agents run them without a terminal.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadWriter } from '../src/core/writers/registry.ts';
import type { ThreadEvent, ThreadItem } from '../src/index.ts';
import { openPage } from '../test/pages/open-page.ts';
import { sampleOutcomes } from '../test/pages/sample-thread.ts';

const MESSAGES = 5000;
const TARGET = 500;

const items = sampleOutcomes()
  .flatMap((outcome) => (outcome.ok ? outcome.events : []))
  .filter(({ type }) => type === 'item.completed');
const output = Array.from({ length: 40 }, (_, index) => `line ${index} of what a program printed`).join('\n');

function itemOf(item: ThreadItem, line: number): ThreadItem {
  const named = { ...item, id: `${line}` };
  return named.type === 'command_execution' ? { ...named, aggregated_output: output } : named;
}

const writer = (await loadWriter('html'))();
const pieces: string[] = [];
for (let line = 1; line <= MESSAGES; line += 1) {
  const event = items[line % items.length];
  if (!event || !('item' in event)) continue;
  const turn: ThreadEvent[] = line % 20 === 1 ? [{ type: 'turn.started', line, turn_id: `turn-${line}` }] : [];
  const turnId = `turn-${line - ((line - 1) % 20)}`;
  const own: ThreadEvent = { type: 'item.completed', line, turn_id: turnId, item: itemOf(event.item, line) };
  for (const piece of writer.push({ ok: true, line, offset: line * 1000, events: [...turn, own], problems: [] }))
    pieces.push(piece);
}
const folder = mkdtempSync(join(tmpdir(), 'threadline-page-'));
const path = join(folder, 'page.html');
const html = [...pieces, ...writer.end()].join('');
writeFileSync(path, html);
const costs: number[] = [];
for (let run = 0; run < 3; run += 1) costs.push((await openPage(path, 'h1'))?.cpu ?? Number.NaN);
rmSync(folder, { recursive: true, force: true });
const least = Math.min(...costs);
const rows = html.split('<article').length - 1;
process.stdout.write(
  Number.isNaN(least)
    ? 'skipped: no Chromium is installed\n'
    : `${rows} rows, ${(html.length / 1e6).toFixed(1)} MB: ${least.toFixed(0)} ms of main-thread CPU, target ${TARGET} … ${least < TARGET ? 'pass' : 'FAIL'}\n`,
);
if (least >= TARGET) process.exitCode = 1;
