import { fileURLToPath } from 'node:url';
import { handOff, listSessions, loadSession } from 'threadline/sessions';
import { expect, it } from 'vitest';
import { createHandedHome } from './handed-home.ts';
import { comparable, expectedParts, type Part, partsOf } from './round-trip.ts';

const fixture = (path: string) => fileURLToPath(new URL(`../fixtures/${path}`, import.meta.url));

/** A home of each agent with sessions that hold calls: files, trees of files and databases. */
const HOMES = {
  qwen: 'qwen/0.24.4/s3-files/session/.qwen',
  pi: 'pi/1.5.0/s17-codemode/session/.pi/agent',
  kimi: 'kimi/0.10.0/s3-files/session/.kimi-code',
  kilo: 'kilo/7.0.33/s12-denied/session',
  cline: 'cline/3.0.65/s2-shell/session',
};
/** What was said and done. Notices are no part of it, and no row of a database says where they stand. */
const conversation = (parts: readonly Part[]) => parts.filter((part) => !('role' in part) || part.role !== 'system');
const TARGETS = ['claude', 'codex', 'gemini', 'qwen', 'pi'] as const;

it.each(Object.entries(HOMES))(
  'a stored session of %s is handed over with its texts and calls',
  async (agent, path) => {
    const homes = [fixture(path)];
    const [found] = await listSessions({ homes, agent });
    if (!found) throw new Error(`no session of ${agent} in ${path}`);
    const session = `${agent}:${found.id}`;
    const before = conversation(partsOf(await loadSession(session, { homes })));
    expect(before.filter((part) => 'name' in part).length).toBeGreaterThan(0);
    const home = createHandedHome();
    for (const to of TARGETS.filter((target) => target !== agent)) {
      const handed = await handOff({ ...home.options({ to, session, cwd: home.project }), homes });
      expect(handed.origin).toEqual({ agent, thread_id: found.id });
      const after = conversation(partsOf(await loadSession({ path: handed.path })));
      expect(comparable(after), to).toEqual(comparable(expectedParts(before, to)));
    }
  },
);
