import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readAgentFacts } from '../../scripts/agents-page/agent-facts.ts';
import { heldBy } from '../../scripts/agents-page/held-by.ts';
import { agentsPage, namedTests } from '../../scripts/agents-page/page.ts';
import { sessionWires } from '../../src/machine/sessions/reader-options.ts';

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const agents = readAgentFacts();

describe('docs/agents.md', () => {
  it('is what the registries and the recordings tell: npm run docs writes it', () => {
    expect(readFileSync(path('docs/agents.md'), 'utf8')).toBe(agentsPage(agents));
  });

  it('has every agent that is read, with recordings of what it prints and keeps', () => {
    expect(agents.map(({ name }) => name).sort()).toEqual(sessionWires.map(({ name }) => name).sort());
    for (const { name, live, stored, experimental } of agents)
      expect([name, live.length > 0, stored.length > 0]).toEqual([name, !experimental, true]);
  });

  it('names only tests that exist, by words of their names', () => {
    const tests = namedTests(agents);
    const recorded = agents.filter(({ experimental }) => !experimental);
    expect(tests.length).toBeGreaterThan(recorded.length * 8);
    const missing = tests.filter(
      ({ file, name }) => !existsSync(path(file)) || !readFileSync(path(file), 'utf8').includes(name),
    );
    expect(missing).toEqual([]);
  });

  it('has a test for everything that the registries tell', () => {
    const told = agents.filter((agent) => agent.handsOverTo && !heldBy(agent, 'to'));
    const counted = agents.filter(
      (agent) => !agent.experimental && (!heldBy(agent, 'usage') || !heldBy(agent, 'reload')),
    );
    expect([...told, ...counted].map(({ name }) => name)).toEqual([]);
  });

  it('claims nothing that no test holds', () => {
    const [first] = agents;
    if (!first) throw new Error('there are agents');
    const page = agentsPage([{ ...first, name: 'nobody', title: 'Nobody' }]);
    expect(page).toContain('| usage | – | – |');
    expect(page).toContain('| live equals reload | – | – |');
  });
});
