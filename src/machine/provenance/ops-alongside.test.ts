import { copyFileSync, mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { everyRecording } from '../../../test/fixtures.ts';
import { createEventReader } from '../../core/wires/event-reader.ts';
import { locateFile } from '../sessions/locate-file.ts';
import { openSource } from '../sessions/open-source.ts';
import { sessionWires } from '../sessions/reader-options.ts';
import { agentStores } from '../sessions/stores/registry.ts';
import { createOpsAlongside } from './ops-alongside.ts';
import { readOpsOf } from './session-ops.ts';

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Reads a file as a transcript does, and gives what it learnt of operations. */
async function readAlongside(path: string) {
  const source = await openSource({ kind: 'file', path });
  const { info } = source;
  if (!info) throw new Error(`${path} is no file`);
  const reader = createEventReader({ agents: sessionWires });
  const told = createOpsAlongside(info, reader);
  for await (const outcomes of source.read(reader)) {
    for (const outcome of outcomes) if (outcome.ok) for (const event of outcome.events) told.add(event);
  }
  return { info, told };
}

describe('operations that are read alongside', () => {
  const paths = everyRecording().map(({ name }) =>
    fileURLToPath(new URL(`../../../test/fixtures/${name}`, import.meta.url)),
  );
  const shell = paths.find((path) => path.includes('codex/0.166.0/s2-shell/rollout')) ?? '';

  it('are those that the file tells by itself, in every recording', async () => {
    let operations = 0;
    for (const path of paths) {
      const { info, told } = await readAlongside(path);
      const ops = await readOpsOf(info, {}, told);
      expect(ops, path).toEqual(await readOpsOf(info, {}));
      operations += ops.length;
    }
    expect(operations).toBeGreaterThan(100);
  });

  it('are not read from the file again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'threadline-alongside-'));
    made.push(folder);
    const path = join(folder, 'rollout.jsonl');
    copyFileSync(shell, path);
    const { info, told } = await readAlongside(path);
    const before = await readOpsOf(info, {});
    truncateSync(path);
    expect(before.length).toBeGreaterThan(0);
    expect(await readOpsOf(info, {}, told)).toEqual(before);
    expect(await readOpsOf(info, {})).toEqual([]);
  });

  it('count for nothing where the file is read by another wire than its own', async () => {
    const { told } = await readAlongside(shell);
    const agent = agentStores.find(({ name }) => name === 'codex');
    const file = { ...(await locateFile({ path: shell }, {})), agent };
    expect(told.opsOf({ ...file, wire: 'codex-rollout' })).toBeDefined();
    expect(told.opsOf({ ...file, wire: 'codex-exec' })).toBeUndefined();
  });
});
