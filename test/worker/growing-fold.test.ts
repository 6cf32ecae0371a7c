import { readFileSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type FoldTools, openFold } from '../../src/archive/folding/fold-file.ts';
import { openGrowingFold } from '../../src/archive/folding/growing-fold.ts';
import { countedRows, createUsageRecorder } from '../../src/archive/folding/usage-facts.ts';
import type { FoldedBlock } from '../../src/archive/model/thread-sink.ts';
import { sourceFile } from '../../src/fleet/jobs/source-file.ts';
import { findFiles } from '../../src/machine/sessions/find-files.ts';
import type { SessionFile } from '../../src/machine/sessions/store.ts';
import { tempFolder } from '../archive/temp-archive.ts';
import { fixtureHomes } from './fixture-homes.ts';

const createTools = (): FoldTools => ({
  usage: createUsageRecorder(),
  titles: () => undefined,
  files: async () => [],
});

function requestsOf(usage: Uint8Array | undefined): unknown[] {
  const rows: unknown[] = [];
  countedRows(usage ? [usage] : [], (row) => rows.push(row));
  return rows;
}

/** The first bytes of a file, as they were sent. */
function beginning(file: SessionFile, bytes: Uint8Array, size: number): SessionFile {
  const { agent, path, home = '', cwd, modified } = file;
  const sent = { id: path, agent: agent?.name ?? '', home, path, project: cwd, size, arrivedAt: modified };
  return sourceFile(sent, async function* () {
    yield bytes.subarray(0, size);
  });
}

async function foldWhole(file: SessionFile) {
  const fold = await openFold(file, createTools());
  const blocks: FoldedBlock[] = [];
  for await (const made of fold.blocks()) blocks.push(...made);
  const { head, usage } = fold.end();
  return { blocks, requests: requestsOf(usage), status: head.status };
}

/** Gives, at each line that some agent wrote, what a fold that goes on tells, and what one of all bytes up to there does. */
async function* looks(file: SessionFile) {
  const stored = readFileSync(file.path);
  const bytes = file.compressed ? zstdDecompressSync(stored) : stored;
  const growing = await openGrowingFold(beginning(file, bytes, bytes.length), createTools());
  const settled: FoldedBlock[] = [];
  let start = 0;
  for (let end = bytes.indexOf(10) + 1; growing && end > 0; end = bytes.indexOf(10, end) + 1) {
    growing.push(bytes.subarray(start, end));
    start = end;
    if (!growing.isLines) continue;
    const now = beginning(file, bytes, end);
    const look = growing.look(now);
    settled.push(...look.settled);
    const { usage, head } = look;
    const grown = { blocks: [...settled, ...look.open], requests: requestsOf(usage), status: head.status };
    yield { grown, whole: await foldWhole(now) };
  }
}

const filesOf = (...agents: string[]) =>
  fixtureHomes(tempFolder('home'))
    .flatMap((home) => findFiles({ homes: [home] }))
    .filter(({ agent }) => agents.includes(agent?.name ?? ''));

describe('a fold that goes on', () => {
  it('tells at every line what a fold of all bytes up to there does, for Claude Code and Gemini CLI', async () => {
    let count = 0;
    for (const file of filesOf('claude', 'gemini')) {
      for await (const { grown, whole } of looks(file)) {
        expect(grown.blocks, file.path).toEqual(whole.blocks);
        expect(grown.requests, file.path).toEqual(whole.requests);
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(1500);
  }, 60_000);

  it("leaves out what Codex's reader holds back, and tells nothing that the whole does not", async () => {
    let [count, same] = [0, 0];
    for (const file of filesOf('codex')) {
      for await (const { grown, whole } of looks(file)) {
        const there = new Set(whole.blocks.map(({ message, kind }) => `${message} ${kind}`));
        expect(grown.blocks.filter(({ message, kind }) => !there.has(`${message} ${kind}`))).toEqual([]);
        expect(grown.requests, file.path).toEqual(whole.requests);
        count += 1;
        if (grown.blocks.length === whole.blocks.length) same += 1;
      }
    }
    expect(count).toBeGreaterThan(1000);
    expect(same / count).toBeGreaterThan(0.8);
  }, 60_000);
});
