import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  arrangeSessions,
  countTurns,
  listSessions,
  loadSession,
  openSession,
  resolveSession,
  resumePoint,
} from 'threadline/sessions';
import { describe, expect, it } from 'vitest';
import { rolloutPath, smallSession, tempHome, threadId } from './temp-home.ts';

/** Four sessions, the first the newest: two of the person's own, one that the first one's agent started, one archived. */
function filledHome() {
  const home = tempHome();
  const paths = [
    home.write(rolloutPath(1), smallSession(1, { cwd: '/a' })),
    home.write(rolloutPath(2), smallSession(2, { source: 'subagent', parent_thread_id: threadId(1) })),
    home.write(rolloutPath(3), smallSession(3, { cwd: '/b' })),
    home.write(`archived_sessions/rollout-2026-11-15T07-08-38-${threadId(4)}.jsonl`, smallSession(4)),
  ];
  for (const [index, path] of paths.entries()) utimesSync(path, 2000 - index, 2000 - index);
  return { ...home, options: { homes: [home.path] } };
}

describe('which session a person means', () => {
  it('is a path where the text holds a slash or a known ending, whether or not it is there', async () => {
    for (const path of ['./x', 'a/b', '/a/b', 'run.jsonl', 'RUN.JSON', 'x.jsonl.zst']) {
      expect(await resolveSession(path), path).toEqual({ kind: 'file', path });
    }
  });

  it('is standard input for -', async () => {
    expect(await resolveSession('-')).toEqual({ kind: 'stdin' });
  });

  it('is the one last written to for last, of the working folder if that has one', async () => {
    const { options } = filledHome();
    const last = async (more = {}) => {
      const found = await resolveSession('last', { ...options, ...more });
      return found.kind === 'session' ? found.info.id : found.kind;
    };
    expect(await last()).toBe(threadId(1));
    expect(await last({ cwd: '/b' })).toBe(threadId(3));
    expect(await last({ cwd: '/nowhere' })).toBe(threadId(1));
  });

  it('is that of the list for a number, and every row of the list has one', async () => {
    const { options } = filledHome();
    const listed = arrangeSessions(await listSessions(options));
    expect(listed.map(({ number, info }) => [number, info.id])).toEqual([
      ['1', threadId(1)],
      ['1.1', threadId(2)],
      ['2', threadId(3)],
      ['3', threadId(4)],
    ]);
    expect(listed.map(({ isExtra }) => isExtra)).toEqual([false, true, false, true]);
    for (const { number, info } of listed) {
      expect(await resolveSession(number, options), number).toEqual({ kind: 'session', info });
    }
    for (const number of ['0', '4', '1.2', '99999']) {
      await expect(resolveSession(number, options)).rejects.toMatchObject({
        code: 'not-found',
        message: `there is no session ${number}; see 'threadline sessions'`,
      });
    }
  });

  it('is known by its id, with the name of its agent too, or by six characters that begin one alone', async () => {
    const { options, write } = filledHome();
    const other = '9f8e7d6c-0000-4000-8000-000000000000';
    write(`sessions/rollout-nameless.jsonl`, smallSession(9).replaceAll(threadId(9), other));
    for (const text of [
      other,
      other.toUpperCase(),
      `urn:uuid:${other}`,
      `codex:${other}`,
      '9f8e7d',
      'codex:9f8e7d6c',
    ]) {
      expect(await resolveSession(text, options), text).toMatchObject({ kind: 'session', info: { id: other } });
    }
    expect(await resolveSession(threadId(3), options)).toMatchObject({ info: { id: threadId(3), agent: 'codex' } });
    expect(await resolveSession('codex:last', options)).toMatchObject({ kind: 'session' });
    await expect(resolveSession('9f8e7', options)).rejects.toMatchObject({ code: 'not-found' });
    await expect(resolveSession('01a1de09', options)).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringMatching(/^several sessions begin with 01a1de09: 01a1de09-.*, 01a1de09-/),
    });
  });

  it('is told apart by paths where two homes hold the same id', async () => {
    const [one, two] = [filledHome(), filledHome()];
    const homes = [one.path, two.path];
    await expect(resolveSession(threadId(1), { homes })).rejects.toMatchObject({
      message: expect.stringMatching(new RegExp(`^several sessions have the id .*: .*${two.path}/`)),
    });
  });

  it('is a file without a slash only if nothing else fits', async () => {
    const { options, path } = filledHome();
    const before = process.cwd();
    process.chdir(path);
    try {
      writeFileSync(join(path, '1'), '');
      writeFileSync(join(path, 'recording'), '');
      expect(await resolveSession('1', options)).toMatchObject({ kind: 'session' });
      expect(await resolveSession('recording', options)).toEqual({ kind: 'file', path: 'recording' });
    } finally {
      process.chdir(before);
    }
  });

  it('is told in one short sentence where there is none, whatever was typed', async () => {
    const { options } = filledHome();
    for (const text of ['', ' ', 'nosuch', 'x'.repeat(300), '\u001b]0;title\u0007', '__proto__', 'codex:', ':', '*']) {
      const error = await resolveSession(text, options).catch((thrown) => thrown);
      expect(error, text).toMatchObject({ code: 'not-found' });
      expect(error.message.length).toBeLessThan(200);
    }
    await expect(resolveSession('last', { homes: [tempHome().path] })).rejects.toMatchObject({
      code: 'not-found',
      message: 'there is no session yet',
    });
  });
});

describe('an id in the library', () => {
  it('is never taken for a path, and may name its agent', async () => {
    const home = tempHome();
    const path = home.write(rolloutPath(1), smallSession(1));
    const options = { homes: [home.path] };
    expect((await openSession(`codex:${threadId(1)}`, options)).info.path).toBe(path);
    await expect(openSession(`other:${threadId(1)}`, options)).rejects.toMatchObject({ code: 'not-found' });
  });

  it.each([
    ['of a session', ''],
    ['of another file', '/etc/passwd'],
    ['below the working folder', 'rollout.jsonl'],
    ['of a compressed file', './a b.JSONL.zst'],
    ['of a folder', 'nowhere/'],
    ['that is long', `${'x'.repeat(1e5)}.json`],
  ])('a bare path is a mistake of the caller, who is told of {path}, and nothing is opened: %s', async (_, given) => {
    const home = tempHome();
    const path = given || home.write(rolloutPath(1), smallSession(1));
    const options = { homes: [home.path] };
    for (const call of [openSession, loadSession, countTurns, resumePoint]) {
      const error = await call(path, options).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(TypeError);
      expect(String(error)).toMatch(/no session has the id .*; a file is named by \{path: "/);
      expect(String(error).length).toBeLessThan(400);
    }
  });

  it('that is not there is no mistake, unless it looks like a path', async () => {
    const options = { homes: [tempHome().path] };
    expect(await loadSession('01a1de09-5e47-7183-af03-5d003dbe14b4', options)).toEqual([]);
    await expect(openSession('nowhere', options)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('of an agent that nobody knows is a mistake of the caller', async () => {
    await expect(listSessions({ agent: 'nobody' })).rejects.toThrow(/^there is no agent 'nobody', only codex, /);
  });
});
