import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Archive } from 'threadline/archive';
import { findUsageFiles, scanUsage, type UsageRow } from 'threadline/usage';
import { describe, expect, it } from 'vitest';
import {
  claudeSession,
  codexHead,
  codexId,
  codexTurn,
  createRandom,
  geminiChat,
  madeHome,
  randomText,
} from './made-home.ts';
import { tempArchive, tempFolder } from './temp-archive.ts';

const SEQUENCES = Number(process.env.THREADLINE_SEQUENCES ?? 2);
const LONGEST_MS = 60_000 + SEQUENCES * 10_000;

/** All that an archive holds, without what depends on when it was made. */
async function contents(archive: Archive) {
  const { rows } = await archive.listSessions({ subagents: true }, { limit: 1000 });
  const sessions = [];
  for (const { goneAt: _, ...row } of rows) {
    sessions.push({ ...row, blocks: await archive.readBlocks(row.key, { from: 0, count: 10_000 }) });
  }
  return sessions.sort((one, other) => (one.key.threadId < other.key.threadId ? -1 : 1));
}

const turn = (number: number, text = `text ${number}`) =>
  codexTurn(number, { ask: text, result: text, answer: `answer ${number}` });

describe('refresh', () => {
  it('takes in the sessions of all agents, and nothing a second time', async () => {
    const home = madeHome(tempFolder('home'));
    home.write(1, codexHead(codexId(1)) + turn(1));
    claudeSession(home.path, '11111111-2222-4333-8444-555555555555', ['What is this?', 'A session']);
    geminiChat(home.path, '22222222-2222-4333-8444-555555555555', ['Hello', 'Hi']);
    const archive = await tempArchive({ homes: [home.path] });
    expect(await archive.refresh()).toMatchObject({ files: 3, filesTotal: 3, found: 3, problems: 0 });
    expect(await archive.refresh()).toMatchObject({ files: 0, blocks: 0, found: 3 });
    expect(await contents(archive)).toMatchObject([
      {
        key: { agent: 'codex', threadId: codexId(1) },
        project: '/project',
        model: 'gpt-5.5',
        firstPrompt: 'text 1',
        status: 'done',
        turns: 1,
        tools: 1,
        blocks: [
          { role: 'user', text: 'text 1' },
          { kind: 'tool_use', tool: 'Bash', input: { command: "grep -rn '1' src" } },
          { kind: 'tool_result', error: false },
          { role: 'assistant', text: 'answer 1' },
        ],
      },
      {
        key: { agent: 'claude' },
        project: '/project/claude',
        branch: 'main',
        blocks: [{ text: 'What is this?' }, { text: 'A session' }],
      },
      { key: { agent: 'gemini' }, blocks: [{ text: 'Hello' }, { text: 'Hi' }] },
    ]);
  });

  it('writes only what an append added', async () => {
    const home = madeHome(tempFolder('home'));
    home.write(1, codexHead(codexId(1)) + turn(1) + turn(2));
    const archive = await tempArchive({ homes: [home.path] });
    await archive.refresh();
    home.append(1, turn(3));
    expect(await archive.refresh()).toMatchObject({ files: 1, blocks: 4 });
    // A line that is not complete yet.
    const line = turn(4);
    home.append(1, line.slice(0, 100));
    expect(await archive.refresh()).toMatchObject({ files: 1, blocks: 0 });
    home.append(1, line.slice(100));
    expect(await archive.refresh()).toMatchObject({ blocks: 4 });
  });

  it('keeps what an agent deleted, moves with a file that moved, and takes it back when it returns', async () => {
    const home = madeHome(tempFolder('home'));
    const text = codexHead(codexId(1)) + turn(1, 'only copy');
    home.write(1, text);
    const archive = await tempArchive({ homes: [home.path] });
    await archive.refresh();
    const find = async () =>
      (await archive.search({ text: 'only copy', mode: 'exact' }, { limit: 9 })).hits.map(({ gone }) => gone);
    const moved = join(home.path, 'archived_sessions', home.file(1).split('/').at(-1) ?? '');
    mkdirSync(dirname(moved));
    renameSync(home.file(1), moved);
    expect(await archive.refresh()).toMatchObject({ gone: 0 });
    expect(await archive.getSession({ agent: 'codex', threadId: codexId(1) })).toMatchObject({
      path: moved,
      archived: true,
      gone: false,
    });
    expect(await find()).toEqual([false, false]);
    rmSync(moved);
    expect(await archive.refresh()).toMatchObject({ gone: 1 });
    expect(await find()).toEqual([true, true]);
    expect(await archive.listSessions({ gone: true }, { limit: 9 })).toMatchObject({ rows: [{ gone: true }] });
    home.write(1, text);
    await archive.refresh();
    expect(await find()).toEqual([false, false]);
    expect((await archive.state()).sources).toEqual({ live: 1 });
  });

  it('takes over a name that a session got while its file stayed as it was', async () => {
    const home = madeHome(tempFolder('home'));
    for (const number of [1, 2]) home.write(number, codexHead(codexId(number)) + turn(number));
    const archive = await tempArchive({ homes: [home.path] });
    await archive.refresh();
    const titleOf = async (number: number) =>
      (await archive.getSession({ agent: 'codex', threadId: codexId(number) }))?.title;
    const titles = () => Promise.all([1, 2].map(titleOf));
    expect(await titles()).toEqual([undefined, undefined]);
    const name = (title: string) =>
      writeFileSync(
        join(home.path, 'session_index.jsonl'),
        `${JSON.stringify({ id: codexId(1), thread_name: title, updated_at: '2026-01-01T00:00:00Z' })}\n`,
      );
    for (const title of ['one name', 'another name']) {
      name(title);
      expect(await archive.refresh()).toMatchObject({ files: 0 });
      expect(await titles()).toEqual([title, undefined]);
    }
    home.remove(1);
    name('a name after its end');
    await archive.refresh();
    expect(await archive.getSession({ agent: 'codex', threadId: codexId(1) })).toMatchObject({
      gone: true,
      title: 'a name after its end',
    });
  });

  it('does not take a home that cannot be looked at for one that is empty', async () => {
    const home = madeHome(tempFolder('home'));
    home.write(1, codexHead(codexId(1)) + turn(1));
    const archive = await tempArchive({ homes: [home.path] });
    await archive.refresh();
    renameSync(home.path, `${home.path}-away`);
    expect(await archive.refresh()).toMatchObject({ gone: 0, found: 0 });
    expect(await archive.state()).toMatchObject({ gone: 0, sessions: 1 });
  });

  it('leaves a session alone whose file now holds another thread', async () => {
    const home = madeHome(tempFolder('home'));
    home.write(1, codexHead(codexId(1)) + turn(1, 'the first'));
    const archive = await tempArchive({ homes: [home.path] });
    await archive.refresh();
    home.write(1, codexHead(codexId(99)) + turn(1, 'the second'));
    await archive.refresh();
    expect((await contents(archive)).map(({ key, gone }) => [key.threadId, gone])).toEqual([
      [codexId(1), true],
      [codexId(99), false],
    ]);
  });

  it('takes the newer one of two files of a thread, and the other when that is gone', async () => {
    const home = tempFolder('home');
    const id = '11111111-2222-4333-8444-555555555555';
    const newer = claudeSession(home, id, ['a', 'b', 'c', 'newer']);
    const other = join(home, 'projects', '-elsewhere', `${id}.jsonl`);
    mkdirSync(dirname(other));
    renameSync(newer, other);
    utimesSync(other, 2e9, 2e9);
    claudeSession(home, id, ['a', 'b']);
    const archive = await tempArchive({ homes: [home] });
    await archive.refresh();
    const blocks = async () => (await contents(archive)).map((session) => [session.blocks.length, session.gone]);
    expect(await blocks()).toEqual([[4, false]]);
    rmSync(other);
    await archive.refresh();
    await archive.refresh();
    expect(await blocks()).toEqual([[2, false]]);
  });

  it.each([
    ['the first one first', [0], [1]],
    ['the last one first', [1], [0]],
    ['both at once', [0, 1], []],
  ])('takes the one whose path is the last of two files of one thread and one time: %s', async (_, first, second) => {
    const home = tempFolder('home');
    const id = '11111111-2222-4333-8444-555555555555';
    const text = readFileSync(claudeSession(tempFolder('made'), id, ['a', 'b']));
    const paths = ['-a', '-b'].map((name) => join(home, 'projects', name, `${id}.jsonl`));
    const archive = await tempArchive({ homes: [home] });
    for (const part of [first, second]) {
      for (const index of part) {
        const path = paths[index] ?? '';
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text);
        utimesSync(path, 1e9, 1e9);
      }
      await archive.refresh();
    }
    expect(await archive.getSession({ agent: 'claude', threadId: id })).toMatchObject({ path: paths[1] });
  });

  it('follows the agent who says which file of a thread holds, whatever their times are', async () => {
    const home = madeHome(tempFolder('home'));
    const text = codexHead(codexId(1)) + turn(1);
    home.write(1, text + turn(2));
    const archived = join(home.path, 'archived_sessions', home.file(1).split('/').at(-1) ?? '');
    mkdirSync(dirname(archived));
    renameSync(home.file(1), archived);
    const archive = await tempArchive({ homes: [home.path] });
    await archive.refresh();
    writeFileSync(home.file(1), text);
    utimesSync(home.file(1), 1e9, 1e9);
    await archive.refresh();
    const turns = async () => (await contents(archive)).map((session) => [session.turns, session.gone]);
    expect(await turns()).toEqual([[1, false]]);
    rmSync(home.file(1));
    await archive.refresh();
    expect(await turns()).toEqual([[2, false]]);
  });

  it.runIf(process.platform !== 'win32')(
    'tells of what is no file and goes on: pipes, loops, links out of the home',
    async () => {
      const home = madeHome(tempFolder('home'));
      home.write(1, codexHead(codexId(1)) + turn(1));
      execFileSync('mkfifo', [home.file(2)]);
      symlinkSync(home.file(4), home.file(3));
      symlinkSync(home.file(3), home.file(4));
      symlinkSync('/etc/hostname', home.file(5));
      mkdirSync(home.file(6));
      writeFileSync(home.file(7), '');
      writeFileSync(home.file(8), 'no session at all\n');
      writeFileSync(home.file(9), '');
      truncateSync(home.file(9), 8 * 1024 * 1024);
      const problems: string[] = [];
      const archive = await tempArchive({ homes: [home.path], onProblem: ({ path }) => problems.push(path) });
      await archive.refresh();
      expect(problems).toEqual(expect.arrayContaining([2, 3, 4, 5].map(home.file)));
      expect(await archive.getSession({ agent: 'codex', threadId: codexId(1) })).toMatchObject({ blocks: 4 });
      expect(await archive.verify()).toEqual([]);
    },
  );

  it('takes any time for a time: before 1970, beyond what a Date holds, going backwards', async () => {
    const home = madeHome(tempFolder('home'));
    const times = ['1969-12-31T23:59:59.000Z', '+275760-09-13T00:00:00.000Z', '2026-01-01T00:00:00.000Z', 'never'];
    const lines = times.map((timestamp, index) =>
      turn(index, `at ${timestamp}`).replaceAll(/"timestamp":"[^"]*"/g, `"timestamp":"${timestamp}"`),
    );
    home.write(1, codexHead(codexId(1)) + lines.join(''));
    utimesSync(home.file(1), -5, -5);
    const archive = await tempArchive({ homes: [home.path] });
    await archive.refresh();
    for (const time of times) {
      const { hits } = await archive.search({ text: `at ${time}`, mode: 'exact' }, { limit: 9 });
      expect(hits.length, time).toBeGreaterThan(0);
    }
    expect(await archive.refresh()).toMatchObject({ files: 0 });
  });

  it('keeps the beginning and the end of a long result, and says what it left out', async () => {
    const home = madeHome(tempFolder('home'));
    const result = `${'first '.repeat(30_000)}é${'last '.repeat(40_000)}`;
    home.write(1, codexHead(codexId(1)) + codexTurn(1, { ask: 'a', result, answer: 'b' }));
    const archive = await tempArchive({ homes: [home.path] });
    await archive.refresh();
    const [, , block] = await archive.readBlocks({ agent: 'codex', threadId: codexId(1) }, { from: 0, count: 9 });
    expect(block?.text.length).toBeLessThan(140_000);
    expect(block?.text).toMatch(/^first first/);
    expect(block?.text.trimEnd()).toMatch(/last last$/);
    expect(block?.omitted).toBeGreaterThan(200_000);
  });

  it(
    'gives the same as a fresh archive after anything that can happen to files, plus what is gone',
    async () => {
      for (let seed = 1; seed <= SEQUENCES; seed += 1) {
        const random = createRandom(seed * 31);
        const home = madeHome(tempFolder('home'));
        const archive = await tempArchive({ homes: [home.path] });
        const texts = new Map<number, string>();
        const gone = new Set<number>();
        for (let step = 0; step < 30; step += 1) {
          const number = Math.floor(random() * 4);
          const text = texts.get(number);
          const what = Math.floor(random() * 6);
          if (text === undefined || what === 0) {
            texts.set(number, codexHead(codexId(number)) + turn(step, randomText(random)));
            home.write(number, texts.get(number) ?? '');
            gone.delete(number);
          } else if (what === 1) {
            const lines = text.split('\n');
            const cut = `${lines.slice(0, Math.max(1, Math.floor(lines.length / 2))).join('\n')}\n`;
            texts.set(number, cut);
            home.write(number, cut);
          } else if (what === 2) home.pack(number, text);
          else if (what === 3) {
            await archive.refresh();
            home.remove(number);
            texts.delete(number);
            gone.add(number);
          } else {
            texts.set(number, text + turn(step, randomText(random)));
            home.write(number, texts.get(number) ?? '');
          }
          if (random() < 0.4) await archive.refresh();
        }
        await archive.refresh();
        const fresh = await tempArchive({ homes: [home.path] });
        await fresh.refresh();
        const all = await contents(archive);
        expect(
          all.filter((session) => !session.gone),
          `seed ${seed}`,
        ).toEqual(await contents(fresh));
        expect(all.filter((session) => session.gone).map(({ key }) => key.threadId)).toEqual(
          [...gone].sort().map(codexId),
        );
        expect(await archive.verify()).toEqual([]);
      }
    },
    LONGEST_MS,
  );

  it('counts what was used as `threadline usage` does, also of forks and copies', async () => {
    const home = madeHome(tempFolder('home'));
    const first = codexHead(codexId(1)) + turn(1) + turn(2);
    home.write(1, first);
    home.write(2, codexHead(codexId(2), { forked_from_id: codexId(1) }) + first + turn(3));
    claudeSession(home.path, '11111111-2222-4333-8444-555555555555', ['a', 'b', 'c', 'd']);
    claudeSession(home.path, '11111111-2222-4333-8444-666666666666', ['a', 'b'], {
      sessionId: '11111111-2222-4333-8444-555555555555',
    });
    geminiChat(home.path, '22222222-2222-4333-8444-555555555555', ['Hello', 'Hi']);
    const archive = await tempArchive({ homes: [home.path] });
    await archive.refresh();
    const scanned: UsageRow[] = [];
    for await (const row of scanUsage(findUsageFiles({ homes: [home.path] }))) scanned.push(row);
    const { rows } = await archive.usageRows({}, { limit: 1000 });
    const inOrder = (all: UsageRow[]) => all.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort();
    expect(inOrder(rows)).toEqual(inOrder(scanned));
    expect(rows.length).toBeGreaterThan(4);
    const [codex] = (await archive.usage({ by: 'agent' })).filter(({ key }) => key === 'codex');
    expect(codex?.requests).toBe(scanned.filter(({ agent }) => agent === 'codex').length);
  });

  it('stops when it is told to, keeps what it has, and goes on the next time', async () => {
    const home = madeHome(tempFolder('home'));
    for (let number = 0; number < 5; number += 1) home.write(number, codexHead(codexId(number)) + turn(1));
    const stop = new AbortController();
    const folder = tempFolder();
    stop.abort();
    const stopped = await tempArchive({ folder, homes: [home.path], signal: stop.signal });
    expect(await stopped.refresh()).toMatchObject({ unfinished: 'stopped', files: 0, filesTotal: 5 });
    const archive = await tempArchive({ folder, homes: [home.path] });
    expect(await archive.refresh()).toMatchObject({ files: 5 });
    chmodSync(folder, 0o700);
  });

  it('does the same in a thread of its own', async () => {
    const home = madeHome(tempFolder('home'));
    home.write(1, codexHead(codexId(1)) + turn(1));
    const seen: number[] = [];
    const archive = await tempArchive({
      homes: [home.path],
      sameThread: false,
      onProgress: ({ files }) => seen.push(files),
    });
    expect(await archive.refresh()).toMatchObject({ files: 1, blocks: 4 });
    expect(seen.at(-1)).toBe(1);
    expect((await contents(archive))[0]?.blocks).toHaveLength(4);
  });
});
