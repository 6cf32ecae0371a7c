import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Outcome, UnifiedMessage } from 'threadline';
import {
  type AgentRun,
  CodexClient,
  createRunMessages,
  detectCli,
  type ExecRequest,
  type ResumeRequest,
  type RunResult,
} from 'threadline/run';
import { type ResponsesApi, type Script, startResponsesApi } from '../../scripts/record/models/responses-api.ts';
import { installAgent } from '../agents.ts';
import { quietCodex } from '../quiet-codex.ts';
import { createMark, MARK } from '../run/marked-processes.ts';

/** The versions that the end-to-end tests use, the newest and one with the older executor, each with a model it knows. */
const MODELS = { '0.166.0': 'gpt-5.5', '0.98.0': 'gpt-5.2-codex' } as const;

export type CodexVersion = keyof typeof MODELS;
export const CODEX_VERSIONS: readonly CodexVersion[] = ['0.166.0', '0.98.0'];

/** Codex refuses to put its helpers into a home below the temporary folder, so homes stand beside the agents. */
const HOMES = fileURLToPath(new URL('../../.agents/homes/', import.meta.url));
const MCP_SERVER = fileURLToPath(new URL('../../scripts/record/models/mcp-server.mjs', import.meta.url));

export interface InstalledCodex {
  /** The native program. */
  binary: string;
  model: string;
}

/** Installs a version of Codex on first use. Gives why where it cannot be had. */
export async function findCodex(version: CodexVersion): Promise<InstalledCodex | { skip: string }> {
  const folder = await installAgent(`codex-${version}`, `@openai/codex@${version}`);
  if (typeof folder !== 'string') return folder;
  const binary = detectCli({ env: { CODEX_CLI_PATH: join(folder, 'node_modules/.bin/codex') } });
  return binary ? { binary, model: MODELS[version] } : { skip: `no native program in codex-${version}` };
}

/** A run that is over, and all that it left. */
export interface FinishedRun {
  /** The CODEX_HOME that it used, session file included. */
  home: string;
  result: RunResult;
  events: Outcome[];
  /** The messages as they were collected live, the prompt included. */
  messages: UnifiedMessage[];
}

/** A home, a project and a scripted model for runs of one version of Codex. */
export interface Workshop {
  home: string;
  project: string;
  /** Carried by every process of its runs: see marked-processes.ts. */
  mark: string;
  model: ResponsesApi;
  client: CodexClient;
  exec(request: ExecRequest): Promise<FinishedRun>;
  resume(request: ResumeRequest): Promise<FinishedRun>;
  close(): Promise<void>;
}

export interface WorkshopOptions extends InstalledCodex {
  script: Script;
  /** Another address than the scripted model's. */
  modelUrl?: string;
  /** How often Codex tries again when the model fails. */
  retries?: number;
}

export async function createWorkshop({ binary, script, ...options }: WorkshopOptions): Promise<Workshop> {
  mkdirSync(HOMES, { recursive: true });
  const root = realpathSync(mkdtempSync(join(HOMES, 'run-')));
  const [home, project] = [join(root, 'home'), join(root, 'project')];
  for (const folder of [home, project]) mkdirSync(folder);
  writeFileSync(join(project, 'README.md'), '# Demo\n');
  writeFileSync(join(project, 'app.js'), 'export const add = (a, b) => a - b;\n');
  const model = await startResponsesApi(script);
  const mark = createMark();
  writeFileSync(join(home, 'config.toml'), configuration({ modelUrl: model.url, ...options, project }));
  const client = new CodexClient({
    binary,
    codexHome: home,
    cwd: project,
    skipGitRepoCheck: true,
    dangerouslyBypassApprovalsAndSandbox: true,
    env: { HOME: home, MOCK_API_KEY: 'mock', [MARK]: mark },
  });
  return {
    home,
    project,
    mark,
    model,
    client,
    exec: (request) => finish(client.streamExec(request), request, home),
    resume: (request) => finish(client.streamResume(request), request, home),
    async close() {
      await model.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

async function finish(run: AgentRun, request: ExecRequest | ResumeRequest, home: string): Promise<FinishedRun> {
  const events: Outcome[] = [];
  const builder = createRunMessages(request);
  for await (const outcome of run.events) {
    events.push(outcome);
    if (outcome.ok) for (const event of outcome.events) builder.push(event);
  }
  builder.end();
  return { home, result: await run.completion, events, messages: [...builder.messages] };
}

function configuration({ model, modelUrl, retries, project }: ConfigurationOptions): string {
  return quietCodex({
    model,
    url: modelUrl,
    retries,
    settings: 'model_reasoning_summary = "detailed"\n',
    tables: `
[tools.update_plan]
enabled = true

[projects.${JSON.stringify(project)}]
trust_level = "trusted"

[mcp_servers.demo]
command = ${JSON.stringify(process.execPath)}
args = [${JSON.stringify(MCP_SERVER)}]
`,
  });
}

interface ConfigurationOptions {
  model: string;
  modelUrl: string;
  retries?: number;
  project: string;
}
