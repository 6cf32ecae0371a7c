import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const IMPORTED = /\b(?:from|import)\s*\(?["'](\.[^"']*)\.js["']/g;

/** Removes the declarations that no entry leads to: nobody can import what they declare. */
export function pruneDeclarations(folder, entries) {
  const reached = new Set();
  const waiting = entries.map((entry) => join(folder, `${entry}.d.ts`)).filter((path) => existsSync(path));
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    for (const [, imported] of readFileSync(path, 'utf8').matchAll(IMPORTED)) {
      const next = join(dirname(path), `${imported}.d.ts`);
      if (existsSync(next)) waiting.push(next);
    }
  }
  for (const name of readdirSync(folder, { recursive: true })) {
    if (name.endsWith('.d.ts') && !reached.has(join(folder, name))) rmSync(join(folder, name));
  }
}
