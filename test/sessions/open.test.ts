import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import type { Outcome } from 'threadline';
import { ThreadlineError } from 'threadline';
import { countTurns, openSession } from 'threadline/sessions';
import { describe, expect, it } from 'vitest';
import { rolloutPath, smallSession, tempHome, threadId } from './temp-home.ts';

async function gather<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const value of source) all.push(value);
  return all;
}

/** Of a session by its id in a home, or of a file by its path. */
async function outcomes(idOrPath: string, home?: string): Promise<Outcome[]> {
  const session = await openSession(home === undefined ? { path: idOrPath } : idOrPath, {
    ...(home !== undefined && { homes: [home] }),
  });
  return gather(session.events());
}

function problemsOf(all: Outcome[]): string[] {
  return all.flatMap((outcome) => (outcome.ok ? outcome.problems : [outcome.error])).map(({ code }) => code);
}

function texts(all: Outcome[]): string[] {
  return all
    .flatMap((outcome) => (outcome.ok ? outcome.events : []))
    .flatMap((event) => (event.type === 'item.completed' && 'text' in event.item ? [String(event.item.text)] : []));
}

async function bytes(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  return Buffer.concat(await gather(chunks)).toString();
}

describe('openSession', () => {
  it('opens by id and by path, and gives the bytes as they are', async () => {
    const home = tempHome();
    const path = home.write(rolloutPath(1), smallSession(1));
    for (const session of [await openSession(threadId(1), { homes: [home.path] }), await openSession({ path })]) {
      expect(session.info).toMatchObject({ id: threadId(1), path, home: home.path });
      expect(await bytes(session.chunks())).toBe(smallSession(1));
      expect(await bytes(session.chunks())).toBe(smallSession(1));
    }
  });

  it('says clearly when there is no such session', async () => {
    const home = tempHome();
    await expect(openSession(threadId(1), { homes: [home.path] })).rejects.toMatchObject({
      code: 'not-found',
      message: `no session has the id ${threadId(1)}`,
    });
    await expect(openSession({ path: join(home.path, 'rollout.jsonl') })).rejects.toMatchObject({ code: 'not-found' });
    await expect(openSession('')).rejects.toBeInstanceOf(TypeError);
    home.write('folder.jsonl/x', '');
    await expect(openSession({ path: join(home.path, 'folder.jsonl') })).rejects.toMatchObject({
      code: 'is-a-directory',
    });
  });

  it('reads a compressed file like its plain one, several frames included', async () => {
    const home = tempHome();
    const plain = readFileSync(home.record('0.166.0/s2-shell')[0] ?? '');
    const half = plain.indexOf(10, plain.length / 2) - 100;
    const frames = Buffer.concat([plain.subarray(0, half), plain.subarray(half)].map((part) => zstdCompressSync(part)));
    const path = home.write(rolloutPath(1, '.jsonl.zst'), frames);
    const session = await openSession({ path });
    expect(session.info.compressed).toBe(true);
    expect(await bytes(session.chunks())).toBe(plain.toString());
    expect(await gather(session.events())).toEqual(await outcomes(home.record('0.166.0/s2-shell')[0] ?? ''));
  });

  it('gives what can be had of a truncated compressed file, and a named problem', async () => {
    const home = tempHome();
    // Random text: blocks of it are as long packed, so a cut leaves whole ones.
    const filler = Array.from({ length: 400 }, () =>
      JSON.stringify({ type: 'noise', payload: { text: randomBytes(600).toString('hex') } }),
    );
    const packed = zstdCompressSync(`${smallSession(1)}${filler.join('\n')}\n`);
    const path = home.write(rolloutPath(1, '.jsonl.zst'), packed.subarray(0, Math.floor(packed.length * 0.7)));
    const all = await outcomes(path);
    expect(texts(all)).toEqual(['Prompt 1', 'Answer 1']);
    expect(all.length).toBeGreaterThan(100);
    expect(problemsOf(all)).toEqual(['truncated-tail']);
    await expect(bytes((await openSession({ path })).chunks())).rejects.toMatchObject({ code: 'damaged' });
  });

  it('stops at a file that unpacks to far more than its size', async () => {
    const home = tempHome();
    const bomb = Buffer.concat([zstdCompressSync(smallSession(1)), zstdCompressSync(Buffer.alloc(300_000_000, 10))]);
    const path = home.write(rolloutPath(1, '.jsonl.zst'), bomb);
    const all = await outcomes(path);
    expect(texts(all)).toEqual(['Prompt 1', 'Answer 1']);
    expect(problemsOf(all)).toEqual(['too-large']);
    const chunks = (await openSession({ path })).chunks();
    await expect(bytes(chunks)).rejects.toSatisfy(
      (error) => error instanceof ThreadlineError && error.code === 'too-large',
    );
  });

  it('goes on with the other form when the agent compresses or unpacks the file', async () => {
    const home = tempHome();
    const path = home.write(rolloutPath(1), smallSession(1));
    const session = await openSession({ path });
    home.write(rolloutPath(1, '.jsonl.zst'), zstdCompressSync(smallSession(1)));
    rmSync(path);
    expect(await bytes(session.chunks())).toBe(smallSession(1));
    // For a moment neither is there.
    renameSync(`${path}.zst`, join(home.path, 'moved'));
    setTimeout(() => writeFileSync(path, smallSession(2)), 70);
    expect(await bytes(session.chunks())).toBe(smallSession(2));
    rmSync(path);
    await expect(bytes(session.chunks())).rejects.toMatchObject({ code: 'not-found' });
    renameSync(join(home.path, 'moved'), `${path}.zst`);
    expect((await openSession({ path })).info.firstPrompt).toBe('Prompt 1');
  });

  it('reads to the end of a file that is deleted meanwhile', async () => {
    const home = tempHome();
    const long = smallSession(1) + '{"type":"noise","payload":{}}\n'.repeat(50_000);
    const path = home.write(rolloutPath(1), long);
    let read = '';
    for await (const chunk of (await openSession({ path })).chunks()) {
      if (read === '') rmSync(path);
      read += Buffer.from(chunk).toString();
    }
    expect(read).toBe(long);
  });

  it('names a half-written tail, keeps CRLF files whole and reads what follows a torn line', async () => {
    const home = tempHome();
    const whole = smallSession(1);
    const torn = await outcomes(home.write(rolloutPath(1), whole.slice(0, -20)));
    expect(problemsOf(torn)).toEqual(['truncated-tail']);
    expect(texts(torn)).toEqual(['Prompt 1']);
    const crlf = await outcomes(home.write(rolloutPath(2), smallSession(2).replaceAll('\n', '\r\n')));
    expect(problemsOf(crlf)).toEqual([]);
    expect(texts(crlf)).toEqual(['Prompt 2', 'Answer 2']);
    const middle = await outcomes(home.write(rolloutPath(3), smallSession(3).replace('"Prompt 3"}}', '"Pro')));
    expect(problemsOf(middle)).toEqual(['invalid-json']);
    expect(texts(middle)).toEqual(['Answer 3']);
  });

  it('gives nothing of an empty file, compressed or not', async () => {
    const home = tempHome();
    for (const path of [home.write(rolloutPath(1), ''), home.write(rolloutPath(2, '.jsonl.zst'), '')]) {
      const session = await openSession({ path });
      expect(session.info.problems.map(({ code }) => code)).toEqual(['empty-file']);
      expect(await gather(session.events())).toEqual([]);
    }
  });

  it('reads the single document of the TypeScript era', async () => {
    const home = tempHome();
    const message = (role: string, type: string, text: string) => ({
      type: 'message',
      role,
      content: [{ type, text }],
    });
    const document = {
      session: { timestamp: '2025-04-20T10:00:00.000Z', id: threadId(1), instructions: 'Be brief.' },
      items: [message('user', 'input_text', 'Say hello.'), message('assistant', 'output_text', 'Hello.')],
    };
    const path = home.write(`sessions/rollout-2025-04-20-${threadId(1)}.json`, JSON.stringify(document, null, 2));
    const session = await openSession(threadId(1), { homes: [home.path] });
    expect(session.info).toMatchObject({
      path,
      id: threadId(1),
      firstPrompt: 'Say hello.',
      createdAt: '2025-04-20T10:00:00.000Z',
    });
    expect(texts(await gather(session.events()))).toEqual(['Say hello.', 'Hello.']);
    const broken = await outcomes(home.write('sessions/rollout-2025-04-21-broken.json', '{"session":{'));
    expect(problemsOf(broken)).toEqual(['truncated-tail']);
  });

  it('reads a file of any dialect that is named by its path', async () => {
    const home = tempHome();
    const path = home.write(
      'sessions/stdout.jsonl',
      '{"type":"thread.started","thread_id":"T"}\n{"type":"turn.started"}\n',
    );
    const events = (await outcomes(path)).flatMap((outcome) => (outcome.ok ? outcome.events : []));
    expect(events.map(({ type }) => type)).toEqual(['thread.started', 'turn.started']);
  });
});

describe('the lines of a session file', () => {
  const time = '2026-11-15T07:08:38.369Z';
  const record = (type: string, payload: object) => `${JSON.stringify({ timestamp: time, type, payload })}\n`;

  it('case 37: six records after a blank line are six good outcomes, the unknown one kept whole', async () => {
    const call = { type: 'function_call', name: 'exec_command', arguments: '{"cmd":"ls"}', call_id: 'call_1' };
    const lines = [
      record('session_meta', { id: threadId(1), timestamp: time, cwd: '/a' }),
      record('event_msg', { type: 'token_count', info: null, rate_limits: null }),
      record('response_item', { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] }),
      record('response_item', call),
      record('response_item', { type: 'function_call_output', call_id: 'call_1', output: 'ok' }),
      record('mystery', { kept: [1, { deep: true }] }),
    ];
    const all = (await outcomes(tempHome().write(rolloutPath(1), `\n${lines.join('')}`))).filter(
      (outcome) => !(outcome.ok && outcome.flush),
    );
    expect(all.map(({ ok }) => ok)).toEqual([true, true, true, true, true, true]);
    expect(all.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7]);
    const events = all.flatMap((outcome) => (outcome.ok ? outcome.events : []));
    expect(events.at(-1)).toMatchObject({ type: 'unknown', wire_type: 'mystery', data: { kept: [1, { deep: true }] } });
  });

  it('case 38: a line that ends in a carriage return is read', async () => {
    const line = record('event_msg', { type: 'agent_message', message: 'hello' }).replace('\n', '\r\n');
    const all = await outcomes(tempHome().write(rolloutPath(1), line));
    expect(problemsOf(all)).toEqual([]);
    expect(texts(all)).toEqual(['hello']);
  });

  it('case 40: a line without a type and one that is not JSON are named, with their lines', async () => {
    const path = tempHome().write(
      rolloutPath(1),
      `${record('session_meta', { id: threadId(1) })}{"payload":1}\nnot json\n`,
    );
    const [, untyped, broken] = await outcomes(path);
    expect([untyped?.line, broken?.line]).toEqual([2, 3]);
    expect(untyped).toMatchObject({ ok: false, error: { code: 'missing-type', raw: '{"payload":1}' } });
    expect(broken).toMatchObject({ ok: false, error: { code: 'invalid-json', raw: 'not json' } });
  });
});

/** A paginated file that goes on from another. */
function paginated(n: number, firstOrdinal: number, base?: Record<string, unknown>): string {
  const id = threadId(n);
  const item = (type: string, key: string, text: string) => ({
    type: 'item_completed',
    thread_id: id,
    turn_id: `turn-${n}`,
    item: { type, id: `${key}-${n}`, content: [{ type: type === 'UserMessage' ? 'text' : 'Text', text }] },
  });
  const payloads = [
    { type: 'session_meta', payload: { id, history_mode: 'paginated', ...(base && { history_base: base }) } },
    { type: 'event_msg', payload: { type: 'task_started', turn_id: `turn-${n}` } },
    { type: 'event_msg', payload: item('UserMessage', 'u', `Prompt ${n}`) },
    { type: 'event_msg', payload: item('AgentMessage', 'a', `Answer ${n}`) },
    { type: 'event_msg', payload: { type: 'task_complete', turn_id: `turn-${n}` } },
  ];
  return payloads
    .map(
      (line, index) =>
        `${JSON.stringify({ timestamp: '2026-11-15T07:08:38.369Z', ordinal: firstOrdinal + index, ...line })}\n`,
    )
    .join('');
}

describe('a fork goes on from its parents', () => {
  it('reads the recorded parent before the fork, up to where it was forked', async () => {
    const home = tempHome();
    const [parent = '', fork = ''] = home.record('0.166.0/s12-fork-1-fork');
    const alone = await outcomes(parent);
    const all = await outcomes(fork);
    expect(problemsOf(all)).toEqual([]);
    const said = texts(alone).filter((text) => !text.startsWith('<'));
    expect(said).toContain('Say hello.');
    expect(texts(all)).toEqual(expect.arrayContaining([...said, 'Take another path.', 'This is the fork.']));
    expect(await countTurns({ path: fork })).toBe(1);
    // What the parent did later is not the fork's.
    writeFileSync(parent, readFileSync(parent, 'utf8') + paginated(1, 16).split('\n').slice(1).join('\n'));
    expect(texts(await outcomes(fork))).not.toContain('Prompt 1');
    expect(texts(await outcomes(parent))).toContain('Prompt 1');
  });

  it('follows several files, by ordinal or by offset, compressed and archived ones too', async () => {
    const home = tempHome();
    const first = paginated(1, 0);
    home.write(
      `archived_sessions/rollout-2026-11-15T07-08-38-${threadId(1)}.jsonl.zst`,
      zstdCompressSync(first + paginated(9, 5)),
    );
    const offset = Buffer.byteLength(first);
    home.write(
      rolloutPath(2),
      paginated(2, 5, { thread_id: threadId(1), end_ordinal_exclusive: 5, end_byte_offset: offset }),
    );
    home.write(rolloutPath(3), paginated(3, 10, { thread_id: threadId(2), end_ordinal_exclusive: 10 }));
    expect(texts(await outcomes(threadId(3), home.path))).toEqual(
      [1, 2, 3].flatMap((n) => [`Prompt ${n}`, `Answer ${n}`]),
    );
    const bare = (text: string) => text.replaceAll(/"ordinal":\d+,/g, '');
    home.write(rolloutPath(4), bare(first + paginated(9, 5)));
    home.write(
      rolloutPath(5),
      paginated(5, 5, { thread_id: threadId(4), end_byte_offset: Buffer.byteLength(bare(first)) }),
    );
    expect(texts(await outcomes(threadId(5), home.path))).toEqual(
      [1, 5].flatMap((n) => [`Prompt ${n}`, `Answer ${n}`]),
    );
  });

  it('names a parent by its rollout id, which a reverted thread has besides its own', async () => {
    const home = tempHome();
    home.write(rolloutPath(1), paginated(1, 0));
    const base = { thread_id: threadId(1), end_ordinal_exclusive: 5 };
    home.write(rolloutPath(1, `_${threadId(2)}.jsonl`), paginated(2, 5, base).replaceAll(threadId(2), threadId(1)));
    expect(texts(await outcomes(threadId(1), home.path))).toEqual(
      [1, 2].flatMap((n) => [`Prompt ${n}`, `Answer ${n}`]),
    );
  });

  it('ends at a circle and at a parent that is missing, and says so', async () => {
    const home = tempHome();
    home.write(rolloutPath(1), paginated(1, 0, { thread_id: threadId(2), end_ordinal_exclusive: 5 }));
    home.write(rolloutPath(2), paginated(2, 0, { thread_id: threadId(1), end_ordinal_exclusive: 5 }));
    home.write(rolloutPath(3), paginated(3, 0, { thread_id: threadId(9) }));
    home.write(rolloutPath(4), paginated(4, 0, { thread_id: threadId(4) }));
    const codes = async (n: number) =>
      (await openSession(threadId(n), { homes: [home.path] })).info.problems.map(({ code }) => code);
    expect(await codes(1)).toEqual(['history-cycle']);
    expect(await codes(3)).toEqual(['missing-history']);
    expect(await codes(4)).toEqual(['history-cycle']);
    expect(texts(await outcomes(threadId(1), home.path))).toEqual(
      [2, 1].flatMap((n) => [`Prompt ${n}`, `Answer ${n}`]),
    );
    expect(texts(await outcomes(threadId(3), home.path))).toEqual(['Prompt 3', 'Answer 3']);
  });

  it('is read all the same when its parent is damaged', async () => {
    const home = tempHome();
    home.write(rolloutPath(1, '.jsonl.zst'), zstdCompressSync(paginated(1, 0)).subarray(0, 30));
    home.write(rolloutPath(2), paginated(2, 5, { thread_id: threadId(1), end_ordinal_exclusive: 5 }));
    const all = await outcomes(threadId(2), home.path);
    expect(texts(all)).toEqual(['Prompt 2', 'Answer 2']);
    expect(problemsOf(all)).toEqual(['truncated-tail']);
  });

  it('finds the parent beside a fork that lies in no home', async () => {
    const folder = tempHome();
    const name = (n: number) => `rollout-2026-11-15T07-08-38-${threadId(n)}.jsonl`;
    folder.write(name(1), paginated(1, 0));
    const fork = folder.write(name(2), paginated(2, 5, { thread_id: threadId(1), end_ordinal_exclusive: 5 }));
    expect(texts(await outcomes(fork))).toEqual([1, 2].flatMap((n) => [`Prompt ${n}`, `Answer ${n}`]));
  });
});
