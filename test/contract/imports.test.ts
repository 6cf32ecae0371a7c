import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const source = fileURLToPath(new URL('../../src/', import.meta.url));

/** Each folder and what it may import, besides itself and what that may import: the arrows of the architecture. */
const ARROWS: Record<string, string[]> = {
  errors: [],
  limits: [],
  lines: ['errors', 'limits'],
  thread: ['lines'],
  schema: ['thread'],
  tools: ['thread'],
  wires: ['tools'],
  messages: ['wires'],
  ndjson: ['messages'],
  text: ['messages'],
  writers: ['messages', 'ndjson', 'text', 'redact'],
  redact: ['messages'],
  ai: ['messages', 'ndjson'],
  run: ['messages', 'ndjson'],
  sessions: ['messages', 'writers'],
  chat: ['run', 'sessions', 'ai'],
  archive: ['sessions', 'usage'],
  usage: ['sessions'],
  cli: ['chat', 'archive', 'usage', 'writers', 'schema', 'server', 'mcp', 'collect', 'gateway'],
  collect: ['archive', 'sessions', 'usage', 'redact', 'writers'],
  gateway: ['archive', 'collect', 'sessions', 'usage'],
  mcp: ['archive', 'usage', 'redact'],
  server: ['archive', 'usage', 'writers'],
};

/** These run in a browser. */
const PURE = [
  'errors',
  'limits',
  'lines',
  'thread',
  'schema',
  'tools',
  'wires',
  'messages',
  'ndjson',
  'text',
  'writers',
  'redact',
  'ai',
];

function reachable(folder: string): Set<string> {
  const found = new Set([folder]);
  for (const name of found) for (const next of ARROWS[name] ?? []) found.add(next);
  return found;
}

const files = globSync('**/*.ts', { cwd: source }).filter((path) => !path.endsWith('.test.ts') && path.includes('/'));

function imports(path: string): string[] {
  const text = readFileSync(join(source, path), 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '');
}

/** `wires/codex-exec` for a file of a dialect, else undefined. */
function dialect(path: string): string | undefined {
  const parts = path.split('/');
  return parts[0] === 'wires' && parts.length > 2 ? parts[1] : undefined;
}

describe('imports point one way', () => {
  it.each(files)('%s', (path) => {
    const folder = path.split('/')[0] ?? '';
    for (const target of imports(path)) {
      if (!target.startsWith('.')) {
        if (PURE.includes(folder)) expect(target, 'the core imports nothing from Node').not.toMatch(/^node:/);
        continue;
      }
      const other = normalize(join(dirname(path), target)).replace(/\.ts$/, '');
      expect([...reachable(folder)], `${path} imports ${target}`).toContain(other.split('/')[0]);
      const [own, others] = [dialect(path), dialect(other)];
      // The dialects of one agent may share a folder that is named after it: `codex` for `codex-exec` and its kin.
      const isShared = own?.startsWith(`${others}-`) ?? false;
      if (own && others && !isShared) expect(others, 'no wire imports another').toBe(own);
    }
  });
});
