// node scripts/recorded-shares.ts: how much of the agents' session files is text that the archive keeps, version by version,
// and how much the largest other lines take. The generated home of the benchmark follows these figures.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { foldBlocks } from '../src/archive/folding/fold-blocks.ts';
import { createEventReader, createMessageBuilder, type Outcome } from '../src/index.ts';

const shared = resolve(process.env.THREADLINE_SHARED ?? join(import.meta.dirname, '../../shared'), 'recordings');
const FILES = {
  codex: 'codex/*/*/rollout*.jsonl',
  claude: 'claude/*/*/session/projects/**/*.jsonl',
  gemini: 'gemini/*/*/session/tmp/**/chats/**/*.{json,jsonl}',
};
const print = (line: string) => process.stdout.write(`${line}\n`);

interface Sums {
  files: number;
  bytes: number;
  text: number;
  blocks: number;
  lines: Map<string, { count: number; bytes: number }>;
}

function textOf(bytes: Buffer): { text: number; blocks: number } {
  const reader = createEventReader();
  const builder = createMessageBuilder({ agents: true });
  const push = (outcomes: readonly Outcome[]) => {
    for (const outcome of outcomes) if (outcome.ok) for (const event of outcome.events) builder.push(event);
  };
  push(reader.push(bytes));
  push(reader.end());
  builder.end();
  const blocks = builder.messages.flatMap((message) => foldBlocks(message, undefined));
  return { text: blocks.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0), blocks: blocks.length };
}

/** What sort of line it is, by the names that agents give them. */
function kindOf(line: string): string {
  const names = line.slice(0, 600).matchAll(/"(?:type|role)":"([a-z_-]+)"/gi);
  return [...names].map(([, name]) => name).join(' ');
}

if (!existsSync(shared)) print('skipped: there are no shared recordings');
const versions = new Map<string, Sums>();
for (const [agent, pattern] of Object.entries(FILES)) {
  for (const path of globSync(pattern, { cwd: shared })) {
    const version = `${agent} ${path.split('/')[1]}`;
    const sums: Sums = versions.get(version) ?? { files: 0, bytes: 0, text: 0, blocks: 0, lines: new Map() };
    versions.set(version, sums);
    const bytes = readFileSync(join(shared, path));
    const { text, blocks } = textOf(bytes);
    sums.files += 1;
    sums.bytes += bytes.length;
    sums.text += text;
    sums.blocks += blocks;
    for (const line of bytes.toString().split('\n')) {
      const kind = sums.lines.get(kindOf(line)) ?? { count: 0, bytes: 0 };
      sums.lines.set(kindOf(line), { count: kind.count + 1, bytes: kind.bytes + Buffer.byteLength(line) });
    }
  }
}
for (const [version, { files, bytes, text, blocks, lines }] of versions) {
  print(`${version}: ${files} files of ${Math.round(bytes / files)} bytes, ${(blocks / files).toFixed(1)} blocks each`);
  print(`  text ${(text / bytes).toFixed(3)} of it; other bytes a block ${Math.round((bytes - text) / blocks)}`);
  const largest = [...lines].sort(([, one], [, other]) => other.bytes - one.bytes).slice(0, 6);
  for (const [kind, { count, bytes: size }] of largest) {
    print(`  ${(count / files).toFixed(2)} a file, ${Math.round(size / count)} bytes each: ${kind}`);
  }
}
