// Prints all that threadline says of the sessions in a home, as JSON. Run with another TZ it has to say the same.
import { readFileSync } from 'node:fs';
import { openArchive } from '../../src/archive/index.ts';
import { createEventReader } from '../../src/core/wires/event-reader.ts';
import { createOtlpWriter } from '../../src/core/writers/otlp/otlp-writer.ts';
import { createSentRows } from '../../src/doors/server/transcript/sent-rows.ts';
import { listSessions, loadSession, readStatus } from '../../src/machine/sessions/index.ts';
import { findUsageFiles, scanUsage, type UsageRow, usageReport } from '../../src/machine/usage/index.ts';

const [home = '', folder = ''] = process.argv.slice(2);
const homes = { homes: [home] };
/** A moment after the last line of all, within the time in which a session still counts as working. */
const NOW = Date.UTC(2026, 10, 15, 7, 33);

function readFile(path: string) {
  const reader = createEventReader();
  const fold = createSentRows({ maxTextBytes: 1000 });
  const otlp = createOtlpWriter();
  const text = readFileSync(path, 'utf8');
  const outcomes = [...reader.push(text), ...reader.end()];
  const spans: string[] = [];
  for (const outcome of outcomes) {
    fold.push(outcome);
    spans.push(...otlp.push(outcome));
  }
  fold.end();
  return { events: outcomes, rows: fold.rows, otlp: [...spans, ...otlp.end()] };
}

const sessions = await listSessions(homes);
const usage: UsageRow[] = [];
for await (const row of scanUsage(findUsageFiles(homes))) usage.push(row);
const archive = await openArchive({ ...homes, folder, sameThread: true });
await archive.refresh();
const told = {
  sessions,
  files: sessions.map(({ path }) => readFile(path)),
  messages: await Promise.all(sessions.map(({ path }) => loadSession({ path }, homes))),
  status: await Promise.all(sessions.map(({ path }) => readStatus({ path }, { ...homes, now: NOW }))),
  usage,
  report: usageReport(usage, { by: 'day', zone: 'UTC' }),
  archive: (await archive.listSessions({}, { limit: 100 })).rows,
  archivedUsage: (await archive.usageRows({}, { limit: 100 })).rows,
};
await archive.close();
process.stdout.write(JSON.stringify(told));
