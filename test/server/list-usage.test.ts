import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { ApiSessions, ApiUsageReport } from '../../src/doors/server/api-types.ts';
import { createUsageCounter } from '../../src/doors/server/count-usage.ts';
import { createSessionIndex } from '../../src/doors/server/session-index.ts';
import { eachSession } from '../../src/machine/sessions/list-sessions.ts';
import { readHomeUsage, type UsageMemory } from '../../src/machine/usage/home-usage.ts';
import { runCli } from '../cli/run-cli.ts';
import { claudeHome, sessionId, testFolder } from './claude-home.ts';
import { testViewer } from './test-viewer.ts';

const [first, fork, late] = [sessionId(1), sessionId(2), sessionId(3)];
const day = (number: number) => new Date(Date.UTC(2026, 9, number));

/** A session, and a fork of it that repeats its request and makes one of its own. */
function homeWithFork() {
  const home = claudeHome(join(testFolder(), '.claude'));
  const asked = { text: 'first', at: 0 };
  const answered = { text: 'answer', at: 5, request: { id: 'one', input: 100_000 } };
  home.write(first, [asked, answered], day(1));
  const own = { text: 'second', at: 86_400 };
  const copied = [asked, answered].map((line) => ({ ...line, copiedFrom: first }));
  home.write(fork, [...copied, own, { text: 'more', at: 86_405, request: { id: 'two', input: 7 } }], day(2));
  return home;
}

const inputs = ({ items }: ApiSessions) => Object.fromEntries(items.map(({ id, usage }) => [id, usage?.input]));

describe('the tokens in the list', () => {
  it('count what a fork repeats once, also where the page shows the fork alone', async () => {
    const home = homeWithFork();
    const { get } = await testViewer({ homes: [home.path] });
    await vi.waitFor(async () => expect((await get<ApiSessions>('/api/sessions?limit=1')).total).toBe(2));
    const counted = async (path: string) => {
      const page = await get<ApiSessions>(path);
      expect(page.items.every(({ usage }) => usage)).toBe(true);
      return inputs(page);
    };
    await vi.waitFor(async () => expect(await counted('/api/sessions?limit=1')).toEqual({ [fork]: 7 }));
    await vi.waitFor(async () => expect(await counted('/api/sessions')).toEqual({ [first]: 100_000, [fork]: 7 }));
    const { rows } = await get<ApiUsageReport>('/api/usage?by=session');
    expect(Object.fromEntries(rows.map(({ key, input }) => [key, input]))).toEqual({ [first]: 100_000, [fork]: 7 });
    const { sessions } = JSON.parse((await runCli(['sessions', '--home', home.path, '--json'])).stdout);
    expect(sessions.map(({ usage }: { usage: { input: number } }) => usage.input)).toEqual([7, 100_000]);
  });

  it('come later where counting failed at first, and are not counted anew as long as nothing changes', async () => {
    const home = homeWithFork();
    const index = createSessionIndex({ userHome: '/home/me' });
    for await (const info of eachSession({ homes: [home.path] })) index.addInfo(info);
    const faults: unknown[] = [];
    let asked = 0;
    const count = createUsageCounter({
      index,
      store: () => undefined,
      restMs: 0,
      onFault: (error) => faults.push(error),
      async readUsage() {
        asked += 1;
        if (asked === 1) throw new Error('too many open files');
        return readHomeUsage({ homes: [home.path] });
      },
    });
    const key = `claude/${first}`;
    await count([...index.all()]);
    expect([faults.length, index.get(key)?.head.usage]).toEqual([1, undefined]);
    await count([...index.all()]);
    await count([...index.all()]);
    expect([asked, index.get(key)?.head.usage?.input]).toEqual([2, 100_000]);
  });
});

it('what files told is remembered until they change or go, and counts as if all were read again', async () => {
  const home = homeWithFork();
  const memory: UsageMemory = new Map();
  const read: number[] = [];
  const again = async () => {
    let bytes = 0;
    const onBytes = (count: number) => {
      bytes += count;
    };
    const remembered = await readHomeUsage({ homes: [home.path] }, { memory, onBytes });
    read.push(bytes);
    expect(remembered).toEqual(await readHomeUsage({ homes: [home.path] }));
    return remembered;
  };
  await again();
  await again();
  home.append(fork, { text: 'once more', at: 90_000, request: { id: 'three', input: 30 } });
  expect((await again()).get(`claude:${fork}`)?.input).toBe(37);
  home.write(late, [{ text: 'late', at: 99_000, request: { id: 'four', input: 4 } }]);
  expect((await again()).size).toBe(3);
  expect(read[1]).toBe(0);
  expect(read[2]).toBeLessThan((read[0] ?? 0) + 500);
  rmSync(home.file(first));
  // The fork is the only one that tells of it now.
  expect((await again()).get(`claude:${fork}`)?.input).toBe(100_037);
  expect(memory.size).toBe(2);
});
