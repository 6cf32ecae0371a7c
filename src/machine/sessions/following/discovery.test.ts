import { appendFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { agentStores } from '../stores/registry.ts';
import { createDiscovery } from './discovery.ts';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'threadline-discovery-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const MANY = 300;
const LONG_AGO = 1_700_000_000;

function place(number: number): string {
  const id = `01a1d8ee-7b3c-7e21-8a44-${String(number).padStart(12, '0')}`;
  return join(home, 'sessions/2026/11/14', `rollout-2026-11-14T09-00-00-${id}.jsonl`);
}

function write(number: number): void {
  writeFileSync(place(number), '{}\n');
  utimesSync(place(number), LONG_AGO + number, LONG_AGO + number);
}

function discover() {
  mkdirSync(join(home, 'sessions/2026/11/14'), { recursive: true });
  for (let number = 0; number < MANY; number += 1) write(number);
  // A folder that changed just now is listed once more.
  utimesSync(join(home, 'sessions/2026/11/14'), LONG_AGO, LONG_AGO);
  const codex = agentStores.filter(({ name }) => name === 'codex');
  const discovery = createDiscovery({ homes: [home], agents: codex });
  expect(discovery.walk(Date.now())).toHaveLength(MANY);
  return discovery;
}

test('of a folder with very many files only the newest are looked at again, and what was written to them is seen', () => {
  const discovery = discover();
  appendFileSync(place(MANY - 10), '{}\n');
  const seen = discovery.glance(Date.now());
  expect(seen.length).toBeLessThan(MANY);
  expect(seen.find(({ path }) => path === place(MANY - 10))?.size).toBe(6);
});

test('a file that comes to such a folder is seen at the next look, and looked at again after it', () => {
  const discovery = discover();
  write(MANY);
  expect(discovery.glance(Date.now()).map(({ path }) => path)).toContain(place(MANY));
  appendFileSync(place(MANY), '{}\n');
  expect(discovery.glance(Date.now()).find(({ path }) => path === place(MANY))?.size).toBe(6);
});

test('a file that is gone is not told again', () => {
  const discovery = discover();
  rmSync(place(MANY - 1));
  expect(discovery.glance(Date.now()).map(({ path }) => path)).not.toContain(place(MANY - 1));
});

test('a walk sees what was written to an old file, what came and what is gone, also where it lists no folder', () => {
  const discovery = discover();
  appendFileSync(place(0), '{}\n');
  write(MANY);
  rmSync(place(1));
  const paths = new Map(discovery.walk(Date.now()).map((file) => [file.path, file]));
  expect(paths.get(place(0))?.size).toBe(6);
  expect(paths.has(place(MANY))).toBe(true);
  expect(paths.has(place(1))).toBe(false);
  rmSync(join(home, 'sessions'), { recursive: true });
  expect(discovery.walk(Date.now())).toEqual([]);
});
