import { CopilotClient, GooseClient, OpencodeClient } from 'threadline/run';
import type { ChatAgent, Place } from './chat-agent-harness.ts';

const OPENCODE = { all: 'all', edits: 'edit', default: undefined } as const;
const [PLATFORM, ARCH] = [process.platform === 'win32' ? 'windows' : process.platform, process.arch];

/** Stands in no other text: Copilot CLI blots it out wherever it does. */
const KEY = 'key-of-nobody';

/** The newest when these tests were written. */
export const opencode: ChatAgent = {
  name: 'opencode',
  version: '1.18.33',
  packages: ['opencode-ai@1.18.33'],
  // The package's own program is put in place by a script of its installation, which is not run.
  program: `opencode-${PLATFORM}-${ARCH}/bin/opencode`,
  pathVariable: 'OPENCODE_PATH',
  settings: ({ modelUrl }) => ({ '.config/opencode/opencode.json': JSON.stringify(opencodeSettings(modelUrl)) }),
  env: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  }),
  hasEdits: true,
  client: (options, may) => new OpencodeClient({ ...options, permission: OPENCODE[may] }),
  shell: (command) => ['bash', { command, description: 'Runs a command' }],
  write: (path, content) => ['write', { filePath: path, content }],
};

export const copilot: ChatAgent = {
  name: 'copilot',
  version: '1.0.102',
  packages: ['@github/copilot@1.0.102'],
  program: `@github/copilot-${process.platform}-${ARCH}/copilot`,
  pathVariable: 'COPILOT_CLI_PATH',
  env: ({ modelUrl }) => ({
    COPILOT_OFFLINE: 'true',
    COPILOT_PROVIDER_BASE_URL: modelUrl,
    COPILOT_PROVIDER_API_KEY: KEY,
    COPILOT_MODEL: 'gpt-5.1',
  }),
  hasEdits: true,
  client: (options, may) => new CopilotClient({ ...options, permissions: may === 'default' ? undefined : may }),
  shell: (command) => ['bash', { command, description: 'Runs a command' }],
  write: (path, content) => ['create', { path, file_text: content }],
};

export const goose: ChatAgent = {
  name: 'goose',
  version: '1.52.0',
  packages: [`@aaif/goose-binary-${process.platform}-${ARCH}@1.52.0`],
  program: `@aaif/goose-binary-${process.platform}-${ARCH}/bin/goose`,
  pathVariable: 'GOOSE_CLI_PATH',
  settings: () => ({ '.config/goose/config.yaml': GOOSE_SETTINGS }),
  env: ({ modelUrl }: Place) => ({
    GOOSE_PROVIDER: 'openai',
    GOOSE_MODEL: 'mock-1',
    OPENAI_HOST: modelUrl.replace(/\/v1$/, ''),
    OPENAI_API_KEY: KEY,
    GOOSE_DISABLE_KEYRING: '1',
    GOOSE_TELEMETRY_ENABLED: 'false',
  }),
  client: (options, may) => new GooseClient({ ...options, mode: may === 'all' ? 'auto' : undefined }),
  shell: (command) => ['shell', { command }],
  write: (path, content) => ['write', { path, content }],
};

function opencodeSettings(baseURL: string): object {
  const limit = { context: 200_000, output: 8192 };
  const models = Object.fromEntries(['mock-1', 'mock-small'].map((name) => [name, { name, tool_call: true, limit }]));
  const mock = { npm: '@ai-sdk/openai-compatible', name: 'Mock', options: { baseURL, apiKey: KEY }, models };
  return {
    autoupdate: false,
    share: 'disabled',
    model: 'mock/mock-1',
    small_model: 'mock/mock-small',
    enabled_providers: ['mock'],
    provider: { mock },
  };
}

const GOOSE_SETTINGS = `GOOSE_TELEMETRY_ENABLED: false
extensions:
  developer:
    bundled: true
    enabled: true
    name: developer
    timeout: 300
    type: builtin
`;
