import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type LiveEvent, type LiveOptions, type LiveSession, openLive } from 'threadline/live';
import { functionCall, message } from '../../scripts/record/models/answers.ts';
import { call, say, startAnthropicApi } from '../../scripts/record/models/anthropic-api.ts';
import { type ChatRequest, startChatCompletions } from '../../scripts/record/models/chat-completions-api.ts';
import { startGeminiApi } from '../../scripts/record/models/gemini-api.ts';
import { startResponsesApi } from '../../scripts/record/models/responses-api.ts';
import { detectCli } from '../../src/machine/run/index.ts';
import { installAgent } from '../agents.ts';
import { findChatAgent } from '../e2e/chat-agent-harness.ts';
import { copilot, opencode } from '../e2e/chat-agents.ts';
import { findClaude } from '../e2e/claude-harness.ts';
import { qwen } from '../e2e/file-agents.ts';
import { findGemini } from '../e2e/gemini-harness.ts';
import { quietCodex } from '../quiet-codex.ts';

/** What the model does next, for every agent: says something, runs a command, asks the person. */
export type Step = { say: string } | { run: string } | { ask: string } | { write: string } | 'silence';

export type LabAgent = 'claude' | 'codex' | 'opencode' | 'copilot' | 'qwen' | 'gemini';

const CHAT_AGENTS = { opencode, copilot, qwen };

/** An agent with its program, a home, a project and a model that follows steps. */
export interface Lab {
  agent: LabAgent;
  project: string;
  home: string;
  /** The next answers of the model, one for each request. When none is left it says `done`. */
  steps: Step[];
  requests(): string;
  made(name: string): boolean;
  options(more?: Partial<LiveOptions>): LiveOptions;
  open(more?: Partial<LiveOptions>): Promise<LiveSession>;
  close(): Promise<void>;
}

/** Codex refuses to put its helpers into a home below the temporary folder. */
const HOMES = fileURLToPath(new URL('../../.agents/homes/', import.meta.url));

/** The newest, or of Claude Code and Codex another version. */
export async function findProgramOf(agent: LabAgent, version?: string): Promise<{ binary: string } | { skip: string }> {
  if (agent === 'claude') return findClaude(version);
  if (agent === 'codex') return findCodexOf(version ?? '0.166.0');
  if (version !== undefined) return { skip: `only one version of ${agent} is tried` };
  return agent === 'gemini' ? findGemini() : findChatAgent(CHAT_AGENTS[agent]);
}

async function findCodexOf(version: string): Promise<{ binary: string } | { skip: string }> {
  const folder = await installAgent(`codex-${version}`, `@openai/codex@${version}`);
  if (typeof folder !== 'string') return folder;
  const binary = detectCli({ env: { CODEX_CLI_PATH: join(folder, 'node_modules/.bin/codex') } });
  return binary ? { binary } : { skip: `no native program in codex-${version}` };
}

interface Model {
  url: string;
  requests: readonly unknown[];
  close(): Promise<void>;
}

export async function createLab(agent: LabAgent, binary: string): Promise<Lab> {
  mkdirSync(HOMES, { recursive: true });
  const root = realpathSync(mkdtempSync(join(agent === 'codex' ? HOMES : tmpdir(), `threadline-live-${agent}-`)));
  const [home, project] = [join(root, 'home'), join(root, 'project')];
  for (const folder of [home, project]) mkdirSync(folder);
  const steps: Step[] = [];
  const next = (): Step => steps.shift() ?? { say: 'done' };
  const model = await startModel(agent, next);
  const { environment, settings } = setUp(agent, model.url, home);
  for (const [name, text] of Object.entries(settings)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  const open: LiveSession[] = [];
  const options = (more: Partial<LiveOptions> = {}): LiveOptions => ({
    cwd: project,
    program: binary,
    dataFolder: join(root, 'data'),
    ...more,
    environment: { HOME: home, ...environment, ...more.environment },
  });
  return {
    agent,
    project,
    home,
    steps,
    requests: () => JSON.stringify(model.requests),
    made: (name) => existsSync(join(project, name)),
    options,
    async open(more = {}) {
      const session = await openLive(agent, options(more));
      open.push(session);
      return session;
    },
    async close() {
      for (const session of open) await session.close();
      await model.close();
      rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function startModel(agent: LabAgent, next: () => Step): Promise<Model> {
  if (agent === 'claude') {
    return startAnthropicApi(() => {
      const step = next();
      if (step === 'silence') return step;
      if ('say' in step) return [say(step.say)];
      if ('run' in step) return [call('Bash', { command: step.run, description: 'A command' })];
      if ('write' in step) return [call('Write', { file_path: step.write, content: 'written\n' })];
      const options = ['Red', 'Blue'].map((label) => ({ label, description: label }));
      const questions = [{ question: step.ask, header: 'Colour', options, multiSelect: false }];
      return [call('AskUserQuestion', { questions })];
    });
  }
  if (agent === 'codex') {
    return startResponsesApi(({ tools }) => {
      const step = next();
      if (step === 'silence') return step;
      if ('say' in step) return [message(step.say)];
      if ('write' in step)
        return [tools.patch(`*** Begin Patch\n*** Add File: ${step.write}\n+written\n*** End Patch`)];
      if ('ask' in step) return [functionCall('request_user_input', questionOf(step.ask))];
      const escalated = { sandbox_permissions: 'require_escalated', justification: 'it writes' };
      return [functionCall('exec_command', { cmd: step.run, yield_time_ms: 30_000, ...escalated })];
    });
  }
  if (agent === 'gemini') {
    return startGeminiApi(() => {
      const step = next();
      if (step === 'silence' || 'ask' in step) return 'silence';
      if ('say' in step) return [{ text: step.say }];
      const written = (path: string) => ({ name: 'write_file', args: { file_path: path, content: 'written\n' } });
      const shell = (command: string) => ({ name: 'run_shell_command', args: { command, description: 'A command' } });
      return [{ functionCall: 'write' in step ? written(step.write) : shell(step.run) }];
    });
  }
  const { write, shell } = CHAT_AGENTS[agent];
  const chat = ({ messages }: ChatRequest) => {
    // Qwen Code asks what the person might type next, with all tools and when a turn is over: that is no step of it.
    if (JSON.stringify(messages.at(-1)?.content)?.includes('[SUGGESTION MODE')) return { text: 'nothing' };
    const step = next();
    if (step === 'silence') return { text: 'It begins, and', isEndless: true } as const;
    if ('ask' in step) return { status: 500, message: 'not scripted' };
    if ('say' in step) return { text: step.say };
    if ('write' in step) return { calls: [write(step.write, 'written\n')] };
    return { calls: [shell(step.run)] };
  };
  return startChatCompletions({ answers: [chat] });
}

function questionOf(question: string): object {
  const options = ['Red', 'Blue'].map((label) => ({ label, description: label }));
  return { questions: [{ id: 'colour', header: 'Colour', question, options }] };
}

function setUp(agent: LabAgent, url: string, home: string) {
  if (agent === 'claude') return { environment: claudeEnvironment(url, home), settings: {} };
  if (agent === 'codex') {
    const environment = { CODEX_HOME: home, MOCK_API_KEY: 'mock' };
    return { environment, settings: { 'config.toml': quietCodex({ model: 'gpt-5.5', url }) } };
  }
  if (agent === 'gemini') {
    const environment = {
      GEMINI_CLI_HOME: home,
      GEMINI_API_KEY: 'mock',
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_CLI_NO_RELAUNCH: 'true',
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    };
    return { environment, settings: { '.gemini/settings.json': JSON.stringify(GEMINI_SETTINGS) } };
  }
  const place = { home, project: '', modelUrl: url };
  const { env, settings } = CHAT_AGENTS[agent];
  return { environment: { ...env(place), XDG_CONFIG_HOME: join(home, '.config') }, settings: settings?.(place) ?? {} };
}

const GEMINI_SETTINGS = {
  security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
  // Without a name it first asks a model which model is to answer.
  model: { name: 'gemini-2.5-flash' },
  general: { maxAttempts: 2, disableAutoUpdate: true, enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
};

function claudeEnvironment(url: string, home: string): Record<string, string> {
  return {
    CLAUDE_CONFIG_DIR: home,
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'sk-ant-mock',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_ERROR_REPORTING: '1',
    CLAUDE_CODE_MAX_RETRIES: '2',
  };
}

/** Reads all events, and answers each by a function. */
export function attend(session: LiveSession, onEvent: (event: LiveEvent) => unknown = () => {}): LiveEvent[] {
  const events: LiveEvent[] = [];
  void (async () => {
    for await (const event of session) {
      events.push(event);
      void onEvent(event);
    }
  })();
  return events;
}

export async function until(isSo: () => boolean, what: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error(`${what} did not come`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
