// What ten thousand machines would need, reckoned from what a real PostgreSQL and real folds cost here:
// node scripts/fleet-paper.ts [SESSIONS] [--write]    (--write puts the table into docs/fleet.md)
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeArchiveHome } from '../bench/data/archive-home.ts';
import { createCollector } from '../src/fleet/collect/collector.ts';
import type { GatewayClient } from '../src/fleet/collect/gateway-client.ts';
import { createHttpGateway } from '../src/fleet/collect/http-gateway.ts';
import { createToken, tokenDigest } from '../src/fleet/gateway/token.ts';
import { startWorker } from '../src/fleet/jobs/worker.ts';
import { readBacklog } from '../src/fleet/postgres/backlog.ts';
import { openPostgresStore } from '../src/fleet/postgres/open-store.ts';
import { addToken } from '../src/fleet/postgres/tokens.ts';
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
  gateway: number;
  fold: number;
  server: number;
  /** Bytes of the log that a replica and a backup follow, without and with those of the bytes that came. */
  wal: number;
  walOfRaw: number;
  /** Milliseconds of a search for a word of few and of many blocks. */
  rare: number;
  common: number;
}

async function measure(sessions: number): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-paper-'));
  const archive = await startArchive();
  if ('skip' in archive) throw new Error(archive.skip);
  try {
    const raw = makeArchiveHome(join(folder, 'home'), sessions);
    const begun = await logEnd(archive);
    const sent = await send(archive, folder);
    const taken = await logEnd(archive);
    const fold = await foldAll(archive);
    const wal = (await logEnd(archive)) - taken;
    return {
      raw,
      ...sent,
      ...fold,
      wal,
      walOfRaw: taken - begun,
      ...(await sizes(archive)),
      ...(await searches(archive)),
    };
  } finally {
    await archive.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** From the files to the table of bytes, by a gateway that is a program of its own. */
async function send(archive: TestArchive, folder: string): Promise<Pick<Figures, 'packed' | 'collect' | 'gateway'>> {
  const token = createToken();
  await addToken(archive.database, 1, { name: 'machine', hash: tokenDigest(token) });
  const { child, url } = await startGateway(archive.url);
  const http = createHttpGateway({ url, token });
  let packed = 0;
  const gateway: GatewayClient = {
    ...http,
    put(source, segment, signal) {
      packed += segment.packed.length;
      return http.put(source, segment, signal);
    },
  };
  const collector = createCollector({ gateway, folder: join(folder, 'own'), homes: [join(folder, 'home')] });
  const before = process.cpuUsage();
  do await collector.work();
  while (collector.unsent.files > 0);
  const collect = cpuSeconds(before);
  http.close();
  const seconds = ticksOf(String(child.pid)) / 100;
  child.kill('SIGTERM');
  await once(child, 'exit');
  return { packed, collect, gateway: seconds };
}

async function startGateway(archive: string): Promise<{ child: ChildProcess; url: URL }> {
  const program = fileURLToPath(new URL('../bin/threadline.js', import.meta.url));
  const child = spawn(process.execPath, [program, 'gateway', '--port', '0', '--archive', archive], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const [address] = /https?:\/\/\S+/.exec(line) ?? [];
    if (address !== undefined) return { child, url: new URL(address) };
  }
  throw new Error('the gateway does not listen');
}

async function logEnd({ database }: TestArchive): Promise<number> {
  const row = await database.transaction({ role: 'owner' }, (queries) =>
    queries.get("select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bytes"),
  );
  return Number(row?.bytes);
}

/** The newest page of hits for a word that one session has, and for one that most have. */
async function searches({ url, database }: TestArchive): Promise<Pick<Figures, 'rare' | 'common'>> {
  const words = await database.transaction({ role: 'owner' }, (queries) =>
    queries.all(
      `select word, ndoc from ts_stat('select words from threadline.block') where word ~ '^[a-z]{4,}$' order by ndoc desc`,
    ),
  );
  const store = await openPostgresStore({ url });
  const timeOf = async (word: unknown) => {
    const times: number[] = [];
    for (let turn = 0; turn < 9; turn++) {
      const begun = performance.now();
      await store.search({ text: String(word), mode: 'words' }, { limit: 50 });
      times.push(performance.now() - begun);
    }
    return times.sort((a, b) => a - b)[4] ?? 0;
  };
  try {
    return { common: await timeOf(words[0]?.word), rare: await timeOf(words.at(-1)?.word) };
  } finally {
    await store.close();
  }
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
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.reduce((sum, id) => sum + ticksOf(id, '(postgres)'), 0) / 100;
}

/** The hundredths of seconds that a process of this name computed. */
function ticksOf(id: string, name = ''): number {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    if (!stat.includes(name)) return 0;
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // utime, stime, and those of children that were waited for.
    return [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
  } catch {
    // It ended meanwhile.
    return 0;
  }
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
    `| gateway | ${hours(figures.gateway)}, ${((4 * figures.gateway * times) / 86_400).toFixed(1)} cores at the peak | ${(raw / 1e6 / figures.gateway).toFixed(0)} MB/s a core |`,
    `| text, blocks | ${size(text * times)}, ${million(rows)} | ${((100 * text) / raw).toFixed(0)} % of raw is text, ${(text / rows).toFixed(0)} bytes a block |`,
    `| worker | ${hours(figures.fold)} | ${(raw / 1e6 / figures.fold).toFixed(0)} MB/s a core |`,
    `| PostgreSQL, CPU | ${hours(figures.server)} | words are most of it |`,
    `| PostgreSQL, texts with their words | ${size(textOnDisk * times)}; 90 days ${size(90 * textOnDisk * times)} | ${(blockHeap / text).toFixed(2)}x of text, indexes ${(blockIndexes / text).toFixed(2)}x |`,
    `| PostgreSQL, log for replica and backup | ${size(figures.wal * times)}, and ${size(figures.walOfRaw * times)} of bytes that are not in an object store | ${(figures.wal / text).toFixed(1)}x of text; ${(figures.walOfRaw / packed).toFixed(1)}x of packed |`,
    `| bytes as they were sent, a year | ${size(365 * packed * times)} in an object store, ${size(365 * segments * times)} in PostgreSQL | \`retain --raw DAYS\` |`,
    `| a full backup of 90 days | ${size(90 * textOnDisk * times)} and more: copy the disk (\`pg_basebackup\`, snapshots), not \`pg_dump\` | |`,
    `| a search | ${figures.rare.toFixed(0)} ms for a rare word, ${figures.common.toFixed(0)} ms for the commonest, of ${(rows / 1e3).toFixed(0)} thousand blocks | newest months first, so that a page does not grow with the archive |`,
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
