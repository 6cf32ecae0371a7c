import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ThreadItem, UnifiedMessage } from 'threadline';
import { ClaudeClient, type ClaudeRequest, type ClaudeResumeRequest } from 'threadline/run';
import { loadSession } from 'threadline/sessions';
import {
  type AnthropicApi,
  type AnthropicScript,
  startAnthropicApi,
} from '../../scripts/record/models/anthropic-api.ts';
import { claudeOfPackage } from '../../src/machine/run/agents/claude/detect.ts';
import { installAgent } from '../agents.ts';
import { createMark, MARK } from '../run/marked-processes.ts';
import { type FinishedRun, finishRun } from './finished-run.ts';

/** The newest when these tests were written. */
export const CLAUDE_VERSION = '2.1.325';

const MCP_SERVER = fileURLToPath(new URL('../../scripts/record/models/mcp-server.mjs', import.meta.url));

/** Talks to the scripted model only: what would go out to the network is turned off. */
const QUIET = {
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_TELEMETRY: '1',
  DISABLE_AUTOUPDATER: '1',
  DISABLE_ERROR_REPORTING: '1',
  CLAUDE_CODE_MAX_RETRIES: '2',
};

/** Installs Claude Code on first use and gives its program. Gives why where it cannot be had. */
export async function findClaude(version = CLAUDE_VERSION): Promise<{ binary: string } | { skip: string }> {
  const folder = await installAgent(`claude-${version}`, `@anthropic-ai/claude-code@${version}`);
  if (typeof folder !== 'string') return folder;
  const binary = claudeOfPackage(join(folder, 'node_modules/@anthropic-ai/claude-code'));
  return binary ? { binary } : { skip: `no program in claude-${version}` };
}

/** A home, a project and a scripted model for runs of Claude Code. */
export interface Workshop {
  home: string;
  project: string;
  /** Carried by every process of its runs: see marked-processes.ts. */
  mark: string;
  model: AnthropicApi;
  client: ClaudeClient;
  exec(request: ClaudeRequest): Promise<FinishedRun>;
  resume(request: ClaudeResumeRequest): Promise<FinishedRun>;
  /** What the session's file says. */
  reload(run: FinishedRun): Promise<UnifiedMessage[]>;
  close(): Promise<void>;
}

/** A server of the Model Context Protocol, as Claude Code's config has it. */
interface ConfiguredServer {
  command: string;
  args: readonly string[];
  env?: Record<string, string>;
}

/** `servers`: further ones, by name, for a home. */
export async function createWorkshop(
  binary: string,
  script: AnthropicScript,
  servers: (home: string) => Record<string, ConfiguredServer> = () => ({}),
): Promise<Workshop> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'threadline-claude-')));
  const [home, project] = [join(root, 'home'), join(root, 'project')];
  for (const folder of [home, project]) mkdirSync(folder);
  writeFileSync(join(project, 'app.js'), 'export const add = (a, b) => a - b;\n');
  const model = await startAnthropicApi(script);
  const mark = createMark();
  const mcpServers = { demo: { command: process.execPath, args: [MCP_SERVER] }, ...servers(home) };
  const client = new ClaudeClient({
    binary,
    configDir: home,
    cwd: project,
    allowedTools: ['Bash', 'Edit', 'Write', 'Read', ...Object.keys(mcpServers).map((name) => `mcp__${name}`)],
    mcpConfig: [JSON.stringify({ mcpServers })],
    env: { HOME: home, ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'sk-ant-mock', ...QUIET, [MARK]: mark },
  });
  return {
    home,
    project,
    mark,
    model,
    client,
    exec: (request) => finishRun(client.streamExec(request), request),
    resume: (request) => finishRun(client.streamResume(request), request),
    reload: ({ result }) => loadSession(result.threadId ?? '', { homes: [home], agent: 'claude' }),
    async close() {
      await model.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** The items that were completed, of one kind. */
export function completed<T extends ThreadItem['type']>(run: FinishedRun, type: T): Extract<ThreadItem, { type: T }>[] {
  const items = run.events.flatMap((event) => (event.type === 'item.completed' ? [event.item] : []));
  return items.filter((item): item is Extract<ThreadItem, { type: T }> => item.type === type);
}

/** What law 4 compares: times, models, usage and originals stand outside of it, and so do notices. */
export function comparable(messages: readonly UnifiedMessage[]): object[] {
  return messages
    .filter(({ role }) => role !== 'system')
    .map(({ id, role, content, tool }) => ({ id, role, content, tool }));
}
