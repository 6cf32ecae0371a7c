import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type AgentName, extractText } from 'threadline';
import { agentStores, handOff, loadSession } from 'threadline/sessions';
import { describe, expect, it } from 'vitest';
import { createHandedHome } from './handed-home.ts';

const fixtures = fileURLToPath(new URL('../fixtures/', import.meta.url));

/** The paths of the bundled sessions of an agent that a home of its holds. */
function storedSessions(name: AgentName): string[] {
  const agent = agentStores.find((entry) => entry.name === name);
  const homes = ['session', 'session/.copilot', 'session/.local/share/*'].flatMap((home) =>
    globSync(`${name}/*/*/${home}`, { cwd: fixtures }),
  );
  return homes.flatMap((home) => {
    const path = `${fixtures}${home}`;
    const files = agent?.store.scan({ path, realPath: path }, agent, () => {}) ?? [];
    return files.filter(({ parentId }) => parentId === undefined).map((file) => file.path);
  });
}

const said = async (path: string) =>
  (await loadSession({ path }))
    .filter(({ role, injected }) => role !== 'system' && !injected)
    .map(extractText)
    .filter((text) => text !== '');

describe.each(['opencode', 'copilot', 'goose'] as const)('the stored sessions of %s', (name) => {
  const sessions = storedSessions(name);

  it('are there', () => expect(sessions.length).toBeGreaterThan(0));

  it.each(['claude', 'codex', 'gemini'] as const)('are handed over to %s, and say the same there', async (to) => {
    // One for all: goose's ids are unique in one store alone, and each thread has a copy of its own nevertheless.
    const home = createHandedHome();
    const copies = new Set<string>();
    for (const path of sessions) {
      const options = { session: { path }, cwd: home.project, env: home.env, to, redact: false } as const;
      const handed = await handOff(options);
      expect(handed, path).toMatchObject({ action: 'created', problems: 0, origin: { agent: name } });
      expect(copies.has(handed.path), path).toBe(false);
      copies.add(handed.path);
      const there = (await said(handed.path)).join('\n');
      for (const text of await said(path)) expect(there, path).toContain(text);
    }
  });
});
