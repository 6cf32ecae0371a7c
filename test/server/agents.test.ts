import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import type { ApiHello, ApiSessions } from '../../src/doors/server/api-types.ts';
import { pageRoute } from '../../src/doors/server/page-route.ts';
import { agentStores } from '../../src/machine/sessions/stores/registry.ts';
import { parrot } from '../made-up-agent/parrot.ts';
import { testFolder } from './claude-home.ts';
import { testViewer } from './test-viewer.ts';

const web = fileURLToPath(new URL('../../web/', import.meta.url));

describe('an agent of the page', () => {
  it('is named and marked as its entry says, also one that no line of the sources knows', async () => {
    const home = testFolder();
    mkdirSync(join(home, 'nests'));
    const lines = ['{"parrot":"hatched","nest":"n1","cage":"/x"}', '{"parrot":"heard","words":"hello"}'];
    writeFileSync(join(home, 'nests/nest-b1a9c2d3-polly.jsonl'), `${lines.join('\n')}\n`);
    const plain = { ...parrot, name: 'plain', title: 'Plain', mark: undefined, homeVariable: undefined };
    const { get } = await testViewer({ agents: [parrot, plain], homes: [home] });
    expect((await get<ApiHello>('/api/hello')).agents).toEqual([
      {
        name: 'parrot',
        title: 'Parrot',
        letters: 'pa',
        light: '#226622',
        dark: '#88dd88',
        homeVariable: 'PARROT_HOME',
      },
      { name: 'plain', title: 'Plain', letters: 'pl' },
    ]);
    await vi.waitFor(async () => {
      const { items } = await get<ApiSessions>('/api/sessions');
      expect(items.map(({ agent }) => agent)).toContain('parrot');
    });
  });

  it('stands in no file of the page by its name', () => {
    const names = agentStores.flatMap(({ name, title, homeVariable = name }) => [name, title, homeVariable]);
    // A letter of an alphabet has the name of an agent.
    const skipped = /\.test\.|^text\/html-entities\.ts$/;
    const files = globSync('**/*.{ts,tsx,css}', { cwd: web }).filter((path) => !skipped.test(path));
    const naming = files.flatMap((path) => {
      // Claude's form of messages is a format, whoever writes it.
      // The cursor of a pointer or of a list is no agent.
      const text = readFileSync(join(web, path), 'utf8')
        .replaceAll("Claude's shape", '')
        .replaceAll(/\bcursor\b/g, '');
      // A short name is also a word: as an agent's it stands in quotes.
      const naming = (name: string) => new RegExp(name.length > 3 ? `\\b${name}\\b` : `['"\`]${name}['"\`]`, 'i');
      return names.filter((name) => naming(name).test(text)).map((name) => `${path}: ${name}`);
    });
    expect(naming).toEqual([]);
    expect(files.length).toBeGreaterThan(100);
  });
});

describe('a place of the page', () => {
  const places = [
    '/',
    '/search',
    '/usage',
    '/problems',
    '/run',
    '/s/codex/one',
    '/s/gemini/session-5b0f7c99.json',
    '/prompts/codex/one',
  ];
  it.each([...places, '/s/made-up/a%20b', '/s/codex/one/changes'])(
    'opens the page also when it is reloaded: %s',
    async (path) => {
      expect(pageRoute(path).page).not.toBe('not-found');
      const { ask } = await testViewer({ homes: [] });
      expect([path, (await ask(path)).status]).toEqual([path, 200]);
    },
  );

  it.each([
    '/nowhere',
    '/s',
    '/s/codex',
    '/s/codex/one/nothing',
    '/usage/more',
    '/prompts',
    '/prompts/codex',
    '/prompts/codex/one/more',
  ])('that is none is not found: %s', async (path) => {
    expect(pageRoute(path).page).toBe('not-found');
    const { ask } = await testViewer({ homes: [] });
    expect([path, (await ask(path)).status]).toEqual([path, 404]);
  });
});
