import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type HubOptions, LiveHub } from 'threadline/live';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ApiHello } from '../../src/doors/server/api-types.ts';
import type { ApiRunRows, ApiRunStart } from '../../src/doors/server/run-types.ts';
import { createPlace, isAlive, lines, until } from '../live/fake-session.ts';
import { sessionId, testFolder } from './claude-home.ts';
import { eventually, runViewer, type Sent } from './run-viewer.ts';
import { testViewer } from './test-viewer.ts';

describe('a request that runs something', () => {
  it.each<[string, Sent, number, string]>([
    ['without the token of the address', { headers: { authorization: undefined } }, 401, 'unauthorised'],
    ['without a write token', { headers: { 'x-threadline-write': undefined } }, 403, 'write-token'],
    ['with another write token', { headers: { 'x-threadline-write': 'x'.repeat(43) } }, 403, 'write-token'],
    ['without an Origin', { headers: { origin: undefined } }, 403, 'forbidden'],
    ['of another origin', { headers: { origin: 'http://evil.example' } }, 403, 'forbidden'],
    ['as a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415, 'not-json'],
    ['with a body that is no JSON', { body: 'run' }, 400, 'bad-request'],
  ])('%s is refused on every route', async (_, sent, status, error) => {
    const { post, waiting, place, runs } = await runViewer();
    const { run } = await waiting('run:a');
    for (const path of ['', `/${run.id}/answer`, `/${run.id}/input`, `/${run.id}/stop`])
      expect(await post(`/api/runs${path}`, sent)).toEqual({ status, body: { error } });
    expect(place.made('a')).toBe(false);
    expect((await runs()).map(({ status }) => status)).toEqual(['waiting']);
  });

  it('is refused where running is not allowed, and the page is told so', async () => {
    const { get, ask, viewer } = await testViewer({ homes: [testFolder()] });
    const hello = await get<ApiHello>('/api/hello');
    expect(hello.features.run).toBe(false);
    expect((await ask('/api/runs')).status).toBe(403);
    const headers = {
      authorization: `Bearer ${new URL(viewer.addressWithToken).searchParams.get('token')}`,
      origin: new URL(viewer.address).origin,
      'content-type': 'application/json',
      'x-threadline-write': hello.writeToken,
    };
    const answer = await fetch(new URL('/api/runs', viewer.address), { method: 'POST', headers, body: '{}' });
    expect([answer.status, await answer.json()]).toEqual([403, { error: 'run-not-allowed' }]);
  });

  it.each([
    ['sandbox', { sandbox: 'danger-full-access' }],
    ['approvals', { approvals: 'never' }],
    ['a mode that lets everything pass', { mode: 'bypassPermissions' }],
    ['a mode of the agent', { mode: { native: 'bypassPermissions' } }],
    ['dangerouslyBypass', { dangerouslyBypass: true }],
    ['a program', { program: '/bin/sh' }],
    ['an environment', { environment: { PATH: '/tmp' } }],
    ['a model that is an option', { model: '--dangerously-skip-permissions' }],
    ['a limit of nothing', { limits: { ms: 0 } }],
    ['an unknown limit', { limits: { minutes: 1 } }],
    ['a prompt that is no text', { prompt: { toString: 0 } }],
    ['a list as a prompt', { prompt: ['run:a'] }],
    ['no prompt', { prompt: ' ' }],
    ['an agent that is not there', { agent: '__proto__' }],
    ['a page that is no name', { page: '<script>' }],
  ])('with %s starts nothing', async (_, body) => {
    const { start, runs, place } = await runViewer();
    expect((await start('run:a', body)).status).toBe(400);
    expect(await runs()).toEqual([]);
    expect(existsSync(place.log)).toBe(false);
  });
});

describe('the folder of a run', () => {
  it('is one of the list or lies below one that was named, with links resolved', async () => {
    const place = createPlace();
    const inside = join(place.root, 'inside');
    const outside = testFolder();
    mkdirSync(inside);
    symlinkSync(outside, join(place.root, 'leads-out'));
    symlinkSync(inside, join(place.root, 'stays'));
    writeFileSync(join(place.root, 'file'), '');
    const { start } = await runViewer({}, place);
    const status = async (cwd: string) => (await start('text:hello', { cwd })).status;
    expect(await status(inside)).toBe(201);
    expect(await status(join(place.root, 'stays'))).toBe(201);
    expect(await status(join(place.root, 'leads-out'))).toBe(403);
    expect(await status(`${inside}/../../`)).toBe(403);
    expect(await status('/')).toBe(403);
    expect(await status(outside)).toBe(403);
    expect(await status(`${place.root}-beside`)).toBe(404);
    expect(await status(join(place.root, 'file'))).toBe(404);
    expect(await status('inside')).toBe(400);
    expect(await status(`${inside}\0`)).toBe(400);
  });

  it('of a listed session will do, and one that has become a link will not', async () => {
    const place = createPlace();
    const project = join(realpathSync(testFolder()), 'project');
    mkdirSync(project);
    const { start, get } = await runViewer({ folders: [] }, place, (home) => {
      const file = home.file(sessionId(1));
      mkdirSync(dirname(file), { recursive: true });
      const record = { type: 'user', cwd: project, sessionId: sessionId(1), uuid: 'a', version: '2.1.0' };
      const message = { role: 'user', content: 'hello' };
      writeFileSync(file, `${JSON.stringify({ ...record, timestamp: '2026-10-01T10:00:00Z', message })}\n`);
    });
    const offers = async () => (await get<ApiRunStart>('/api/runs/start')).folders.includes(project) || undefined;
    await eventually(offers, 'the folder');
    expect((await start('text:hello', { cwd: project })).status).toBe(201);
    expect((await start('text:hello', { cwd: place.root })).status).toBe(403);
    const away = join(project, '..', 'away');
    mkdirSync(away);
    renameSync(project, `${project}-old`);
    symlinkSync(away, project);
    expect((await start('text:hello', { cwd: project })).status).toBe(403);
  });
});

describe('an answer', () => {
  it('allows once what was shown, and the next is asked again', async () => {
    const { waiting, answer, runWhen, place } = await runViewer();
    const { run, question } = await waiting('run:a run:a');
    expect(question).toMatchObject({ kind: 'command', command: 'touch a', cwd: place.root });
    expect(question.effects.at(-1)).toMatchObject({ kind: 'unknown' });
    expect(place.made('a')).toBe(false);
    expect(await answer(run.id, question, { decision: 'once' })).toMatchObject({ status: 200 });
    const next = await runWhen(run.id, (now) => now.question !== undefined && now.question.id !== question.id);
    expect(place.made('a')).toBe(true);
    expect(next.question?.command).toBe('touch a');
  });

  it('for the run holds for this exact command, and for no other', async () => {
    const { waiting, answer, runWhen, place } = await runViewer();
    const { run, question } = await waiting('run:a run:a run:ab');
    await answer(run.id, question, { decision: 'run' });
    const next = await runWhen(run.id, (now) => now.question?.command === 'touch ab');
    expect(next.allowed).toEqual(['touch a']);
    expect(place.made('ab')).toBe(false);
    expect(await answer(run.id, question, { decision: 'run', prefix: ['touch'] })).toMatchObject({ status: 400 });
  });

  it('to something else than what waits is 409, and nothing runs', async () => {
    const { waiting, answer, place, post } = await runViewer();
    const { run, question } = await waiting('run:a');
    const other = { ...question, shown: '0'.repeat(64) };
    expect(await answer(run.id, other, { decision: 'once' })).toEqual({ status: 409, body: { error: 'changed' } });
    const gone = { ...question, id: 'x' };
    expect(await answer(run.id, gone, { decision: 'once' })).toEqual({ status: 409, body: { error: 'answered' } });
    const without = { question: question.id, decision: 'once' };
    expect((await post(`/api/runs/${run.id}/answer`, { body: without })).status).toBe(400);
    for (const decision of ['always', 'ONCE', true, ['once'], { toString: 0 }])
      expect((await answer(run.id, question, { decision })).status).toBe(400);
    expect((await answer('0'.repeat(32), question, { decision: 'once' })).status).toBe(404);
    expect(place.made('a')).toBe(false);
    expect((await answer(run.id, question, { decision: 'decline' })).status).toBe(200);
    expect((await answer(run.id, question, { decision: 'once' })).status).toBe(409);
    expect(place.made('a')).toBe(false);
  });

  it('of two pages at once is given once, and both are told', async () => {
    const { waiting, answer, place, listen } = await runViewer();
    const { run, question } = await waiting('run:a');
    const told = await listen('/api/events?list=1');
    const both = await Promise.all([
      answer(run.id, question, { decision: 'decline', page: 'one' }),
      answer(run.id, question, { decision: 'once', page: 'two' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    await until(() => told.some(({ event }) => event === 'answered'));
    expect(told.filter(({ event }) => event === 'answered')).toHaveLength(1);
    expect(place.made('a')).toBe(both[1]?.status === 200);
  });

  it('declines with a reason that the agent gets', async () => {
    const { waiting, answer, runWhen, place, get } = await runViewer();
    const { run, question } = await waiting('run:a');
    await answer(run.id, question, { decision: 'decline', say: 'not on a Friday' });
    await runWhen(run.id, ({ status }) => status === 'idle');
    expect(place.made('a')).toBe(false);
    const { rows } = await get<ApiRunRows>(`/api/runs/${run.id}`);
    expect(JSON.stringify(rows)).toContain('not on a Friday');
  });

  it('may change the command, which is for this call alone', async () => {
    const { waiting, answer, runWhen, place } = await runViewer();
    const { run, question } = await waiting('run:a');
    expect((await answer(run.id, question, { decision: 'run', edited: 'touch b' })).status).toBe(400);
    expect((await answer(run.id, question, { decision: 'once', edited: 'touch b' })).status).toBe(200);
    await runWhen(run.id, ({ status }) => status === 'idle');
    expect([place.made('a'), place.made('b')]).toEqual([false, true]);
  });

  it('answers a question of the agent', async () => {
    const { waiting, answer, runWhen, place } = await runViewer();
    const { run, question } = await waiting('ask');
    expect(question).toMatchObject({ kind: 'ask', parts: [{ text: 'Which colour?' }] });
    const [part] = question.parts ?? [];
    expect((await answer(run.id, question, { decision: 'once' })).status).toBe(400);
    await answer(run.id, question, { decision: 'once', answers: { [part?.id ?? '']: ['Blue'] } });
    await runWhen(run.id, ({ status }) => status === 'idle');
    expect(JSON.stringify(place.notes())).toContain('Blue');
  });

  it('is in the audit log, which only its owner reads, with the page that gave it', async () => {
    const { waiting, answer, place } = await runViewer();
    const { run, question } = await waiting('run:a');
    await answer(run.id, question, { decision: 'decline', say: 'no', page: 'tab-7' });
    const path = join(place.data, 'live/audit.ndjson');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(lines(readFileSync(path, 'utf8'))).toMatchObject([
      { type: 'start', agent: 'claude', cwd: place.root, mode: 'ask' },
      {
        type: 'answer',
        at: expect.stringMatching(/^\d{4}-/),
        run: run.id,
        session: run.session,
        question: question.id,
        asked: 'touch a',
        answer: 'decline',
        say: 'no',
        page: 'tab-7',
      },
    ]);
  });

  it('that cannot be written to the audit log is not given', async () => {
    const { viewer, place } = await runViewer();
    await viewer.close();
    const path = join(place.data, 'live/audit.ndjson');
    const fresh = await runViewer({}, place);
    mkdirSync(path, { recursive: true });
    expect((await fresh.start('run:a')).status).toBe(500);
    expect(await fresh.runs()).toEqual([]);
    expect(existsSync(place.log)).toBe(false);
  });
});

describe('a run', () => {
  it('takes text in its turn and after it, and tells what waits', async () => {
    const { waiting, post, answer, runWhen, get } = await runViewer();
    const { run, question } = await waiting('run:a');
    const say = (body: object) => post(`/api/runs/${run.id}/input`, { body });
    expect((await say({ text: 'text:after', when: 'after' })).body).toMatchObject({ delivered: 'queued' });
    expect((await say({ text: 'text:now', when: 'now' })).body).toMatchObject({ delivered: 'pending' });
    expect((await runWhen(run.id, ({ queued }) => queued.length > 0)).queued).toEqual(['text:after']);
    expect((await say({ text: '', when: 'now' })).status).toBe(400);
    expect((await say({ text: 'x', when: 'later' })).status).toBe(400);
    await answer(run.id, question, { decision: 'decline' });
    await runWhen(run.id, ({ status, queued }) => status === 'idle' && queued.length === 0);
    const { rows } = await get<ApiRunRows>(`/api/runs/${run.id}`);
    expect(JSON.stringify(rows)).toContain('said after');
    expect((await say({ text: 'text:again', when: 'now' })).body).toMatchObject({ delivered: 'sent' });
  });

  it('is stopped with what it started, and a second time ends the agent', async () => {
    const { start, post, runWhen, place } = await runViewer();
    const { run } = await start('hang');
    await until(() => place.notes().some(({ pid }) => pid !== undefined));
    const { pid } = place.notes().find((note) => note.pid !== undefined) ?? {};
    expect(isAlive(Number(pid))).toBe(true);
    expect((await post(`/api/runs/${run.id}/stop`)).body).toMatchObject({ status: 'idle' });
    expect(isAlive(Number(pid))).toBe(false);
    await post(`/api/runs/${run.id}/stop`, { body: { end: true } });
    await runWhen(run.id, ({ status }) => status === 'ended');
    expect((await post(`/api/runs/${run.id}/input`, { body: { text: 'x' } })).status).toBe(409);
  });

  it('that reaches its limit is stopped and says why', async () => {
    const { start, runWhen } = await runViewer();
    const { run } = await start('silent', { limits: { ms: 50 } });
    const { warnings } = await runWhen(run.id, ({ status }) => status === 'idle');
    expect(warnings.join()).toContain('took too long');
  });

  it('has one writer: a session that another holds is not resumed', async () => {
    const place = createPlace();
    const { start, get } = await runViewer({}, place, (home) => home.write(sessionId(2), [{ text: 'hello' }]));
    const hub = new LiveHub();
    onTestFinished(() => hub.close());
    await hub.open('claude', { ...(place.options() as HubOptions), resume: sessionId(2) });
    await get(`/api/sessions/claude/${sessionId(2)}`);
    const again = await start('text:hello', { resume: `claude/${sessionId(2)}` });
    expect(again).toMatchObject({ status: 409, body: { error: 'busy' } });
    expect((await start('text:hello', { resume: 'claude/none' })).status).toBe(404);
  });

  it('of a server that ends is denied what waits, and no process is left', async () => {
    const { waiting, place, viewer } = await runViewer();
    await waiting('leave run:a');
    const { pid } = place.notes().find((note) => note.pid !== undefined) ?? {};
    expect(isAlive(Number(pid))).toBe(true);
    await viewer.close();
    expect(place.made('a')).toBe(false);
    expect(isAlive(Number(pid))).toBe(false);
  });

  it('that could not begin says so', async () => {
    const place = createPlace();
    const live = { ...(place.options() as object), program: [join(place.root, 'missing.mjs')] };
    const { start, runs } = await runViewer({ live }, place);
    expect(await start('text:hello')).toMatchObject({ status: 409, body: { error: 'not-installed' } });
    expect(await runs()).toMatchObject([{ status: 'ended', error: { code: 'not-installed' } }]);
  });

  it('is told to a tab: all runs first, then the question, its rows and its answer', async () => {
    const { waiting, answer, listen } = await runViewer();
    const { run, question } = await waiting('text:hello run:a');
    const told = await listen(`/api/events?list=1&run=${run.id}`);
    await until(() => told.some(({ event }) => event === 'run-rows'));
    expect(told[0]).toMatchObject({ event: 'runs', data: { runs: [{ id: run.id, question: { id: question.id } }] } });
    await answer(run.id, question, { decision: 'once' });
    await until(() => told.some(({ event, data }) => event === 'run' && JSON.stringify(data).includes('"idle"')));
    expect(told.some(({ event }) => event === 'answered')).toBe(true);
  });
});
