import { readFileSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type FoldTools, openFold } from '../../src/archive/folding/fold-file.ts';
import { countedRows, createUsageRecorder } from '../../src/archive/folding/usage-facts.ts';
import type { FoldedBlock } from '../../src/archive/model/thread-sink.ts';
import { sourceFile } from '../../src/fleet/jobs/source-file.ts';
import { findFiles } from '../../src/machine/sessions/find-files.ts';
import { listSessions } from '../../src/machine/sessions/list-sessions.ts';
import type { SessionFile } from '../../src/machine/sessions/store.ts';
import { agentStores } from '../../src/machine/sessions/stores/registry.ts';
import { tempFolder } from '../archive/temp-archive.ts';
import { fixtureHomes } from './fixture-homes.ts';

async function foldOf(file: SessionFile, files: readonly SessionFile[]) {
  const tools: FoldTools = {
    usage: createUsageRecorder(),
    titles: ({ agent, home = '' }) =>
      file.open ? undefined : agent?.store.titles?.({ path: home, realPath: home }, () => {}),
    files: () => files,
  };
  const fold = await openFold(file, tools);
  const blocks: FoldedBlock[] = [];
  for await (const made of fold.blocks()) blocks.push(...made);
  const { head, usage } = fold.end();
  const rows: unknown[] = [];
  countedRows(usage ? [usage] : [], (row) => rows.push(row));
  // When bytes came says nothing of when they were written, nor how many they were.
  const { status: _status, size: _size, ...facts } = head;
  return { head: facts, blocks, rows };
}

/** A file as a machine would have sent it, in pieces of a size. */
function sent(file: SessionFile, pieces: number): SessionFile {
  const stored = readFileSync(file.path);
  const bytes = file.compressed ? zstdDecompressSync(stored) : stored;
  const { agent, path, home = '', cwd, modified } = file;
  const source = {
    id: path,
    agent: agent?.name ?? '',
    home,
    path,
    project: cwd,
    size: bytes.length,
    arrivedAt: modified,
  };
  return sourceFile(source, async function* () {
    for (let start = 0; start < bytes.length; start += pieces) yield bytes.subarray(start, start + pieces);
  });
}

describe('a fold of bytes that were sent', () => {
  it('is that of the file, for every bundled session of every agent', async () => {
    const homes = fixtureHomes(tempFolder('home'));
    let count = 0;
    for (const home of homes) {
      const files = findFiles({ homes: [home] });
      for (const file of files) {
        const around = files.filter((other) => other.agent === file.agent);
        const sentAround = around.map((other) => sent(other, 4096));
        for (const pieces of [1 << 20, 777]) {
          const remote = await foldOf(sent(file, pieces), sentAround);
          expect(remote, file.path).toEqual(await foldOf(file, around));
          count += 1;
        }
      }
    }
    expect(count).toBeGreaterThan(150);
  });
});

describe('a name that came from another machine', () => {
  const open = async function* () {};
  const made = (agent: string, path: string, home = '/home/user/.agent') =>
    sourceFile({ id: '1', agent, home, path, size: 0, arrivedAt: 0 }, open);

  it('tells what it would on that machine, with any slashes', () => {
    const id = '019bb7f1-4100-7000-8000-000000000001';
    const name = `rollout-2026-01-01T00-00-00-${id}.jsonl`;
    for (const path of [`/h/.codex/archived_sessions/${name}`, `C:\\Users\\me\\.codex\\archived_sessions\\${name}`]) {
      expect(made('codex', path)).toMatchObject({ threadId: id, archived: true, wire: 'codex-rollout', path });
    }
    expect(made('codex', `archived_sessions/${name}`, 'C:\\Users\\me\\.codex')).toMatchObject({
      archived: true,
      path: `C:\\Users\\me\\.codex\\archived_sessions\\${name}`,
    });
    const session = '11111111-2222-4333-8444-555555555555';
    expect(made('claude', `D:\\c\\projects\\p\\${session}\\subagents\\agent-a1.jsonl`)).toMatchObject({
      threadId: 'a1',
      parentId: session,
    });
  });

  it('is looked up nowhere: a file of this name and its folder on this machine are not read', async () => {
    const [home = ''] = fixtureHomes(tempFolder('home')).slice(-1);
    const [file] = findFiles({ homes: [home] });
    if (!file) throw new Error('no fixture');
    expect(file).toMatchObject({ agent: { name: 'gemini' }, cwd: expect.any(String) });
    const other = sourceFile({ id: '1', agent: 'gemini', home, path: file.path, size: 0, arrivedAt: 0 }, open);
    expect(other.cwd).toBeUndefined();
    const { head, blocks } = await foldOf(other, []);
    expect({ head, blocks }).toMatchObject({ head: { messages: 0, project: undefined }, blocks: [] });
    expect((await listSessions({ homes: [home] })).length).toBeGreaterThan(0);
  });

  it('is of a session in any case: odd ones are read by what stands in them', () => {
    for (const path of ['../../../etc/passwd', '', '..', '\\\\..\\', 'a'.repeat(100_000), '/x\0y.jsonl'])
      for (const { name } of agentStores) expect(made(name, path)).toMatchObject({ wire: 'auto' });
    expect(made('nobody', '/x.jsonl')).toMatchObject({ agent: undefined, wire: 'auto' });
  });
});
