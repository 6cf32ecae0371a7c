import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Archive } from '../../src/archive/index.ts';
import { archiveLimits } from '../../src/limits/archive.ts';
import { claudeSession, codexHead, codexId, codexTurn, madeHome } from './made-home.ts';
import { tempArchive, tempFolder } from './temp-archive.ts';

const SECRET = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';

/** More bytes than one thread takes: some sessions, one too large to be held whole, one with a secret, a broken one. */
function largeHome() {
  const home = madeHome(tempFolder('home'));
  const long = 'the same words again, '.repeat(4000);
  const turns = (count: number) =>
    Array.from({ length: count }, (_, turn) => codexTurn(turn, { ask: `ask ${turn}`, result: long, answer: 'Done.' }));
  for (let number = 1; number < 20; number += 1) home.write(number, codexHead(codexId(number)) + turns(2).join(''));
  home.write(20, codexHead(codexId(20)) + turns(90).join(''));
  home.write(21, codexHead(codexId(21)) + codexTurn(1, { ask: `key ${SECRET}`, result: SECRET, answer: 'No.' }));
  home.write(
    22,
    codexHead(codexId(22), { cwd: '/secret/place' }) + codexTurn(1, { ask: 'hidden', result: '', answer: '' }),
  );
  home.write(23, '{"broken');
  claudeSession(home.path, '5e5510e5-0000-4000-8000-000000000001', ['A question', 'An answer']);
  return home;
}

async function told(archive: Archive) {
  const { rows } = await archive.listSessions({ subagents: true }, { limit: 100 });
  const sessions = [];
  for (const row of rows) {
    sessions.push({ row, blocks: await archive.readBlocks(row.key, { from: 0, count: row.blocks }) });
  }
  const others = await archive.redacted().search({ text: 'key', mode: 'words' }, { limit: 9 });
  const usage = await archive.usage({ by: 'agent' });
  return { sessions, usage, others: others.hits, faults: await archive.verify() };
}

describe('folding beside the thread that writes', () => {
  it('gives the same archive as one thread', { timeout: 60_000 }, async () => {
    const home = largeHome();
    const homes = [home.path];
    const problems: string[][] = [[], []];
    const seen: (number | undefined)[] = [];
    const [one, two] = await Promise.all([
      tempArchive({ homes, onProblem: ({ path }) => problems[0]?.push(path) }),
      tempArchive({
        homes,
        sameThread: false,
        fewInSameThread: true,
        onProblem: ({ path }) => problems[1]?.push(path),
        onProgress: ({ searchable }) => seen.push(searchable),
      }),
    ]);
    for (const archive of [one, two]) await archive.excludeProject('/secret/place');
    const reports = [await one.refresh(), await two.refresh()];
    expect(reports[0]?.bytesTotal).toBeGreaterThan(archiveLimits.minFoldThreadBytes);
    expect(reports[1]).toEqual(reports[0]);
    expect(problems[1]).toEqual(problems[0]);
    const [alone, beside] = [await told(one), await told(two)];
    expect(beside).toEqual(alone);
    expect(alone.faults).toEqual([]);
    expect(JSON.stringify(alone.others)).not.toContain(SECRET);
    expect(alone.sessions.some(({ row }) => row.project === '/secret/place')).toBe(false);
    expect(Math.max(...seen.map((count) => count ?? 0))).toBe(alone.sessions.length);
  });

  it('takes in what is added later, and notices what is gone', { timeout: 60_000 }, async () => {
    const home = largeHome();
    const path = join(
      home.path,
      'sessions/2026/01/01/rollout-2026-01-01T00-00-00-00000000-0000-7000-8000-000000000099.jsonl',
    );
    const archive = await tempArchive({ homes: [home.path], sameThread: false });
    const first = await archive.refresh();
    expect(first.files).toBe(first.filesTotal);
    writeFileSync(path, codexHead(codexId(99)) + codexTurn(1, { ask: 'new', result: '', answer: '' }));
    expect(await archive.refresh()).toMatchObject({ filesTotal: 1, files: 1 });
    rmSync(path);
    expect(await archive.refresh()).toMatchObject({ gone: 1 });
  });

  it('stops when it is told to, and goes on the next time', { timeout: 60_000 }, async () => {
    const home = largeHome();
    const folder = tempFolder();
    const stop = new AbortController();
    const onProgress = ({ blocks }: { blocks: number }) => blocks > 0 && stop.abort();
    const stopped = await tempArchive({
      folder,
      homes: [home.path],
      sameThread: false,
      signal: stop.signal,
      onProgress,
    });
    expect((await stopped.refresh()).unfinished).toBe('stopped');
    await stopped.close();
    const archive = await tempArchive({ folder, homes: [home.path], sameThread: false });
    const { unfinished } = await archive.refresh();
    expect(unfinished).toBeUndefined();
    expect(await archive.verify()).toEqual([]);
  });
});
