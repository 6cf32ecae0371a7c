// The made-up agent itself: takes a prompt by stdin, sings its lines, and keeps them in its nest.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

let words = '';
for await (const chunk of process.stdin) words += chunk;
const nest = 'b1a9c2d3-polly';
const lines = [
  { parrot: 'pecked', at: 'p1', seed: 'corn' },
  { parrot: 'pecked', at: 'p1', seed: 'corn', taste: 'sweet' },
  { parrot: 'said', words: `${words.trim()}! ${words.trim()}!` },
  { parrot: 'slept', seeds: 12, eggs: 2 },
];
const print = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
print({ parrot: 'hatched', nest, song: true });
for (const line of lines) print(line);
if (process.env.PARROT_HOME) {
  const folder = join(process.env.PARROT_HOME, 'nests');
  mkdirSync(folder, { recursive: true });
  const kept = [{ parrot: 'hatched', nest, cage: '/cage' }, { parrot: 'heard', words: words.trim() }, ...lines];
  writeFileSync(join(folder, `nest-${nest}.jsonl`), kept.map((line) => `${JSON.stringify(line)}\n`).join(''));
}
