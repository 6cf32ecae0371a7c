import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { findSession, lastSession, listSessions, type SessionProblem } from 'threadline/sessions';
import { describe, expect, it } from 'vitest';
import { rolloutPath, smallSession, tempHome, threadId } from './temp-home.ts';

async function list(...homes: string[]) {
  const problems: SessionProblem[] = [];
  const sessions = await listSessions({ homes, onProblem: (problem) => problems.push(problem) });
  return { sessions, problems, ids: sessions.map(({ id }) => id), codes: problems.map(({ code }) => code) };
}

/** Permissions mean nothing to root. */
async function asNobody<T>(work: () => Promise<T>): Promise<T> {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65534);
  try {
    return await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

describe('listSessions', () => {
  it('tells of a session what its name, its place and the head of its file say', async () => {
    const home = tempHome();
    const [path] = home.record('0.166.0/s2-shell');
    home.write('session_index.jsonl', '');
    const { sessions, problems } = await list(home.path);
    expect(problems).toEqual([]);
    expect(sessions).toHaveLength(1);
    expect(sessions[0]).toMatchObject({
      path,
      home: home.path,
      cwd: '/home/user/project',
      firstPrompt: 'List the files, then run the failing check.',
      model: 'gpt-5.5',
      cliVersion: '0.166.0',
      source: 'exec',
      archived: false,
      compressed: false,
      problems: [],
      size: 49009,
    });
    expect(path).toContain(sessions[0]?.id);
    expect(sessions[0]?.createdAt).toMatch(/^2026-11-15T07:/);
  });

  it.each(['0.8.0/s2-shell', '0.20.0/s2-shell', '0.34.0/s2-shell', '0.44.0/s2-shell', '0.98.0/s2-shell'])(
    'finds the prompt that was typed, not the context that the CLI put in: %s',
    async (recording) => {
      const home = tempHome();
      home.record(recording);
      const { sessions } = await list(home.path);
      expect(sessions.map(({ firstPrompt }) => firstPrompt)).toEqual(['List the files, then run the failing check.']);
    },
  );

  it('takes the last entry of the index as the title', async () => {
    const home = tempHome();
    home.write(rolloutPath(1), smallSession(1));
    const entry = (name: string) => `${JSON.stringify({ id: threadId(1), thread_name: name, updated_at: 'x' })}\n`;
    home.write('session_index.jsonl', `${entry('first')}not json\n${entry('second')}`);
    expect((await list(home.path)).sessions[0]?.title).toBe('second');
  });

  it('finds nested, flat, archived, compressed and single-document files, the last written to first', async () => {
    const home = tempHome();
    const document = {
      session: { timestamp: '2025-04-20T10:00:00.000Z', id: threadId(4), instructions: '' },
      items: [],
    };
    const paths = [
      home.write(rolloutPath(1), smallSession(1)),
      home.write(`sessions/rollout-2025-05-07-${threadId(2)}.jsonl`, smallSession(2)),
      home.write(`archived_sessions/rollout-2026-11-15T07-08-38-${threadId(3)}.jsonl`, smallSession(3)),
      home.write(`sessions/rollout-2025-04-20-${threadId(4)}.json`, JSON.stringify(document, null, 2)),
      home.write(rolloutPath(5, '.jsonl.zst'), zstdCompressSync(smallSession(5))),
    ];
    paths.forEach((path, index) => void utimesSync(path, 1000 + index, 1000 + index));
    const { sessions, ids, problems } = await list(home.path);
    expect(problems).toEqual([]);
    expect(ids).toEqual([5, 4, 3, 2, 1].map(threadId));
    expect(sessions.map(({ compressed }) => compressed)).toEqual([true, false, false, false, false]);
    expect(sessions.map(({ archived }) => archived)).toEqual([false, false, true, false, false]);
    expect(sessions[0]?.firstPrompt).toBe('Prompt 5');
    expect((await listSessions({ homes: [home.path], limit: 2 })).map(({ id }) => id)).toEqual([5, 4].map(threadId));
    expect(await listSessions({ homes: [home.path], activeOnly: true })).toHaveLength(4);
  });

  it('lists a session once when both its plain and its compressed file are there', async () => {
    const home = tempHome();
    home.write(rolloutPath(1, '.jsonl.zst'), zstdCompressSync('{"type":"half'));
    const path = home.write(rolloutPath(1), smallSession(1));
    const { sessions } = await list(home.path);
    expect(sessions.map((session) => session.path)).toEqual([path]);
  });

  it('lists a reverted thread once, by the file in which it goes on; the older one has its own id', async () => {
    const home = tempHome();
    const older = home.write(rolloutPath(1), smallSession(1));
    const newer = home.write(rolloutPath(1, `_${threadId(9)}.jsonl`), smallSession(1));
    utimesSync(older, 2000, 2000);
    utimesSync(newer, 1000, 1000);
    const { sessions } = await list(home.path);
    expect(sessions).toMatchObject([{ id: threadId(1), rolloutId: threadId(9), path: newer }]);
    expect((await findSession(threadId(9), { homes: [home.path] }))?.path).toBe(newer);
  });

  it('links a sub-agent to its parent, and a fork to what it is a copy of', async () => {
    for (const recording of ['0.90.0/s12-subagent', '0.115.0/s12-subagent', '0.166.0/s12-subagent']) {
      const home = tempHome();
      home.record(recording);
      const { sessions } = await list(home.path);
      const child = sessions.find(({ parentId }) => parentId !== undefined);
      const parent = sessions.find(({ id }) => id === child?.parentId);
      expect(parent?.source).toBe('exec');
      expect(child?.source).toBe('subagent');
    }
    const home = tempHome();
    home.record('0.166.0/s12-fork-1-fork');
    const { sessions, ids } = await list(home.path);
    const fork = sessions.find(({ forkedFromId }) => forkedFromId !== undefined);
    expect(ids).toContain(fork?.forkedFromId);
  });

  it('counts turns when asked to', async () => {
    const home = tempHome();
    home.record('0.155.0/s8-resume-1-id');
    expect((await listSessions({ homes: [home.path], turns: true })).map(({ turns }) => turns)).toEqual([2]);
  });

  it('looks in all homes, of the option or of CODEX_HOME', async () => {
    const [first, second] = [tempHome(), tempHome()];
    first.write(rolloutPath(1), smallSession(1));
    second.write(rolloutPath(2), smallSession(2));
    for (const separator of [delimiter, ',', ', ']) {
      const env = { CODEX_HOME: first.path + separator + second.path };
      expect((await listSessions({ env })).map(({ id }) => id).sort()).toEqual([threadId(1), threadId(2)]);
    }
    expect((await list(first.path, first.path)).ids).toEqual([threadId(1)]);
  });

  it('gives none and says so when the home does not exist', async () => {
    const { sessions, codes } = await list(join(tempHome().path, 'nowhere'));
    expect(sessions).toEqual([]);
    expect(codes).toEqual(['missing-home']);
  });
});

describe('a bad file never hides the others', () => {
  it('lists a file of 0 bytes, a Git LFS pointer and a headless file with a named problem', async () => {
    const home = tempHome();
    home.write(rolloutPath(1), '');
    home.write(rolloutPath(2), 'version https://git-lfs.github.com/spec/v1\noid sha256:abc\nsize 12345\n');
    home.write(rolloutPath(3), smallSession(3).split('\n').slice(1).join('\n'));
    home.write(rolloutPath(4), smallSession(4));
    home.write(rolloutPath(5, '.jsonl.zst'), zstdCompressSync(smallSession(5)).subarray(0, 20));
    const { sessions } = await list(home.path);
    const byId = new Map(sessions.map((session) => [session.id, session.problems.map(({ code }) => code)]));
    expect(byId.get(threadId(1))).toEqual(['empty-file']);
    expect(byId.get(threadId(2))).toEqual(['git-lfs-pointer']);
    expect(byId.get(threadId(3))).toEqual(['missing-session-meta']);
    expect(byId.get(threadId(4))).toEqual([]);
    expect(byId.get(threadId(5))).toEqual(['truncated-tail']);
    expect(sessions.find(({ id }) => id === threadId(3))?.firstPrompt).toBe('Prompt 3');
  });

  it('follows no link out of the home', async () => {
    const [home, outside] = [tempHome(), tempHome()];
    const secret = outside.write('secret.jsonl', smallSession(1));
    home.write(rolloutPath(2), smallSession(2));
    symlinkSync(secret, join(home.path, rolloutPath(1)));
    mkdirSync(join(outside.path, 'day'));
    symlinkSync(join(outside.path, 'day'), join(home.path, 'sessions/2027'));
    const { ids, codes } = await list(home.path);
    expect(ids).toEqual([threadId(2)]);
    expect(codes.sort()).toEqual(['outside-home', 'outside-home']);
    expect(await findSession(threadId(1), { homes: [home.path] })).toBeUndefined();
  });

  it('follows a link inside of the home, and lists what it leads to once', async () => {
    const home = tempHome();
    const target = home.write('kept/elsewhere.jsonl', smallSession(1));
    const other = home.write(rolloutPath(2), smallSession(2));
    symlinkSync(target, join(home.path, rolloutPath(1)));
    symlinkSync(other, join(home.path, rolloutPath(3)));
    const { ids, codes } = await list(home.path);
    expect(codes).toEqual([]);
    expect(ids.sort()).toEqual([threadId(1), threadId(2)]);
  });

  it('works in a home that is itself reached by a link', async () => {
    const [home, other] = [tempHome(), tempHome()];
    home.write(rolloutPath(1), smallSession(1));
    const link = join(other.path, 'codex');
    symlinkSync(home.path, link);
    const { sessions, codes } = await list(link);
    expect(codes).toEqual([]);
    expect(sessions.map(({ path }) => path)).toEqual([join(link, rolloutPath(1))]);
  });

  it.skipIf(process.platform === 'win32')('does not wait at a pipe that is named like a session', async () => {
    const home = tempHome();
    home.write(rolloutPath(1), smallSession(1));
    execFileSync('mkfifo', [join(home.path, rolloutPath(2))]);
    mkdirSync(join(home.path, rolloutPath(3)));
    symlinkSync('rollout-loop.jsonl', join(home.path, 'sessions/rollout-loop.jsonl'));
    const { ids, codes } = await list(home.path);
    expect(ids).toEqual([threadId(1)]);
    expect(codes.sort()).toEqual(['not-a-file', 'not-a-file', 'vanished']);
  });

  it.skipIf(process.platform === 'win32')('names files and folders without permission', async () => {
    const home = tempHome();
    home.write(rolloutPath(1), smallSession(1));
    chmodSync(home.write(rolloutPath(2), smallSession(2)), 0);
    home.write('sessions/2027/rollout-unseen.jsonl', smallSession(3));
    chmodSync(join(home.path, 'sessions/2027'), 0);
    chmodSync(home.path, 0o755);
    const { ids, codes } = await asNobody(() => list(home.path));
    expect(ids.sort()).toEqual([threadId(1), threadId(2)]);
    expect(codes).toEqual(['unreadable', 'unreadable']);
  });

  it('reads only the head of a file', async () => {
    const home = tempHome();
    const path = home.write(rolloutPath(1), smallSession(1));
    appendFileSync(path, Buffer.alloc(64 * 1024 * 1024, 97));
    const before = process.memoryUsage().arrayBuffers;
    const { sessions } = await list(home.path);
    expect(sessions[0]).toMatchObject({ firstPrompt: 'Prompt 1', problems: [] });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 1024 * 1024);
  });
});

describe('findSession', () => {
  it('case 39: finds a file whose name does not hold the id, and ignores urn:uuid:', async () => {
    const home = tempHome();
    const path = home.write('sessions/2026/11/15/rollout-not-containing-id.jsonl', smallSession(7));
    home.write(rolloutPath(1), smallSession(1));
    const options = { homes: [home.path] };
    for (const id of [threadId(7), `urn:uuid:${threadId(7)}`, threadId(7).toUpperCase()]) {
      expect((await findSession(id, options))?.path, id).toBe(path);
      expect((await findSession(id, options))?.id).toBe(threadId(7));
    }
  });

  it('compares ids as wholes, and makes no pattern or path of one', async () => {
    const home = tempHome();
    home.write(rolloutPath(1), smallSession(1));
    const whole = threadId(1);
    for (const id of [
      whole.slice(0, -1),
      whole.slice(1),
      '*',
      '',
      ' ',
      '**/*',
      '../..',
      `${whole}.jsonl`,
      '__proto__',
    ]) {
      expect(await findSession(id, { homes: [home.path] }), id).toBeUndefined();
    }
  });

  it('prefers the active file to an archived one of the same thread', async () => {
    const home = tempHome();
    const active = home.write(rolloutPath(1), smallSession(1));
    const archived = home.write(`archived_sessions/rollout-2026-11-15T07-08-38-${threadId(1)}.jsonl`, smallSession(1));
    utimesSync(active, 1000, 1000);
    expect((await findSession(threadId(1), { homes: [home.path] }))?.path).toBe(active);
    rmSync(active);
    expect(await findSession(threadId(1), { homes: [home.path] })).toMatchObject({ path: archived, archived: true });
  });
});

describe('lastSession', () => {
  it('is the one last written to, sub-agents aside, in the folder if one is given', async () => {
    const home = tempHome();
    const paths = [
      home.write(rolloutPath(1), smallSession(1, { cwd: '/a' })),
      home.write(rolloutPath(2), smallSession(2, { cwd: '/b' })),
      home.write(rolloutPath(3), smallSession(3, { cwd: '/b', source: { subagent: 'review' } })),
    ];
    paths.forEach((path, index) => void utimesSync(path, 1000 + index, 1000 + index));
    expect((await lastSession({ homes: [home.path] }))?.id).toBe(threadId(2));
    expect((await lastSession({ homes: [home.path], cwd: '/a' }))?.id).toBe(threadId(1));
    expect(await lastSession({ homes: [home.path], cwd: '/c' })).toBeUndefined();
  });
});
