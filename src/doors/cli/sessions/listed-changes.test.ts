import { describe, expect, it } from 'vitest';
import type { KeptSum } from '../../../machine/provenance/edit-index.ts';
import type { SessionFile, SessionInfo } from '../../../machine/sessions/index.ts';
import { agentStores } from '../../../machine/sessions/stores/registry.ts';
import { createListedChanges } from './listed-changes.ts';

const sum = { added: 3, removed: 1, files: 2 };
const parent: SessionInfo = {
  agent: 'codex',
  id: 'parent',
  path: '/home/parent',
  size: 10,
  archived: false,
  compressed: false,
  updatedAt: '2026-11-15T07:08:38.369Z',
  problems: [],
};

function childFile(size: number, parentId?: string): SessionFile {
  const agent = agentStores.find(({ name }) => name === 'codex');
  const place = { path: '/home/child', realPath: '/home/child', home: '/home', archived: false, compressed: false };
  return {
    agent,
    wire: 'codex-rollout',
    threadId: 'child',
    parentId,
    ...place,
    isSuperseded: false,
    size,
    modified: 0,
  };
}

const kept = (parentId?: string): ReadonlyMap<string, KeptSum> =>
  new Map<string, KeptSum>([
    ['codex:parent', { ...sum, file: { path: '/home/parent', size: 10 } }],
    ['codex:child', { ...sum, file: { path: '/home/child', size: 5 }, parentId }],
  ]);

describe('what a listed session changed', () => {
  it('is told if its file and those of its sub-agents are as when they were counted, also of sub-agents that nobody read', () => {
    expect(createListedChanges(kept('parent'), [parent], [childFile(5)])(parent)).toEqual(sum);
    expect(createListedChanges(kept('parent'), [parent], [childFile(6)])(parent)).toBeUndefined();
    expect(createListedChanges(kept(), [parent], [childFile(6, 'parent')])(parent)).toBeUndefined();
    expect(createListedChanges(kept(), [parent], [childFile(6, 'other')])(parent)).toEqual(sum);
    expect(createListedChanges(kept(), [{ ...parent, size: 11 }])({ ...parent, size: 11 })).toBeUndefined();
  });
});
