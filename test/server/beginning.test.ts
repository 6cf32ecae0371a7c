import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ApiSession, ApiSessions } from '../../src/doors/server/api-types.ts';
import { createSessionIndex } from '../../src/doors/server/session-index.ts';
import { createSessionWatch } from '../../src/doors/server/session-watch.ts';
import type { AgentStore } from '../../src/machine/sessions/store.ts';
import { agentStores } from '../../src/machine/sessions/stores/registry.ts';
import { claudeHome, sessionId, testFolder } from './claude-home.ts';
import { testViewer } from './test-viewer.ts';

function homeOf(sessions: number) {
  const home = claudeHome(join(testFolder(), '.claude'));
  const before = new Date(Date.now() - 3 * 3_600_000);
  for (let number = 1; number <= sessions; number += 1)
    home.write(sessionId(number), [{ text: `prompt ${number}`, at: number }], before);
  return home;
}

/** All agents, and how often their sessions were looked for. */
function countedAgents(): { agents: readonly AgentStore[]; scans: () => number } {
  let scans = 0;
  const [claude] = agentStores.filter(({ name }) => name === 'claude');
  if (!claude) throw new Error('Claude Code is not known');
  const scan: AgentStore['store']['scan'] = (...asked) => {
    scans += 1;
    return claude.store.scan(...asked);
  };
  return { agents: [{ ...claude, store: { ...claude.store, scan } }], scans: () => scans };
}

describe('a viewer that begins', () => {
  it('looks through the homes once, for its list and for what is written from then on', async () => {
    const home = homeOf(3);
    const { agents, scans } = countedAgents();
    const index = createSessionIndex({ userHome: '/home/me' });
    const changed = new Set<string>();
    const watch = createSessionWatch({
      index,
      homes: { homes: [home.path], agents },
      onChange: (key) => changed.add(key),
      onWritten: () => {},
      onFault: (error) => expect.fail(String(error)),
    });
    onTestFinished(() => watch.close());
    await watch.filled;
    expect(index.size).toBe(3);
    expect(scans()).toBe(1);
    changed.clear();
    home.write(sessionId(2), [
      { text: 'prompt 2', at: 2 },
      { text: 'more', at: 9 },
    ]);
    home.write(sessionId(4), [{ text: 'prompt 4', at: 4 }]);
    await expect
      .poll(() => [...changed].sort(), { timeout: 10_000 })
      .toEqual([2, 4].map((number) => `claude/${sessionId(number)}`));
  });

  it('looks at nothing before it was told where it is, and whoever asks for a session waits until then', async () => {
    const home = homeOf(2);
    const { agents, scans } = countedAgents();
    let told = () => {};
    const lookAfter = new Promise<void>((resolve) => {
      told = resolve;
    });
    const { get } = await testViewer({ homes: [home.path], agents, lookAfter });
    const asked = get<ApiSession>(`/api/sessions/claude/${sessionId(1)}`);
    await get('/api/hello');
    expect(scans()).toBe(0);
    told();
    expect((await asked).head.title).toBe('prompt 1');
    expect((await get<ApiSessions>('/api/sessions')).items).toHaveLength(2);
  });
});
