import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FileOp } from '../../src/core/replay/file-op.ts';
import { sessionChanges } from '../../src/machine/provenance/session-changes.ts';
import { madeRepository } from './made-repository.ts';

const old = Array.from({ length: 12 }, (_, at) => `line ${at}\n`).join('');

/** A session that changes two files, and a sub-agent of it that goes on with one of them and writes a third. */
function made() {
  const repository = madeRepository();
  const id = repository.session('one', [
    { path: 'a.txt', replace: ['line 5\n', 'line five\nand more\n'], before: old },
    { path: 'b.txt', write: 'x\ny\n' },
    { run: 'cat b.txt' },
  ]);
  const project = join(repository.home.path, 'projects', '-p');
  const base = { sessionId: id, agentId: 'abc', isSidechain: true, cwd: '/elsewhere/repo', version: '2.1.75' };
  const call = (number: number, path: string, content: string, before: string | null) => {
    const file = { file_path: `/elsewhere/repo/${path}`, content };
    const timestamp = `2026-05-02T10:0${number}:00.000Z`;
    const use = { type: 'tool_use', id: `toolu_agent_${number}`, name: 'Write', input: file };
    const result = { type: 'tool_result', tool_use_id: `toolu_agent_${number}`, content: 'ok' };
    const usage = { input_tokens: 1, output_tokens: 1 };
    const message = { id: `m${number}`, type: 'message', role: 'assistant', model: 'm', content: [use], usage };
    return [
      { ...base, type: 'assistant', uuid: `a${number}`, timestamp, message },
      {
        ...base,
        type: 'user',
        uuid: `u${number}`,
        timestamp,
        message: { role: 'user', content: [result] },
        toolUseResult: { type: before === null ? 'create' : 'update', ...file, originalFile: before },
      },
    ];
  };
  const asked = { ...base, type: 'user', uuid: 'u0', timestamp: '2026-05-02T10:00:00.000Z' };
  const records = [
    { ...asked, message: { role: 'user', content: 'Go on.' } },
    ...call(1, 'b.txt', 'x\ny\nz\n', 'x\ny\n'),
    ...call(2, 'c.txt', 'new\n', null),
  ];
  mkdirSync(join(project, id, 'subagents'), { recursive: true });
  const agent = join(project, id, 'subagents', 'agent-abc.jsonl');
  writeFileSync(agent, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const env = { THREADLINE_HOME: join(repository.home.path, 'kept') };
  const ask = async (...args: string[]) => (await repository.run(args, { env })).stdout;
  const askJson = async (...args: string[]) => JSON.parse(await ask(...args, '--json'));
  const listed = async () => {
    const { sessions } = await askJson('sessions');
    return sessions.find((session: { id: string }) => session.id === id)?.changes;
  };
  return { ...repository, id, project, agent, ask, askJson, listed };
}

describe('how much a session changed', () => {
  it('is told alike by changes, show and the list, sub-agents included', async () => {
    const { id, ask, askJson, listed } = made();
    const { files } = await askJson('changes', id);
    const sum = files.reduce(
      (all: { added: number; removed: number }, file: { added: number; removed: number }) => ({
        added: all.added + file.added,
        removed: all.removed + file.removed,
      }),
      { added: 0, removed: 0 },
    );
    expect({ ...sum, files: files.length }).toEqual({ added: 6, removed: 1, files: 3 });
    expect((await askJson('show', id)).session.changes).toEqual({ ...sum, files: 3 });
    // Nobody counted it yet, and a list replays nothing.
    expect(await listed()).toBeNull();
    await ask('search', 'line');
    expect(await listed()).toEqual({ ...sum, files: 3 });
    for (const text of [await ask('changes', id), await ask('show', id), await ask('sessions')])
      expect(text).toContain('+6 −1 in 3 files');
  });

  it('is not told by the list of a session that it or its agents wrote to since', async () => {
    const { id, agent, project, ask, listed } = made();
    await ask('search', 'line');
    appendFileSync(agent, `${JSON.stringify({ type: 'summary', summary: 'x', leafUuid: 'u0' })}\n`);
    expect(await listed()).toBeNull();
    await ask('search', 'line');
    expect(await listed()).toMatchObject({ files: 3 });
    appendFileSync(
      join(project, `${id}.jsonl`),
      `${JSON.stringify({ type: 'summary', summary: 'x', leafUuid: 'u' })}\n`,
    );
    expect(await listed()).toBeNull();
  });

  it('is told of a session whose file is gone', async () => {
    const { id, project, ask, askJson, listed } = made();
    await ask('search', 'line');
    rmSync(project, { recursive: true });
    expect(await listed()).toEqual({ added: 6, removed: 1, files: 3 });
    expect((await askJson('show', id)).session.changes).toEqual({ added: 6, removed: 1, files: 3 });
  });

  it('a summary names files by their net change and commits by their content', async () => {
    const repository = madeRepository();
    const id = repository.session('one', [
      { path: 'a.txt', write: 'first words of it\nsecond words of it\n' },
      { path: 'a.txt', replace: ['second words of it\n', 'other words of it\n'] },
      { path: 'gone.txt', write: 'never committed words\n' },
    ]);
    const commit = repository.commit({ 'a.txt': 'first words of it\nother words of it\n', 'b.txt': 'x\n' });
    const { stdout } = await repository.run(['export', id, '--to', 'summary', '-o', '-']);
    expect(stdout).toContain('`a.txt` +2 −0');
    expect(stdout).toContain('`gone.txt` +1 −0');
    expect(stdout).toContain(`| Commits | \`${commit.slice(0, 8)}\` 2 lines |`);
  });

  it('does not count what only a look shows: no call of the session wrote it', async () => {
    const session = { agent: 'claude', id: 'one' };
    const place = { turn: 1, line: 1 };
    const ops: FileOp[] = [
      { ...place, kind: 'write', path: '/p/a', content: 'x\ny\n', before: '', at: 1, call: 'c1' },
      {
        ...place,
        kind: 'see',
        path: '/p/a',
        text: 'x\ny\nof a formatter\n',
        start: 1,
        isWhole: true,
        at: 2,
        call: 'c2',
      },
    ];
    const changesOf = (told: readonly FileOp[]) =>
      sessionChanges(
        session,
        told.map((op) => ({ session, op })),
      );
    expect((await changesOf(ops)).files).toMatchObject([{ added: 2, removed: 0, level: 'unsure' }]);
    const seen = ops.map((op) => (op.kind === 'see' ? { ...op, text: 'x\ny\n' } : op));
    expect((await changesOf(seen)).files).toMatchObject([{ added: 2, removed: 0, level: 'proven' }]);
  });
});
