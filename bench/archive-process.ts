// Indexes a home into an archive and says what it cost, beside the bare word index of the same texts. Arguments: the package's
// archive module, the home, a folder to work in.
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { Archive, ArchiveOptions } from '../src/archive/index.ts';

const [module = '', home = '', folder = ''] = process.argv.slice(2);
const { openArchive }: { openArchive(options: ArchiveOptions): Promise<Archive> } = await import(
  pathToFileURL(module).href
);

async function cpuMs(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const archive = await openArchive({ folder: join(folder, 'archive'), homes: [home] });
const index = await cpuMs(() => archive.refresh());
const peakMb = process.resourceUsage().maxRSS / 1024;
const again = await cpuMs(() => archive.refresh());
const walk = await cpuMs(() => {
  for (const entry of readdirSync(home, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) statSync(join(entry.parentPath, entry.name));
  }
});

const bare = new DatabaseSync(join(folder, 'bare.db'));
bare.exec(
  'pragma page_size = 8192; pragma journal_mode = wal; pragma synchronous = normal; pragma cache_size = -16384',
);
bare.exec("create virtual table word using fts5(text, content='', contentless_delete=1, tokenize='unicode61')");
const insert = bare.prepare('insert into word(rowid, text) values (?, ?)');
let [id, bareFts, blocks] = [0, 0, 0];
const needles: string[] = [];
for (let cursor: string | undefined; ; ) {
  const { rows, next } = await archive.listSessions({ subagents: true }, { limit: 200, cursor });
  const texts: string[] = [];
  for (const { key, blocks: count } of rows) {
    for (const { text } of await archive.readBlocks(key, { from: 0, count })) texts.push(text);
  }
  bareFts += await cpuMs(() => {
    bare.exec('begin');
    for (const text of texts) {
      id += 1;
      insert.run(id, text);
    }
    bare.exec('commit');
  });
  blocks += texts.length;
  const text = texts[Math.floor(texts.length / 2)] ?? '';
  if (text.length > 60) needles.push(text.slice(20, 20 + 5 + (needles.length % 36)));
  if (next === undefined) break;
  cursor = next;
}
bare.close();

const search = (text: string, mode: 'words' | 'exact') => archive.search({ text, mode }, { limit: 20 });
await search('warm', 'words');
const rare = await cpuMs(() => search('zyzzyva', 'words'));
let missed = 0;
const exact: number[] = [];
for (const needle of needles.slice(0, 50)) {
  exact.push(
    await cpuMs(async () => {
      if ((await search(needle, 'exact')).hits.length === 0) missed += 1;
    }),
  );
}
const scan = await cpuMs(() => search('"\u0001', 'exact'));
await archive.close();
const database = statSync(join(folder, 'archive', 'archive.db')).size;
exact.sort((one, other) => one - other);
const p95 = exact[Math.floor(exact.length * 0.95)] ?? 0;
process.stdout.write(
  JSON.stringify({ index, peakMb, again, walk, bareFts, blocks, rare, missed, p95, scan, database }),
);
rmSync(folder, { recursive: true, force: true });
