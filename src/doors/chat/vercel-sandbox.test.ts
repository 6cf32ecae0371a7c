import { describe, expect, it } from 'vitest';
import { installAgent } from '../../../test/agents.ts';
import { runTsc } from '../../../test/types/run-tsc.ts';

const install = () => installAgent('vercel-sandbox-3.5.0', '@vercel/sandbox@3.5.0');

const imports = `
/// <reference types="node" />
import type { Sandbox as VercelSandbox } from '@vercel/sandbox';
import { chatRequestSchema, runChat } from 'threadline/chat';
import type { BaseChatRequest, ChatAgent, RunChatInput, Sandbox, Sandboxes } from 'threadline/chat';
`;

describe('the types of @vercel/sandbox', () => {
  it('fit ours: its class can be passed to runChat, and agents written for it to ours', {
    timeout: 300_000,
  }, async (context) => {
    const folder = await install();
    if (typeof folder !== 'string') return context.skip(folder.skip);
    const source = `${imports}
type IsAny<T> = 0 extends 1 & T ? true : false;
type CommandParams = Exclude<Parameters<VercelSandbox['runCommand']>[0], string>;
export const isThere: [IsAny<VercelSandbox>, IsAny<NonNullable<CommandParams['stdout']>>] = [false, false];

export const sandbox = (given: VercelSandbox): Sandbox => given;
export const sandboxes = (given: typeof VercelSandbox): Sandboxes => given;
export const chat = (given: typeof VercelSandbox): Pick<RunChatInput<BaseChatRequest>, 'sandboxes'> => ({ sandboxes: given });

type VercelAgent = Omit<ChatAgent<BaseChatRequest>, 'prepareSandbox'> & {
  prepareSandbox(input: { input: BaseChatRequest; sandbox: VercelSandbox }): Promise<void>;
};
export const agent = (given: VercelAgent): ChatAgent<BaseChatRequest> => given;

// An agent that names no type of its parameter, and hands the sandbox to a function that wants the class.
async function patchSettings(sandbox: VercelSandbox, env: Record<string, string>): Promise<void> {
  const buffer = await sandbox.readFileToBuffer({ path: '/home/vercel-sandbox/.gemini/settings.json' });
  if (!buffer) throw new Error('no settings');
  const settings: Record<string, unknown> = JSON.parse(buffer.toString('utf8'));
  await sandbox.writeFiles([{ path: 'settings.json', content: Buffer.from(JSON.stringify({ ...settings, env })) }]);
}
export const gemini: ChatAgent<BaseChatRequest, VercelSandbox> = {
  requestSchema: chatRequestSchema,
  async prepareSandbox({ input, sandbox }) {
    await patchSettings(sandbox, { SESSION: input.session_id ?? '' });
  },
  createCommand: ({ input }) => ({ cmd: 'gemini', args: ['--prompt', input.message] }),
};
export const run = (signal: AbortSignal) => runChat({ agent: gemini, input: { message: 'hi' }, signal });
`;
    expect(await runTsc(source, folder)).toBe('');
  });

  it('would be told apart if they did not', { timeout: 300_000 }, async (context) => {
    const folder = await install();
    if (typeof folder !== 'string') return context.skip(folder.skip);
    const source = `${imports}
export const wrong = (given: Omit<VercelSandbox, 'snapshot'>): Sandbox => given;
`;
    expect(await runTsc(source, folder)).toContain('TS2741');
  });
});
