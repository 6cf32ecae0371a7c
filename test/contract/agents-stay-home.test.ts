import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const source = fileURLToPath(new URL('../../src', import.meta.url));

/** Where an agent is at home: its wires, its words, its store, its driver, its byte scan, the writer of its sessions,
 *  what it tells the MCP server. */
const HOMES = [
  /^core\/wires\/(agents\/)?codex/,
  /^core\/messages\/(vocabularies\/|parse|codex-lines)/,
  /^machine\/sessions\/stores\/codex\//,
  /^machine\/run\/agents\/codex\//,
  /^machine\/live\/agents\/codex\//,
  /^machine\/usage\/(codex-|scan-codex|detect-fold|token-counts)/,
  /^core\/writers\/codex-/,
  /^doors\/mcp\/askers\/codex/,
];

/** Files that name an agent all the same, and why. */
const EXCEPTIONS: Record<string, string> = {
  'core/wires/wire.ts': 'the known names of wires',
  'core/wires/registry.ts': 'the registry of wires',
  'core/wires/forms.ts': 'the registry of what the lines of wires look like',
  'core/lazy/loadable-wires.ts': 'the registry of what is loaded when a line needs it',
  'core/wires/prompt-log/dialect.ts': 'the dialects of one wire of several agents',
  'core/wires/prompt-log/records.ts': 'the dialects of one wire of several agents',
  'core/wires/agent-names.ts': 'the registry of names',
  'core/reader/index.ts': 'a public value for each agent',
  'machine/sessions/stores/registry.ts': 'the registry of stores',
  'machine/run/agents/registry.ts': 'the registry of drivers',
  'machine/live/agents/registry.ts': 'the registry of agents that can be controlled',
  'core/thread/event.ts': 'the known names of agents',
  'index.ts': 'public names of the requirements',
  'machine/run/index.ts': 'public names of the requirements',
  'doors/chat/index.ts': 'public names of the requirements',
  'doors/chat/codex-agent.ts': 'createCodexAgent, of the requirements',
  'core/ndjson/codex-stdout-mapper.ts': 'createCodexStdoutMapper, of the requirements',
  'core/schema/json-schema.ts': 'the description of the published schema',
  'core/tools/tool-names.ts': 'namespaces that are no servers',
  'doors/cli/convert/command.ts': 'help: an example',
  'doors/cli/run/command.ts': 'help: an example',
  'core/writers/registry.ts': 'the registry of writers',
  'core/writers/session-writer.ts': 'the known styles of a session format',
  'doors/cli/export/command.ts': 'help: an example',
  'doors/cli/fork/command.ts': 'help: an example',
  'doors/cli/handoff/command.ts': 'help: an example',
  'doors/cli/mcp/command.ts': 'help: an example',
  'doors/cli/show/command.ts': 'help: an example',
  'doors/mcp/askers/registry.ts': 'the registry of clients that ask',
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

/** Agents that need no exception but the registries, and the words that name them in code. */
const OTHERS = [
  // OpenCode and Kilo share their files.
  { agent: 'opencode', word: /opencode|\bkilo(?!byte)/i },
  { agent: 'copilot', word: /copilot/i },
  { agent: 'qwen', word: /qwen/i },
  { agent: 'pi', word: /['"`]pi(?:-session)?['"`]|\bpi[A-Z]\w|\bPi[A-Z]/ },
  { agent: 'kimi', word: /kimi/i },
  { agent: 'goose', word: /\bgoose/i },
  { agent: 'cline', word: /\bcline/i },
];
const REGISTRIES = [
  /^core\/wires\/(?:wire|registry|agent-names|agent-habits)\.ts$/,
  /^core\/thread\/event\.ts$/,
  /^core\/wires\/forms\.ts$/,
  /^core\/lazy\/loadable-wires\.ts$/,
  /^core\/reader\/index\.ts$/,
  /^core\/wires\/agents\/kilo\.ts$/,
  /^core\/messages\/vocabularies\/registry\.ts$/,
  /^core\/writers\/registry\.ts$/,
  // Help: the names of session formats.
  /^doors\/cli\/(?:convert|export)\/command\.ts$/,
  /^machine\/(?:sessions\/stores|(?:run|live)\/agents)\/registry\.ts$/,
  /^machine\/run\/index\.ts$/,
  /^doors\/mcp\/askers\/registry\.ts$/,
  // Help: whom a thread can be handed over to.
  /^doors\/cli\/handoff\/command\.ts$/,
  // The forms of keys of those who answer requests.
  /^core\/redact\/vendors\.ts$/,
];

it.each(OTHERS)('no code outside of its folders and the registries knows $agent by name', ({ agent, word }) => {
  const homes = [
    new RegExp(`^core/wires/(?:agents/)?${agent}(?:-[\\w-]+)?(?:/|\\.ts$)`),
    new RegExp(`^core/messages/vocabularies/${agent}(?:-[\\w-]+)?\\.ts$`),
    new RegExp(`^machine/(?:sessions/stores|(?:run|live)/agents)/${agent}/`),
    new RegExp(`^core/writers/${agent}-`),
  ];
  const naming = globSync('**/*.ts', { cwd: source, exclude: ['**/*.test.ts'] })
    .filter((path) => ![...homes, ...REGISTRIES].some((home) => home.test(path)))
    .filter((path) => word.test(withoutComments(readFileSync(`${source}/${path}`, 'utf8'))));
  expect(naming).toEqual([]);
});
