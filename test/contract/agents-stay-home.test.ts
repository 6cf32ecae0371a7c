import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const source = fileURLToPath(new URL('../../src', import.meta.url));

/** Where an agent is at home: its wires, its words, its store, its driver, its byte scan, the writer of its sessions,
 *  what it tells the MCP server. */
const HOMES = [
  /^wires\/codex/,
  /^messages\/(vocabularies\/|parse|codex-lines)/,
  /^sessions\/stores\/codex\//,
  /^run\/agents\/codex\//,
  /^usage\/(codex-|scan-codex|detect-fold|token-counts)/,
  /^writers\/codex-/,
  /^mcp\/askers\/codex/,
];

/** Files that name an agent all the same, and why. */
const EXCEPTIONS: Record<string, string> = {
  'wires/wire.ts': 'the known names of wires',
  'wires/registry.ts': 'the registry of wires',
  'sessions/stores/registry.ts': 'the registry of stores',
  'run/agents/registry.ts': 'the registry of drivers',
  'thread/event.ts': 'the known names of agents',
  'index.ts': 'public names of the requirements',
  'run/index.ts': 'public names of the requirements',
  'chat/index.ts': 'public names of the requirements',
  'chat/codex-agent.ts': 'createCodexAgent, of the requirements',
  'ndjson/codex-stdout-mapper.ts': 'createCodexStdoutMapper, of the requirements',
  'schema/json-schema.ts': 'the description of the published schema',
  'tools/tool-names.ts': 'namespaces that are no servers',
  'cli/convert/command.ts': 'help: an example',
  'cli/run/command.ts': 'help: an example',
  'writers/registry.ts': 'the registry of writers',
  'writers/session-writer.ts': 'the known styles of a session format',
  'cli/export/command.ts': 'help: an example',
  'cli/handoff/command.ts': 'help: an example',
  'cli/mcp/command.ts': 'help: an example',
  'cli/show/command.ts': 'help: an example',
  'mcp/askers/registry.ts': 'the registry of clients that ask',
  'cli/usage/command.ts': 'help: an example',
};

/** Comments may name whom they like. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
}

it('no code outside of an agent’s folders and the registries knows Codex by name', () => {
  const naming = globSync('**/*.ts', { cwd: source, exclude: ['**/*.test.ts'] })
    .filter((path) => !HOMES.some((home) => home.test(path)))
    .filter((path) => /codex/i.test(withoutComments(readFileSync(`${source}/${path}`, 'utf8'))));
  expect(naming.filter((path) => !(path in EXCEPTIONS))).toEqual([]);
  expect(
    Object.keys(EXCEPTIONS).filter((path) => !naming.includes(path)),
    'no exception is stale',
  ).toEqual([]);
});
