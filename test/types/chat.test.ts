import { beforeAll, describe, expect, it } from 'vitest';
import { checkPrograms } from './run-tsc.ts';

/** The types of the chat service, as requirement 002 prints them; `Sandbox` is that part of Vercel's class which it uses. */
const document = `
import type { z } from 'zod';

export type Sandbox = {
  sandboxId?: string | undefined;
  runCommand(input: { cmd: string; args?: string[]; env?: Record<string, string> }): Promise<{ exitCode: number | null }>;
  readFileToBuffer(file: { path: string }): Promise<Uint8Array | null>;
  writeFiles(files: { path: string; content: Uint8Array }[]): Promise<void>;
  snapshot(): Promise<{ snapshotId: string }>;
};
export type BaseChatRequest = { message: string; session_id?: string; sandbox_id?: string; snapshot_id?: string };
export type ChatCommand = { cmd: string; args: string[]; env?: Record<string, string> };
export type StdoutMapper = { push(chunk: string): string[]; flush(): string[] };
export type ChatAgent<TRequest extends BaseChatRequest> = {
  requestSchema: z.ZodType<TRequest>;
  snapshotId?: string;
  prepareSandbox(input: { input: TRequest; sandbox: Sandbox }): Promise<void>;
  createCommand(input: { input: TRequest }): ChatCommand;
  createStdoutMapper?: () => StdoutMapper;
};
`;

/** An agent as the service behind 002 writes it: no type on the parameters, a schema with refinements, a helper for files. */
const geminiAgent = (chatAgent: string) => `
import { z } from 'zod';
${chatAgent}

const schema = z.object({
  message: z.string().min(1),
  session_id: z.string().min(1).optional(),
  sandbox_id: z.string().min(1).optional(),
  snapshot_id: z.string().min(1).optional(),
  relay_token: z.string().min(1).optional(),
});
type Request = z.infer<typeof schema>;

function createSchema(isBrowser: boolean): z.ZodType<Request> {
  if (!isBrowser) return schema;
  return schema.superRefine((value, context) => {
    if (!value.relay_token) context.addIssue({ code: 'custom', path: ['relay_token'], message: 'is required' });
  });
}

function assertToken(request: Request): asserts request is Request & { relay_token: string } {
  if (!request.relay_token) throw new Error('relay_token is required');
}

async function patchSettings(sandbox: Sandbox, env: Record<string, string>): Promise<void> {
  const buffer = await sandbox.readFileToBuffer({ path: '/home/vercel-sandbox/.gemini/settings.json' });
  if (!buffer) throw new Error('there are no settings');
  const settings: { [key: string]: unknown } = JSON.parse(new TextDecoder().decode(buffer));
  await sandbox.writeFiles([{ path: 'settings.json', content: new TextEncoder().encode(JSON.stringify({ ...settings, env })) }]);
}

export function createGeminiAgent(options: { snapshotId?: string; isBrowser: boolean }): ChatAgent<Request> {
  return {
    requestSchema: createSchema(options.isBrowser),
    snapshotId: options.snapshotId?.trim() || 'base',
    async prepareSandbox({ input, sandbox }): Promise<void> {
      if (!options.isBrowser) return;
      assertToken(input);
      await patchSettings(sandbox, { TOKEN: input.relay_token });
    },
    createCommand({ input }) {
      const args = ['--prompt', input.message];
      if (input.session_id) args.push('--resume', input.session_id);
      return { cmd: 'gemini', args, env: { GEMINI_API_KEY: 'key' } };
    },
  };
}
`;

const FROM_DOCUMENT = `
import type * as Document from './document.ts';
import { type BaseChatRequest, type ChatAgent, type ChatCommand, type Sandbox, runChat } from 'threadline/chat';
import type { StdoutMapper } from 'threadline';
import { z } from 'zod';

export const request = (given: Document.BaseChatRequest): BaseChatRequest => given;
export const command = (given: Document.ChatCommand): ChatCommand => given;
export const mapper = (given: Document.StdoutMapper): StdoutMapper => given;
export const agent = (given: Document.ChatAgent<Document.BaseChatRequest>): ChatAgent<Document.BaseChatRequest> => given;
export const sandbox = (given: Sandbox): Pick<Document.Sandbox, 'writeFiles' | 'snapshot'> => given;
export const run = (given: Document.ChatAgent<Document.BaseChatRequest>, signal: AbortSignal): Promise<Response> =>
  runChat({ agent: given, input: { message: 'hi' }, signal });

// A schema of any library still runs.
const own = { parse: (value: unknown) => ({ message: String(value) }), safeParse: (value: unknown) => ({ success: true as const, data: { message: String(value) } }) };
export const runs = (given: ChatAgent<BaseChatRequest>, signal: AbortSignal) =>
  runChat({ agent: { ...given, requestSchema: own }, input: { message: 'hi' }, signal });
export const zodStays: z.ZodType<BaseChatRequest> = {} as ChatAgent<BaseChatRequest>['requestSchema'];
`;

const TO_DOCUMENT = `
import type * as Document from './document.ts';
import { type BaseChatRequest, type ChatAgent, type ChatCommand, createCodexAgent, createGeminiAgent, createClaudeAgent, type PreparedSandbox } from 'threadline/chat';
import type { ChatAgent as RootAgent, NdjsonInit, NdjsonMessage, NdjsonStderr, NdjsonToolResult, NdjsonToolUse } from 'threadline';
import { createCodexStdoutMapper } from 'threadline';
import { z } from 'zod';

export const request = (given: BaseChatRequest): Document.BaseChatRequest => given;
export const command = (given: ChatCommand): Document.ChatCommand => given;
export const mapper: Document.StdoutMapper = createCodexStdoutMapper();
export const agent = (given: ChatAgent<Document.BaseChatRequest>): Document.ChatAgent<Document.BaseChatRequest> => given;
export const same = (given: RootAgent<BaseChatRequest>): ChatAgent<BaseChatRequest> => given;
export const agents: Document.ChatAgent<Document.BaseChatRequest>[] = [createCodexAgent(), createClaudeAgent(), createGeminiAgent({ model: 'm' })];
export const sandbox = (given: PreparedSandbox): Document.Sandbox => given;
export const init = (given: NdjsonInit): { type: 'init'; session_id?: string; modelId?: string } => given;
export const message = (given: NdjsonMessage): { type: 'message'; content: string; delta?: boolean } => given;
export const stderr = (given: NdjsonStderr): { type: 'stderr'; content: string } => given;
export const toolUse = (given: NdjsonToolUse): { type: 'tool_use'; tool_name: string; tool_id: string; parameters: unknown } => given;
export const toolResult = (given: NdjsonToolResult): { type: 'tool_result'; tool_id: string; status: string; output?: unknown } => given;
export const schema: z.ZodType<Document.BaseChatRequest> = createCodexAgent().requestSchema;
export const plan: boolean = createCodexAgent().requestSchema.extend({ plan: z.boolean() }).parse({}).plan;
`;

const WRONG = `
import type * as Document from './document.ts';
import { type ChatAgent, createCodexAgent } from 'threadline/chat';
export const schema: ChatAgent<Document.BaseChatRequest & { plan: boolean }>['requestSchema'] = createCodexAgent().requestSchema;
`;

describe('requirement 002, chat-run.ts and the agents', () => {
  let faults: string[];

  beforeAll(async () => {
    const programs = {
      'document.ts': document,
      'from-document.ts': FROM_DOCUMENT,
      'to-document.ts': TO_DOCUMENT,
      'gemini-agent.ts': geminiAgent(`import type { ChatAgent, PreparedSandbox as Sandbox } from 'threadline/chat';`),
      'gemini-agent-of-document.ts': geminiAgent(
        `import type { Sandbox } from './document.ts';\nimport type { ChatAgent } from 'threadline/chat';`,
      ),
      'wrong.ts': WRONG,
    };
    // The document's optional fields are read under plain strict: what is undefined is absent.
    const options = { types: [], exactOptionalPropertyTypes: false };
    faults = (await checkPrograms(programs, options)).split(/\n(?=\S)/);
  }, 60_000);

  const faultsOf = (program: string) => faults.filter((fault) => fault.includes(`/${program}.ts`)).join('\n');

  it('types the agents, requests, commands and mappers that fit ours', () => {
    expect(faultsOf('from-document')).toBe('');
  });

  it('types agents that ours are', () => {
    expect(faultsOf('to-document')).toBe('');
  });

  it('an agent that patches a file of the sandbox compiles against our ChatAgent', () => {
    expect(faultsOf('gemini-agent')).toBe('');
    expect(faultsOf('gemini-agent-of-document')).toBe('');
  });

  it('would be told apart if they did not fit', () => {
    expect(faultsOf('document')).toBe('');
    expect(faultsOf('wrong')).toContain('TS2322');
  });
});
