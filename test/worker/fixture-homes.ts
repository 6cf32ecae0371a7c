import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zstdCompressSync } from 'node:zlib';

const fixtures = fileURLToPath(new URL('../fixtures', import.meta.url));

/** Homes that hold every bundled session file: the recorded ones, and one of Codex with all its rollouts, some packed. */
export function fixtureHomes(codexHome: string): string[] {
  const rollouts = globSync('codex/*/*/rollout{,-2}.jsonl', { cwd: fixtures }).sort();
  for (const [index, path] of rollouts.entries()) placeRollout(codexHome, join(fixtures, path), index % 5 === 4);
  const recorded = globSync('{claude,gemini}/*/*/session', { cwd: fixtures }).sort();
  return [codexHome, ...recorded.map((path) => join(fixtures, path))];
}

function placeRollout(home: string, path: string, isPacked: boolean): void {
  const bytes = readFileSync(path);
  const first = JSON.parse(bytes.toString('utf8', 0, bytes.indexOf(10)));
  const { id, timestamp } = first.payload ?? first;
  const time = String(timestamp).slice(0, 19).replaceAll(':', '-');
  const target = join(home, 'sessions', time.slice(0, 4), `rollout-${time}-${id}.jsonl`);
  mkdirSync(dirname(target), { recursive: true });
  if (isPacked) writeFileSync(`${target}.zst`, zstdCompressSync(bytes));
  else copyFileSync(path, target);
}
