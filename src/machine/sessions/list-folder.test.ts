import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findFiles } from './find-files.ts';
import type { AgentStore } from './store.ts';
import { codexStore } from './stores/codex/store.ts';

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'threadline-list-'));
  mkdirSync(join(home, 'sessions'));
  addSession(1);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function addSession(index: number): void {
  const name = `rollout-2026-01-01T00-00-00-01a1de09-5e47-7183-af03-00000000000${index}.jsonl`;
  writeFileSync(join(home, 'sessions', name), '');
}

/** Two agents with the same folders. A session comes while the second one looks. */
function agents(): AgentStore[] {
  const busy = {
    ...codexStore,
    scan: (...args: Parameters<typeof codexStore.scan>) => {
      addSession(2);
      return codexStore.scan(...args);
    },
  };
  return [
    { name: 'one', title: 'One', store: codexStore },
    { name: 'other', title: 'Other', store: busy },
  ];
}

describe('folders of a home', () => {
  it('are listed once for all agents where it was named for all of them, and anew at each look', () => {
    const look = () => findFiles({ homes: [home], agents: agents() }).map(({ agent }) => agent?.name);
    expect(look().sort()).toEqual(['one', 'other']);
    expect(look().sort()).toEqual(['one', 'one', 'other', 'other']);
  });

  it('are listed for each agent by itself where each has its own', () => {
    const env = { CODEX_HOME: home };
    expect(findFiles({ env, agents: agents() })).toHaveLength(3);
  });
});
