import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { agentWires } from '../../src/core/wires/registry.ts';

const source = fileURLToPath(new URL('../../src/', import.meta.url));

/** The rings, innermost first. A file imports from its own ring and from those before it. */
const RINGS = ['core', 'machine', 'archive', 'fleet', 'doors'];

/** Inside a ring: each folder and what it may import of the same ring, besides itself and what that may import. */
const INSIDE: Record<string, Record<string, string[]>> = {
  core: {
    lines: [],
    thread: ['lines'],
    schema: ['thread'],
    tools: ['thread'],
    replay: ['tools'],
    wires: ['tools'],
    reader: ['wires'],
    lazy: ['wires'],
    messages: ['wires'],
    facts: ['messages'],
    ndjson: ['messages'],
    ai: ['ndjson'],
    text: ['messages'],
    redact: ['messages'],
    writers: ['ndjson', 'text', 'redact', 'facts'],
  },
  machine: {
    run: [],
    http: [],
    git: [],
    rpc: [],
    facts: [],
    sessions: ['facts'],
    provenance: ['sessions', 'git'],
    usage: ['sessions'],
    insights: ['usage'],
    compare: ['insights', 'provenance'],
    outcome: ['insights', 'provenance'],
    live: ['run', 'sessions', 'http'],
  },
  archive: { model: [], query: ['model'], folding: ['model', 'query'], sqlite: ['folding'] },
  fleet: {
    objects: [],
    postgres: ['objects'],
    collect: [],
    gateway: ['postgres', 'collect'],
    jobs: ['gateway'],
    team: ['gateway'],
  },
  // The command line starts the other doors; no other door knows one.
  doors: { server: [], mcp: [], acp: [], chat: [], react: [], cli: ['server', 'mcp', 'acp', 'chat'] },
};

const files = globSync('**/*.{ts,tsx}', { cwd: source }).filter((path) => !path.endsWith('.test.ts'));
const inRings = files.filter((path) => RINGS.includes(ringOf(path)));

function ringOf(path: string): string {
  return path.split('/')[0] ?? '';
}

function folderOf(path: string): string {
  return path.split('/')[1] ?? '';
}

/** The modules that a file imports: paths below `src`, names of packages. */
function imports(path: string): { target: string; isFile: boolean }[] {
  const text = readFileSync(join(source, path), 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, target = '']) =>
    target.startsWith('.')
      ? { target: normalize(join(dirname(path), target)), isFile: true }
      : { target, isFile: false },
  );
}

function importsBelow(path: string): string[] {
  return imports(path).flatMap(({ target, isFile }) => (isFile ? [target] : []));
}

function reachable(arrows: Record<string, string[]>, folder: string): Set<string> {
  const found = new Set([folder]);
  for (const name of found) for (const next of arrows[name] ?? []) found.add(next);
  return found;
}

/** `codex-exec` for a file of that wire, else undefined. */
function wireOf(path: string): string | undefined {
  const [, folder, wire, file] = path.split('/');
  // The list of an agent's wires is a part of the registry.
  return folder === 'wires' && file && wire !== 'agents' ? wire : undefined;
}

describe('imports point one way', () => {
  it('src holds five rings, the root of the package, its errors and its limits', () => {
    const outside = files.filter((path) => !RINGS.includes(ringOf(path)) && !path.startsWith('limits/'));
    expect(outside.sort()).toEqual(['errors.ts', 'index.ts']);
  });

  it('no ring imports from one outside of it', () => {
    const outward = inRings.flatMap((path) =>
      importsBelow(path)
        .filter((target) => RINGS.indexOf(ringOf(target)) > RINGS.indexOf(ringOf(path)))
        .map((target) => `${path} imports ${target}`),
    );
    expect(outward).toEqual([]);
  });

  it('the core imports nothing from Node', () => {
    const fromNode = inRings.filter(
      (path) => ringOf(path) === 'core' && imports(path).some(({ target }) => target.startsWith('node:')),
    );
    expect(fromNode).toEqual([]);
  });

  it('nothing in a ring imports the root of the package', () => {
    expect(inRings.filter((path) => importsBelow(path).includes('index.ts'))).toEqual([]);
  });

  it.each(RINGS)('the folders of %s point one way', (ring) => {
    const arrows = INSIDE[ring] ?? {};
    const wrong = inRings
      .filter((path) => ringOf(path) === ring && path.split('/').length > 2)
      .flatMap((path) =>
        importsBelow(path)
          .filter((target) => ringOf(target) === ring && !reachable(arrows, folderOf(path)).has(folderOf(target)))
          .map((target) => `${path} imports ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  it('no wire imports another agent’s; those of one agent may share a folder that is named after it, or a reader', () => {
    const agentOf = (wire: string) => agentWires.find(({ wires }) => wires.some(({ name }) => name === wire))?.name;
    const wrong = inRings.flatMap((path) => {
      const own = wireOf(path);
      return importsBelow(path).flatMap((target) => {
        const other = wireOf(target);
        if (!own || !other || own === other || own.startsWith(`${other}-`)) return [];
        const isAllowed = agentOf(own) !== undefined && agentOf(own) === agentOf(other);
        return isAllowed ? [] : [`${path} imports ${target}`];
      });
    });
    expect(wrong).toEqual([]);
  });
});
