import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { ApiSessions } from '../../src/doors/server/api-types.ts';
import { openKnownFile } from '../../src/machine/sessions/known/known-file.ts';
import type { KnownSessions } from '../../src/machine/sessions/known/known-sessions.ts';
import type { SessionFile } from '../../src/machine/sessions/store.ts';
import { knownAt } from '../sessions/known-home.ts';
import { claudeHome, sessionId, testFolder } from './claude-home.ts';
import { testViewer } from './test-viewer.ts';

const SESSIONS = 5;

/** What is known, and the files of which something was learnt: those that were read. */
function watchedKnown(cache: string): { known: KnownSessions; read: Set<string>; ended: () => boolean } {
  const kept = knownAt(() => openKnownFile(cache), 10_000, '1');
  const read = new Set<string>();
  let isEnded = false;
  return {
    known: {
      ...kept,
      learn(file: SessionFile, facts) {
        read.add(file.path);
        kept.learn(file, facts);
      },
      end(files) {
        kept.end(files);
        isEnded = true;
      },
    },
    read,
    ended: () => isEnded,
  };
}

describe('the list of a viewer that starts again', () => {
  it('is the same, and only sessions that changed were read for it', async () => {
    const folder = testFolder();
    const home = claudeHome(join(folder, '.claude'));
    const before = new Date(Date.now() - 3 * 3_600_000);
    for (let number = 1; number <= SESSIONS; number += 1) {
      home.write(sessionId(number), [{ text: `prompt ${number}`, at: number }], before);
    }
    const listedBy = async (known: KnownSessions, ended: () => boolean) => {
      const { get, viewer } = await testViewer({ homes: [home.path], known });
      await vi.waitFor(() => expect(ended()).toBe(true));
      const { items } = await get<ApiSessions>('/api/sessions');
      await viewer.close();
      return items.map(({ usage: _, shape: _shape, lastAnswer: _answer, ...head }) => head);
    };
    const first = watchedKnown(join(folder, 'cache'));
    const listed = await listedBy(first.known, first.ended);
    expect(listed).toHaveLength(SESSIONS);
    expect(first.read.size).toBe(SESSIONS);

    const second = watchedKnown(join(folder, 'cache'));
    expect(await listedBy(second.known, second.ended)).toEqual(listed);
    expect([...second.read]).toEqual([]);

    appendFileSync(home.file(sessionId(2)), '\n');
    const third = watchedKnown(join(folder, 'cache'));
    expect((await listedBy(third.known, third.ended)).length).toBe(SESSIONS);
    expect([...third.read]).toEqual([home.file(sessionId(2))]);
  });
});
