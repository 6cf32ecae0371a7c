import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEventReader, detectWire } from 'threadline';
import { expect, it } from 'vitest';
import { agentWires, findWire } from '../../src/core/wires/registry.ts';
import { WITHOUT_SHARED } from '../fixtures.ts';

const shared = join(
  process.env.THREADLINE_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url)),
  'recordings',
);

/** Agents that write what another one writes. Wires of an agent that is itself in the registry are asked first. */
const DIALECTS: Readonly<Record<string, string>> = { kilo: 'opencode', qwen: 'claude' };

/** Wires whose lines one of Qwen Code's may be, field by field. */
const ALIKE = new Set(['claude-stream', 'claude-control']);

const known = new Set<string>(agentWires.map(({ name }) => name));

/** True if a file in the folder of an agent may belong to a wire of `claimed`. */
function isOwn(folder: string, claimed: string): boolean {
  if (claimed === folder) return true;
  // An agent that is not read yet may pass for the one whose format it took over. One that is read may not.
  return DIALECTS[folder] === claimed && (!known.has(folder) || ownWiresOf(folder).length === 0);
}

function readerWire(text: string): string {
  const reader = createEventReader();
  reader.push(text);
  reader.end();
  return reader.wire ?? 'unknown';
}

const ownWiresOf = (agent: string) => agentWires.find(({ name }) => name === agent)?.wires ?? [];

it('takes no file of an agent for that of another one, whole or without its first lines', (context) => {
  if (!existsSync(shared)) return context.skip(WITHOUT_SHARED);
  const wrong: string[] = [];
  let files = 0;
  for (const folder of readdirSync(shared, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    for (const path of globSync('**/*.{json,jsonl}', { cwd: join(shared, folder.name) }).sort()) {
      if (path.endsWith('meta.json')) continue;
      files += 1;
      const lines = readFileSync(join(shared, folder.name, path), 'utf8').split('\n');
      for (const lost of [0, 1, 3]) {
        const text = lines.slice(lost).join('\n');
        // Detection stops early; a reader goes on until a line is claimed.
        const wire = lost === 0 ? readerWire(text) : detectWire(text);
        // A log of prompts names no agent, nor does a protocol of many; a line of Qwen Code's stream without its head may be one of Claude Code's.
        const isAnybodys =
          wire === 'prompt-log' ||
          (wire === 'acp' && /-(?:acp|sdk)\b/.test(path)) ||
          (folder.name === 'qwen' && lost > 0 && ALIKE.has(wire));
        if (wire === 'unknown' || isAnybodys || isOwn(folder.name, findWire(wire).agent)) continue;
        wrong.push(`${folder.name}/${path} without ${lost} lines: ${wire}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(files).toBeGreaterThan(2500);
});

it('knows every recorded stream of Codex by any line, but for an error that tells nobody’s name', (context) => {
  if (!existsSync(shared)) return context.skip(WITHOUT_SHARED);
  const wrong: string[] = [];
  let lines = 0;
  for (const path of globSync('codex/*/*/stdout.jsonl', { cwd: shared }).sort()) {
    const all = readFileSync(join(shared, path), 'utf8').split('\n').slice(0, -1);
    if (!/^\{"type":"(?:thread\.started|session\.created)/.test(all[0] ?? '')) continue;
    for (const line of all.slice(0, 200)) {
      lines += 1;
      const isError = line.startsWith('{"type":"error"');
      if (detectWire(line) !== (isError ? 'unknown' : 'codex-exec')) wrong.push(`${path}: ${line.slice(0, 200)}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(lines).toBeGreaterThan(2500);
});
