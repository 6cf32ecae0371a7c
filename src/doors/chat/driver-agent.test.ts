import { fileURLToPath } from 'node:url';
import { createDriverAgent, createLocalSandbox, runChat } from 'threadline/chat';
import * as readers from 'threadline/reader';
import { agentDrivers } from 'threadline/run';
import { describe, expect, it } from 'vitest';

const fake = (name: string) => fileURLToPath(new URL(`../../../test/fakes/${name}`, import.meta.url));
const known = new Map<string, readers.AgentWires>(
  Object.values(readers).flatMap((value) => (typeof value === 'object' ? [[value.name, value] as const] : [])),
);
/** Agents that cannot be allowed to edit files and nothing else. */
const ALL_OR_NOTHING = new Set(['goose', 'cline', 'kimi']);
const secret = 'tl-own-secret';

describe.each(agentDrivers)('$title in a sandbox', (driver) => {
  const reader = known.get(driver.name === 'kilo' ? 'opencode' : driver.name) ?? { wires: [] };
  const env = { MODEL_KEY: 'key', OTHER_KEY: secret };
  const agent = createDriverAgent({ driver, reader, variables: ['MODEL_KEY'], env });
  const input = { message: 'list $(id) the files' };

  it('gets the variables that were named and no others, and the message as it is', async () => {
    const { args, env: given = {}, cmd } = agent.createCommand({ input });
    expect(given.MODEL_KEY).toBe('key');
    expect(JSON.stringify([cmd, args, given])).not.toContain(secret);
    expect(given).not.toHaveProperty('PATH');
    const written: unknown[] = [];
    await agent.prepareSandbox({ input, sandbox: { writeFiles: async (files) => void written.push(...files) } });
    const isArgument = args.some((argument) => argument === input.message || argument.endsWith(`=${input.message}`));
    expect(isArgument || JSON.stringify(written).includes(JSON.stringify(input.message).slice(1, -1))).toBe(true);
  });

  it('does everything behind a fence, and elsewhere edits files, or is refused', () => {
    const free = agent.createCommand({ input });
    if (ALL_OR_NOTHING.has(driver.name)) {
      expect(() => agent.createCommand({ input, isolated: false })).toThrow(TypeError);
    } else expect(agent.createCommand({ input, isolated: false })).not.toEqual(free);
    const bold = createDriverAgent({ driver, reader, variables: ['MODEL_KEY'], env, dangerouslyBypass: true });
    const words = ({ args, env: given }: typeof free) => [
      args.map((word) => word.replace(/[0-9a-f-]{36}/, 'ID')),
      given,
    ];
    expect(words(bold.createCommand({ input, isolated: false }))).toEqual(words(free));
  });
});

it('answers a chat with normalised lines', async () => {
  const [driver] = agentDrivers.filter(({ name }) => name === 'opencode');
  if (!driver) throw new Error('no driver');
  const local = createLocalSandbox();
  const binary = fake('opencode-recording.mjs');
  const made = createDriverAgent({ driver, reader: readers.opencode, binary });
  const agent = { ...made, snapshotId: local.baseSnapshotId };
  const { signal } = new AbortController();
  const text = await (await runChat({ agent, input: { message: 'hi' }, signal, sandboxes: local })).text();
  await local.dispose();
  const kinds = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).type);
  expect(kinds).toContain('init');
  expect(kinds).toContain('tool_use');
  expect(kinds.at(-1)).toBeDefined();
});
