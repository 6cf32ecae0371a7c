import { execFileSync } from 'node:child_process';
import { appendFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from 'threadline';
import { countTurns, listSessions, loadSession, openSession, type SessionProblem } from 'threadline/sessions';
import { describe, expect, it } from 'vitest';
import { locateFile } from '../../src/machine/sessions/locate-file.ts';
import { sessionInfo } from '../../src/machine/sessions/session-info.ts';
import { listedTurns } from '../../src/machine/sessions/session-turns.ts';
import { rolloutPath, smallSession, tempHome, threadId } from './temp-home.ts';

const onPosix = it.skipIf(process.platform === 'win32');

async function list(home: string, turns = false) {
  const problems: SessionProblem[] = [];
  const sessions = await listSessions({ homes: [home], turns, onProblem: (problem) => problems.push(problem) });
  return { sessions, codes: problems.map(({ code }) => code) };
}

describe('the index of titles', () => {
  const entry = (n: number, name: string) => `${JSON.stringify({ id: threadId(n), thread_name: name })}\n`;

  it('is read from its end and in pieces, however large it is', async () => {
    const home = tempHome();
    home.write(rolloutPath(1), smallSession(1));
    const index = home.write('session_index.jsonl', entry(1, 'long ago'));
    truncateSync(index, 1_500_000_000);
    appendFileSync(index, `\n${entry(1, 'last')}`);
    const before = process.memoryUsage.rss();
    const { sessions, codes } = await list(home.path);
    expect(sessions[0]?.title).toBe('last');
    expect(codes).toEqual([]);
    // The file has 1.5 GB; what is left of it after a moment is no measure, but gigabytes would show.
    expect(process.memoryUsage.rss() - before).toBeLessThan(400e6);
  });

  it('passes over an entry beyond all measure and reads the next', async () => {
    const home = tempHome();
    home.write(rolloutPath(1), smallSession(1));
    home.write('session_index.jsonl', `${entry(1, 'x'.repeat(1_000_000))}${entry(1, 'short')}`);
    expect((await list(home.path)).sessions[0]?.title).toBe('short');
  });

  onPosix('that is a pipe or a link is a named problem, and not waited at', async () => {
    const [pipe, link] = [tempHome(), tempHome()];
    for (const home of [pipe, link]) home.write(rolloutPath(1), smallSession(1));
    execFileSync('mkfifo', [join(pipe.path, 'session_index.jsonl')]);
    symlinkSync('/etc/passwd', join(link.path, 'session_index.jsonl'));
    for (const home of [pipe, link]) {
      const { sessions, codes } = await list(home.path);
      expect(sessions).toHaveLength(1);
      expect(codes).toEqual(['not-a-file']);
    }
  });
});

describe('odd files', () => {
  it('with a time that no Date holds are listed', () => {
    const file = {
      agent: undefined,
      wire: 'auto',
      path: 'x',
      realPath: 'x',
      home: undefined,
      archived: false,
      compressed: false,
      isSuperseded: false,
      size: 0,
    } as const;
    for (const modified of [9e18, -9e18, Number.MAX_VALUE]) {
      const { updatedAt } = sessionInfo({ ...file, modified }, { problems: [] });
      expect(Number.isNaN(Date.parse(updatedAt))).toBe(false);
    }
  });

  onPosix('whose names hold a newline are listed like others', async () => {
    const home = tempHome();
    const path = home.write('sessions/2026/11/15/rollout-two\nlines.jsonl', smallSession(1));
    const { sessions } = await list(home.path);
    expect(sessions).toMatchObject([{ id: threadId(1), path, firstPrompt: 'Prompt 1' }]);
  });

  it('of 10 GB that are nothing but a hole are listed by their names and not opened', async () => {
    const home = tempHome();
    const path = home.write(rolloutPath(1), smallSession(1));
    truncateSync(path, 10_000_000_000);
    for (const turns of [true, false]) {
      const { sessions, codes } = await list(home.path, turns);
      expect(sessions).toMatchObject([{ id: threadId(1), size: 10_000_000_000 }]);
      expect([sessions[0]?.turns, codes]).toEqual([undefined, ['too-large']]);
    }
    const { events } = await openSession({ path });
    expect(await events().next()).toMatchObject({ value: { ok: false, error: { code: 'too-large' } } });
  });

  it('that are large and mark no turns are listed without a count of them: they would have to be parsed', async () => {
    const home = tempHome();
    const path = home.write(rolloutPath(1), smallSession(1));
    const { turns } = (await list(home.path, true)).sessions[0] ?? {};
    expect(turns).toBeGreaterThan(0);
    truncateSync(path, limits.maxTurnReadBytes + 1);
    const { sessions, codes } = await list(home.path, true);
    expect(sessions).toMatchObject([{ id: threadId(1), firstPrompt: 'Prompt 1' }]);
    expect([sessions[0]?.turns, codes]).toEqual([undefined, []]);
    expect(await listedTurns(await locateFile({ path }, {}))).toBeUndefined();
    expect(await countTurns({ path })).toBe(turns);
  });

  it('in one document with a record that is nested without end lose no more than that record', async () => {
    const home = tempHome();
    const message = (role: string, type: string, text: string) => ({
      type: 'message',
      role,
      content: [{ type, text }],
    });
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
    const document = {
      session: { timestamp: '2025-04-20T10:00:00.000Z', id: threadId(1), instructions: '' },
      items: [message('user', 'input_text', 'Say hello.'), 'DEEP', message('assistant', 'output_text', 'Hello.')],
    };
    const text = JSON.stringify(document, null, 2).replace('"DEEP"', `{"type": "function_call", "extra": ${deep}}`);
    home.write(`sessions/rollout-2025-04-20-${threadId(1)}.json`, text);
    const options = { homes: [home.path] };
    expect((await list(home.path, true)).sessions).toMatchObject([{ id: threadId(1), problems: [] }]);
    const said = (await loadSession(threadId(1), options)).flatMap(({ content }) => content);
    expect(said).toEqual(
      expect.arrayContaining([
        { type: 'text', text: 'Say hello.' },
        { type: 'text', text: 'Hello.' },
      ]),
    );
  });

  onPosix('in place of a session that is opened by its path: a pipe, a folder, nothing', async () => {
    const home = tempHome();
    const pipe = join(home.path, 'pipe.jsonl');
    execFileSync('mkfifo', [pipe]);
    await expect(openSession({ path: pipe })).rejects.toMatchObject({
      code: 'unreadable',
      message: `${pipe} is not a regular file`,
    });
    await expect(openSession({ path: home.path })).rejects.toMatchObject({ code: 'is-a-directory' });
    await expect(openSession({ path: join(home.path, 'x'.repeat(300)) })).rejects.toMatchObject({ code: 'unreadable' });
    writeFileSync(join(home.path, 'file'), '');
    await expect(openSession({ path: join(home.path, 'file', 'below') })).rejects.toMatchObject({ code: 'not-found' });
  });
});
