// One measurement of the archive, in a process of its own. Arguments: which, the package's folder, a home, a folder to work
// in. Prints its figures as JSON: CPU times in milliseconds.
import { spawn } from 'node:child_process';
import { globSync, lstatSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Archive, ArchiveOptions } from '../src/archive/index.ts';
import { wordText } from '../src/archive/query/spread-cjk.ts';
import type { createEventReader, createMessageBuilder } from '../src/index.ts';
import { chunksOf, createChunkBuffer } from './contestants/read-chunks.ts';

const [which = '', dist = '', home = '', folder = ''] = process.argv.slice(2);
const load = (name: string) => import(pathToFileURL(join(dist, name)).href);
const NEEDLES = 50;

/** Lines are measured by themselves: `blame-run.ts`. */
async function open(options: ArchiveOptions = {}): Promise<Archive> {
  const { openArchive } = await load('fleet/index.js');
  return openArchive({ folder, homes: [home], edits: false, ...options });
}

async function cpuMs(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The first index, and the next look, which finds nothing new, beside a bare walk of the same files. */
async function index() {
  rmSync(folder, { recursive: true, force: true });
  const archive = await open();
  const began = performance.now();
  const first = await cpuMs(() => archive.refresh());
  const wallMs = performance.now() - began;
  const peakMb = process.resourceUsage().maxRSS / 1024;
  const again = await cpuMs(() => archive.refresh());
  await archive.close();
  const walk = await cpuMs(() => {
    for (const entry of readdirSync(home, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) lstatSync(join(entry.parentPath, entry.name));
    }
  });
  return { index: first, wallMs, peakMb, again, walk, database: statSync(join(folder, 'archive.db')).size };
}

/** The first index as people start it, with the index of lines. What it needed is read while it runs: nobody can ask later. */
async function command() {
  rmSync(folder, { recursive: true, force: true });
  const program = join(dist, '../bin/threadline.js');
  const child = spawn(process.execPath, [program, 'archive', 'index', '--yes', '--home', home], {
    env: { ...process.env, HOME: folder, THREADLINE_HOME: folder },
    stdio: 'ignore',
  });
  let commandPeakMb = 0;
  while (child.exitCode === null) {
    commandPeakMb = Math.max(commandPeakMb, peakMbOf(child.pid));
    await delay(50);
  }
  if (child.exitCode !== 0) throw new Error(`the command ended with ${child.exitCode}`);
  return { commandPeakMb };
}

function peakMbOf(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
}

/** The first index by one thread. */
async function oneThread() {
  rmSync(folder, { recursive: true, force: true });
  const archive = await open({ sameThread: true });
  const began = performance.now();
  await archive.refresh();
  await archive.close();
  return { oneThreadMs: performance.now() - began };
}

/** The first index with all that it does, except that the word index is handed nothing. */
async function withoutWords() {
  rmSync(folder, { recursive: true, force: true });
  const { prepare } = DatabaseSync.prototype;
  DatabaseSync.prototype.prepare = function (sql, ...more) {
    return prepare.call(this, sql.startsWith('insert into word(') ? 'select ?, ?' : sql, ...more);
  };
  const archive = await open({ sameThread: true });
  const wordless = await cpuMs(() => archive.refresh());
  await archive.close();
  return { wordless };
}

/** Bytes to messages, as every reader of session files pays it. */
async function messages() {
  const package_: { createEventReader: typeof createEventReader; createMessageBuilder: typeof createMessageBuilder } =
    await load('index.js');
  const paths = globSync('**/*.jsonl', { cwd: home }).map((path) => join(home, path));
  const buffer = createChunkBuffer();
  let count = 0;
  const toMessages = await cpuMs(() => {
    for (const path of paths) {
      const reader = package_.createEventReader();
      const builder = package_.createMessageBuilder();
      const push = (outcomes: ReturnType<typeof reader.push>) => {
        for (const outcome of outcomes) if (outcome.ok) for (const event of outcome.events) builder.push(event);
      };
      for (const chunk of chunksOf(path, buffer)) push(reader.push(chunk));
      push(reader.end());
      builder.end();
      count += builder.messages.length;
    }
  });
  if (count === 0) throw new Error('there are no messages');
  return { toMessages };
}

/** The word index alone, by FTS5 as it is: the same words, an id after the other, a transaction for 200 sessions. */
async function bare() {
  const archive = await open({ readOnly: true });
  rmSync(join(folder, 'bare.db'), { force: true });
  const database = new DatabaseSync(join(folder, 'bare.db'));
  database.exec(
    'pragma page_size = 8192; pragma journal_mode = wal; pragma synchronous = normal; pragma cache_size = -16384',
  );
  database.exec("create virtual table word using fts5(text, content='', contentless_delete=1, tokenize='unicode61')");
  const insert = database.prepare('insert into word(rowid, text) values (?, ?)');
  let [blocks, bytes, bareFts] = [0, 0, 0];
  for await (const texts of eachTexts(archive)) {
    const words = texts.map((text) => wordText(text).text);
    for (const text of texts) bytes += Buffer.byteLength(text);
    bareFts += await cpuMs(() => {
      database.exec('begin');
      for (const text of words) {
        blocks += 1;
        insert.run(blocks, text);
      }
      database.exec('commit');
    });
  }
  database.close();
  await archive.close();
  return { bareFts, blocks, textBytes: bytes };
}

/** The texts of 200 sessions together. */
async function* eachTexts(archive: Archive): AsyncGenerator<string[]> {
  for (let cursor: string | undefined; ; ) {
    const { rows, next } = await archive.listSessions({ subagents: true }, { limit: 200, cursor });
    const texts: string[] = [];
    for (const { key, blocks: count } of rows) {
      for (const { text } of await archive.readBlocks(key, { from: 0, count })) texts.push(text);
    }
    yield texts;
    if (next === undefined) return;
    cursor = next;
  }
}

async function search() {
  const archive = await open({ readOnly: true });
  const needles: string[] = [];
  for await (const texts of eachTexts(archive)) {
    for (let index = 0; index < texts.length && needles.length < NEEDLES; index += 97) {
      const text = texts[index] ?? '';
      if (text.length > 60) needles.push([...text].slice(20, 25 + (needles.length % 36)).join(''));
    }
  }
  const find = (text: string, mode: 'words' | 'exact') => archive.search({ text, mode }, { limit: 20 });
  await find('warm', 'words');
  const rare = await cpuMs(() => find('zyzzyva', 'words'));
  let missed = 0;
  const exact: number[] = [];
  for (const needle of needles) {
    exact.push(
      await cpuMs(async () => {
        if ((await find(needle, 'exact')).hits.length === 0) missed += 1;
      }),
    );
  }
  const scan = await cpuMs(() => find('"\u0001', 'exact'));
  await archive.close();
  exact.sort((one, other) => one - other);
  return { rare, missed, scan, p95: exact[Math.floor(exact.length * 0.95)] ?? 0 };
}

const jobs: Record<string, () => Promise<object>> = { index, command, oneThread, withoutWords, messages, bare, search };
process.stdout.write(JSON.stringify(await jobs[which]?.()));
