import { utimesSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { arrangeSessions } from '../../src/machine/sessions/arrange-sessions.ts';
import { findFiles } from '../../src/machine/sessions/find-files.ts';
import { openKnownFile } from '../../src/machine/sessions/known/known-file.ts';
import { eachSession } from '../../src/machine/sessions/list-sessions.ts';
import { countRest, idsBeyond, newestSessions } from '../../src/machine/sessions/newest-sessions.ts';
import { createRandom, type Random } from '../property/random.ts';
import { knownAt } from './known-home.ts';
import { rolloutPath, smallSession, type TempHome, tempHome, threadId } from './temp-home.ts';

const MINUTE = 60_000;
const FIRST = Date.UTC(2026, 10, 1);
/** More with THREADLINE_KNOWN=1000. */
const HOMES = Number(process.env.THREADLINE_KNOWN ?? 12);

function at(time: number, content: string): string {
  return content.replaceAll('2026-11-15T07:08:38.369Z', new Date(time).toISOString());
}

/** Writes a session whose last record and whose file have times of their own. */
function add(home: TempHome, n: number, times: { last: number; file: number }, meta: object = {}, path?: string): void {
  const written = home.write(path ?? rolloutPath(n), at(times.last, smallSession(n, { ...meta })));
  utimesSync(written, times.file / 1000, times.file / 1000);
}

/** Sessions, sub-agents, archived ones, files with faults and files without a conversation, with all sorts of times. */
function randomHome({ below, pick }: Random): TempHome {
  const home = tempHome();
  for (let n = 1; n <= 60; n += 1) {
    const last = FIRST + below(40) * MINUTE;
    const file = pick([last, last, last + below(40) * MINUTE, last - below(40) * MINUTE, FIRST + 99 * MINUTE]);
    const kind = below(10);
    if (kind === 0) add(home, n, { last, file }, { source: { subagent: 'review' } });
    else if (kind === 1)
      add(home, n, { last, file }, { parent_thread_id: threadId(1 + below(60)), source: 'subagent' });
    else if (kind === 2) add(home, n, { last, file }, {}, rolloutPath(n).replace('sessions', 'archived_sessions'));
    else if (kind === 3) utimesSync(home.write(rolloutPath(n), pick(['', 'no session\n'])), file / 1000, file / 1000);
    else if (kind === 4) {
      const stub = `{"type":"file-history-snapshot","messageId":"${threadId(n)}","snapshot":{},"isSnapshotUpdate":false}\n`;
      utimesSync(home.write(`projects/-w/${threadId(n)}.jsonl`, stub), file / 1000, file / 1000);
    } else add(home, n, { last, file });
  }
  return home;
}

async function wholeList(home: string) {
  const found = [];
  for await (const info of eachSession({ homes: [home] })) found.push(info);
  return arrangeSessions(found).filter(({ isExtra }) => !isExtra);
}

describe('the newest sessions of a list', () => {
  it('are those of the whole list, with its numbers, whatever the times of files are and whatever is known', async () => {
    const random = createRandom(305);
    for (let round = 0; round < HOMES; round += 1) {
      const home = randomHome(random);
      const cache = tempHome().path;
      const whole = await wholeList(home.path);
      for (const most of [1, 7, 30, 1000]) {
        const told = [];
        for (const known of [undefined, knownAt(() => openKnownFile(cache), 10_000)]) {
          const options = { homes: [home.path], files: findFiles({ homes: [home.path] }), known };
          const newest = await newestSessions(options, most);
          known?.end(options.files);
          expect(
            arrangeSessions(newest.found)
              .filter(({ isExtra }) => !isExtra)
              .slice(0, most),
          ).toEqual(whole.slice(0, most));
          told.push([newest.found, newest.later, newest.unread.map(({ path }) => path), countRest(newest)]);
        }
        expect(told[1]).toEqual(told[0]);
      }
    }
  });

  it('need no look at files that are older than the last of them', async () => {
    const home = tempHome();
    for (let n = 1; n <= 50; n += 1) add(home, n, { last: FIRST + n * MINUTE, file: FIRST + n * MINUTE });
    const newest = await newestSessions({ homes: [home.path] }, 10);
    expect(newest.found.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, index) => threadId(50 - index)));
    expect(newest.unread).toHaveLength(40);
    expect(countRest(newest)).toBe(40);
    expect(idsBeyond(newest)).toContain(threadId(1));
  });

  it('need no look at sub-agents and archived sessions that their paths tell, however new they are', async () => {
    const home = tempHome();
    for (let n = 1; n <= 20; n += 1) add(home, n, { last: FIRST + n * MINUTE, file: FIRST + n * MINUTE });
    for (let n = 21; n <= 40; n += 1)
      home.write(rolloutPath(n).replace('sessions', 'archived_sessions'), 'no session\n');
    home.write(`projects/-w/${threadId(50)}/subagents/agent-a1b2c3d4.jsonl`, 'no session\n');
    const problems: unknown[] = [];
    const options = { homes: [home.path], onProblem: (problem: unknown) => problems.push(problem) };
    const newest = await newestSessions(options, 20);
    expect(newest.found).toHaveLength(20);
    expect([newest.unread.length, countRest(newest), problems]).toEqual([21, 0, []]);
    expect((await newestSessions(options, 21)).found.length).toBeGreaterThan(20);
    expect(problems.length).toBe(21);
  });

  it('are all where a copy is among them: its origin, which may be the oldest, takes its place', async () => {
    const home = tempHome();
    for (let n = 1; n <= 30; n += 1) add(home, n, { last: FIRST + n * MINUTE, file: FIRST + n * MINUTE });
    // As a hand-over writes it, without a model of its own.
    const copy = smallSession(31, { threadline: { agent: 'codex', id: threadId(1) } }).replace(
      /^.*turn_context.*\n/m,
      '',
    );
    home.write(rolloutPath(31), copy);
    const { found, unread } = await newestSessions({ homes: [home.path] }, 5);
    expect(unread).toEqual([]);
    expect(
      arrangeSessions(found)
        .slice(0, 2)
        .map(({ number, info }) => [number, info.id]),
    ).toEqual([
      ['1', threadId(1)],
      ['1.1', threadId(31)],
    ]);
  });
});
