import { KimiClient, PiClient, QwenClient } from 'threadline/run';
import { installAgent } from '../agents.ts';
import { type ChatAgent, findChatAgent } from './chat-agent-harness.ts';

// Agents that keep each session in a file of its own. Each the newest when these tests were written.

export const qwen: ChatAgent = {
  name: 'qwen',
  version: '0.24.4',
  packages: ['@qwen-code/qwen-code@0.24.4'],
  program: '.bin/qwen',
  pathVariable: 'QWEN_CLI_PATH',
  settings: () => ({ '.qwen/settings.json': JSON.stringify(QWEN_SETTINGS) }),
  env: ({ modelUrl }) => ({ OPENAI_API_KEY: 'mock', OPENAI_BASE_URL: modelUrl, OPENAI_MODEL: 'qwen3-coder-plus' }),
  client: (options, may) =>
    new QwenClient({ ...options, authType: 'openai', approvalMode: may === 'all' ? 'yolo' : undefined }),
  shell: (command) => ['run_shell_command', { command, is_background: false }],
  write: (path, content) => ['write_file', { file_path: path, content }],
};

export const pi: ChatAgent = {
  name: 'pi',
  version: '1.5.0',
  packages: ['@earendil-works/pi-coding-agent@1.5.0'],
  program: '.bin/pi',
  pathVariable: 'PI_CLI_PATH',
  settings: ({ modelUrl }) => ({
    '.pi/agent/models.json': JSON.stringify(piModels(modelUrl)),
    '.pi/agent/settings.json': JSON.stringify({ defaultProvider: 'mock', defaultModel: 'mock-1' }),
  }),
  env: () => ({ PI_OFFLINE: '1', PI_SKIP_VERSION_CHECK: '1', PI_TELEMETRY: '0' }),
  client: (options, may) => new PiClient({ ...options, permission: may === 'all' ? 'all' : undefined }),
  shell: (command) => ['bash', { command }],
  write: (path, content) => ['write', { path, content }],
};

export const kimi: ChatAgent = {
  name: 'kimi',
  version: '2.1.0',
  packages: ['@moonshot-ai/kimi-code@2.1.0'],
  program: '.bin/kimi',
  pathVariable: 'KIMI_CLI_PATH',
  settings: ({ modelUrl }) => ({ '.kimi-code/config.toml': kimiSettings(modelUrl) }),
  env: () => ({ KIMI_DISABLE_TELEMETRY: '1', KIMI_CODE_DISABLE_AUTO_UPDATE: '1', CI: '1' }),
  client: (options, may) => new KimiClient({ ...options, allowAll: may === 'all' }),
  shell: (command) => ['Bash', { command }],
  write: (path, content) => ['Write', { path, content }],
};

/** Installs an agent on first use and gives its program. Gives why where it cannot be had. */
export async function findFileAgent(agent: ChatAgent): Promise<{ binary: string } | { skip: string }> {
  if (agent === pi) await installAgent(`pi-${pi.version}`, pi.packages, { overrides: PI_BUNDLED });
  return findChatAgent(agent);
}

/** Its program is one bundle. Dependencies that it names are in there, and some of them were never published. */
export const PI_BUNDLED = Object.fromEntries(
  ['pi-codemode', 'pi-mcp', 'pi-tui', 'pi-agent-core', 'pi-ai']
    .map((name) => `@earendil-works/${name}`)
    .concat('grok-mermaid', 'lovely-mermaid')
    .map((name) => [name, 'npm:quickjs-wasi@3.6.2']),
);

const QWEN_SETTINGS = {
  general: { disableAutoUpdate: true, enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
  // It asks the model by itself after a turn, which is no part of the session.
  memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false },
};

function piModels(baseUrl: string): object {
  const model = {
    id: 'mock-1',
    name: 'Mock',
    reasoning: true,
    input: ['text'],
    contextWindow: 200_000,
    maxTokens: 8192,
  };
  const cost = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
  return { providers: { mock: { baseUrl, api: 'openai-completions', apiKey: 'mock', models: [{ ...model, cost }] } } };
}

const kimiSettings = (modelUrl: string) => `default_model = "mock"
telemetry = false
[providers.mock]
type = "openai"
base_url = "${modelUrl}"
api_key = "mock"
[models.mock]
provider = "mock"
model = "mock-1"
max_context_size = 200000
capabilities = ["thinking"]
`;
