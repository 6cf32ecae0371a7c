// What ten thousand machines would need, reckoned from what a real PostgreSQL and real folds cost here:
// node scripts/fleet-paper.ts [SESSIONS] [--write]    (--write puts the table into docs/fleet.md)
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeArchiveHome } from '../bench/data/archive-home.ts';
import { createCollector } from '../src/fleet/collect/collector.ts';
import type { GatewayClient } from '../src/fleet/collect/gateway-client.ts';
import { startWorker } from '../src/fleet/jobs/worker.ts';
import { readBacklog } from '../src/fleet/postgres/backlog.ts';
import { createPostgresRawStore } from '../src/fleet/postgres/postgres-raw-store.ts';
import { startArchive, type TestArchive } from '../test/postgres/archive.ts';

const MACHINES = 10_000;
const MB_A_DAY = 50;
/** What fleet servers hold of texts on one disk before they become slow to vacuum, back up and move. */
const TEXT_WINDOW = 2e12;
const PAGE = new URL('../docs/fleet.md', import.meta.url);
const [BEGIN, END] = ['<!-- figures: node scripts/fleet-paper.ts --write -->', '<!-- /figures -->'];

interface Figures {
  raw: number;
  packed: number;
  text: number;
  rows: number;
  requests: number;
  /** Bytes on disk. */
  blockHeap: number;
  blockIndexes: number;
  words: number;
  segments: number;
  usage: number;
  /** CPU seconds. */
  collect: number;
  fold: number;
  server: number;
}

async function measure(sessions: number): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-paper-'));
  const archive = await startArchive();
  if ('skip' in archive) throw new Error(archive.skip);
  try {
    const raw = makeArchiveHome(join(folder, 'home'), sessions);
    const sent = await send(archive, folder);
    const fold = await foldAll(archive);
    return { raw, ...sent, ...fold, ...(await sizes(archive)) };
  } finally {
    await archive.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** From the files to the table of bytes. No HTTP: what that costs is in `npm run bench`. */
async function send(archive: TestArchive, folder: string): Promise<{ packed: number; collect: number }> {
  const store = createPostgresRawStore(archive.database, { tenant: 1, machine: await archive.createMachine(1) });
  let packed = 0;
  const gateway: GatewayClient = {
    open: async (sources) => ({ kind: 'heads', heads: await store.open(sources) }),
    async put(source, segment) {
      packed += segment.packed.length;
      const taken = await store.append(source, segment);
      if (typeof taken !== 'object') return { kind: 'unknown' };
      return taken.ok ? { kind: 'taken', head: taken.head } : { kind: 'moved' };
    },
  };
  const collector = createCollector({ gateway, folder: join(folder, 'own'), homes: [join(folder, 'home')] });
  const before = process.cpuUsage();
  do await collector.work();
  while (collector.unsent.files > 0);
  return { packed, collect: cpuSeconds(before) };
}

async function foldAll(archive: TestArchive): Promise<{ fold: number; server: number }> {
  const stop = new AbortController();
  const server = serverSeconds();
  const before = process.cpuUsage();
  const worker = await startWorker({ url: archive.url, signal: stop.signal });
  while ((await readBacklog(archive.database)).jobs > 0) await wait(200);
  stop.abort();
  await worker.done;
  await archive.database.transaction({ role: 'owner' }, (queries) => queries.run('analyze'));
  return { fold: cpuSeconds(before), server: serverSeconds() - server };
}

async function sizes({ database }: TestArchive) {
  return database.transaction({ role: 'owner' }, async (queries) => {
    const number = async (sql: string) => Number((await queries.get(`select (${sql}) as found`))?.found);
    const partsOf = (table: string, what: string) =>
      number(`select sum(${what}(relid)) from pg_partition_tree('threadline.${table}') where isleaf`);
    return {
      text: await number('select sum(octet_length(body)) from threadline.block'),
      rows: await number('select count(*) from threadline.block'),
      requests: await number('select count(*) from threadline.usage'),
      blockHeap: await partsOf('block', 'pg_table_size'),
      blockIndexes: await partsOf('block', 'pg_indexes_size'),
      segments: await partsOf('segment', 'pg_total_relation_size'),
      words: await number("select pg_total_relation_size('threadline.word')"),
      usage: await number("select pg_total_relation_size('threadline.usage')"),
    };
  });
}

function cpuSeconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
}

/** Of all processes of PostgreSQL, those that have ended too, as far as a process above them knows. */
function serverSeconds(): number {
  let ticks = 0;
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    let stat: string;
    try {
      stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    } catch {
      continue;
    }
    if (!stat.includes('(postgres)')) continue;
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // utime, stime, and those of children that were waited for.
    for (const index of [11, 12, 13, 14]) ticks += Number(fields[index]);
  }
  return ticks / 100;
}

function table(figures: Figures): string {
  const { raw, packed, text, rows, requests, blockHeap, blockIndexes, words, segments, usage } = figures;
  const day = MACHINES * MB_A_DAY * 1e6;
  const times = day / raw;
  const size = (bytes: number) =>
    bytes >= 1e12
      ? `${(bytes / 1e12).toFixed(1)} TB`
      : bytes >= 1e9
        ? `${(bytes / 1e9).toFixed(0)} GB`
        : `${(bytes / 1e6).toFixed(0)} MB`;
  const hours = (seconds: number) => `${((seconds * times) / 3600).toFixed(1)} core hours`;
  const million = (count: number) => `${((count * times) / 1e6).toFixed(0)} M`;
  const textOnDisk = blockHeap + blockIndexes + words;
  const days = (machines: number) => Math.round(TEXT_WINDOW / ((text / raw) * machines * MB_A_DAY * 1e6));
  return [
    `Measured on ${size(raw)} of generated sessions of three agents, then multiplied. ${MACHINES.toLocaleString('en')} machines, ${MB_A_DAY} MB a day each:`,
    '',
    '| | a day | from |',
    '|---|---|---|',
    `| raw | ${size(day)}; ${(day / 86_400 / 1e6).toFixed(1)} MB/s, ${((4 * day) / 86_400 / 1e6).toFixed(0)} MB/s at a peak of four times that | |`,
    `| sent, packed | ${size(packed * times)} | ${(raw / packed).toFixed(1)}x; kept on disk ${size(segments * times)} |`,
    `| reading, redacting, packing | ${hours(figures.collect)}, on the machines themselves | ${(raw / 1e6 / figures.collect).toFixed(0)} MB/s a core |`,
    `| text, blocks | ${size(text * times)}, ${million(rows)} | ${((100 * text) / raw).toFixed(0)} % of raw is text, ${(text / rows).toFixed(0)} bytes a block |`,
    `| worker | ${hours(figures.fold)} | ${(raw / 1e6 / figures.fold).toFixed(0)} MB/s a core |`,
    `| PostgreSQL, CPU | ${hours(figures.server)} | words are most of it |`,
    `| PostgreSQL, texts with their words | ${size(textOnDisk * times)}; 90 days ${size(90 * textOnDisk * times)} | ${(blockHeap / text).toFixed(2)}x of text, indexes ${(blockIndexes / text).toFixed(2)}x |`,
    `| requests | ${million(requests)}, ${size(usage * times)} | ${(usage / requests).toFixed(0)} bytes each |`,
    '',
    `Where one PostgreSQL ends is the text, not what comes in: a window of ${size(TEXT_WINDOW)} of text is ${days(10_000)} days of 10,000 machines, ${days(1000)} of 1,000, ${Math.round(days(50) / 365)} years of 50.`,
  ].join('\n');
}

const args = process.argv.slice(2);
const text = table(await measure(Number(args.find((arg) => /^\d+$/.test(arg)) ?? 1000)));
process.stdout.write(`${text}\n`);
if (args.includes('--write')) {
  const page = readFileSync(PAGE, 'utf8');
  const [from, to] = [page.indexOf(BEGIN) + BEGIN.length, page.indexOf(END)];
  if (from < BEGIN.length || to === -1) throw new Error('docs/fleet.md has no place for it');
  writeFileSync(PAGE, `${page.slice(0, from)}\n${text}\n${page.slice(to)}`);
}
