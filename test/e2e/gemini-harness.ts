import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { UnifiedMessage } from 'threadline';
import { GeminiClient, type GeminiOptions } from 'threadline/run';
import { loadSession } from 'threadline/sessions';
import { type GeminiApi, type GeminiScript, startGeminiApi } from '../../scripts/record/models/gemini-api.ts';
import { geminiOfPackage } from '../../src/machine/run/agents/gemini/detect.ts';
import { installAgent } from '../agents.ts';
import { createMark, MARK } from '../run/marked-processes.ts';
import { type FinishedRun, finishRun } from './finished-run.ts';

/** The newest when these tests were written. */
export const GEMINI_VERSION = '0.61.0';

const MCP_SERVER = fileURLToPath(new URL('../../scripts/record/models/mcp-server.mjs', import.meta.url));

type Request = GeminiOptions & { prompt: string; firstTurn?: number };

/** Installs Gemini CLI on first use and gives its program. Gives why where it cannot be had. */
export async function findGemini(): Promise<{ binary: string } | { skip: string }> {
  const folder = await installAgent(`gemini-${GEMINI_VERSION}`, `@google/gemini-cli@${GEMINI_VERSION}`);
  if (typeof folder !== 'string') return folder;
  const binary = geminiOfPackage(join(folder, 'node_modules/@google/gemini-cli'));
  return binary ? { binary } : { skip: `no program in gemini-${GEMINI_VERSION}` };
}

/** A home, a project and a scripted model for runs of Gemini CLI. */
export interface Workshop {
  home: string;
  project: string;
  /** Carried by every process of its runs: see marked-processes.ts. */
  mark: string;
  model: GeminiApi;
  client: GeminiClient;
  exec(request: Request): Promise<FinishedRun>;
  resume(request: Request & { resume: string }): Promise<FinishedRun>;
  /** What the session's chat says. */
  reload(run: FinishedRun): Promise<UnifiedMessage[]>;
  close(): Promise<void>;
}

/** `serversIn` names the MCP servers for a home, in the place of the one that echoes. */
export async function createWorkshop(
  binary: string,
  script: GeminiScript,
  serversIn: (home: string) => Record<string, object> = () => ({
    demo: { command: process.execPath, args: [MCP_SERVER] },
  }),
): Promise<Workshop> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'threadline-gemini-')));
  const [home, project] = [join(root, 'home'), join(root, 'project')];
  mkdirSync(join(home, '.gemini'), { recursive: true });
  mkdirSync(project);
  writeFileSync(join(project, 'app.js'), 'export const add = (a, b) => a - b;\n');
  writeFileSync(join(home, '.gemini/settings.json'), JSON.stringify({ ...SETTINGS, mcpServers: serversIn(home) }));
  const model = await startGeminiApi(script);
  const mark = createMark();
  const client = new GeminiClient({
    binary,
    geminiHome: home,
    cwd: project,
    model: 'gemini-2.5-flash',
    approvalMode: 'yolo',
    trustFolder: true,
    env: {
      HOME: home,
      GEMINI_API_KEY: 'mock',
      GOOGLE_GEMINI_BASE_URL: model.url,
      GEMINI_CLI_NO_RELAUNCH: 'true',
      [MARK]: mark,
    },
  });
  return {
    home,
    project,
    mark,
    model,
    client,
    exec: (request) => finishRun(client.streamExec(request), request),
    resume: (request) => finishRun(client.streamResume(request), request),
    reload: ({ result }) => loadSession(`gemini:${result.threadId}`, { homes: [join(home, '.gemini')] }),
    async close() {
      await model.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Talks to the scripted model only: what would go out to the network is turned off. */
const SETTINGS = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  general: { maxAttempts: 2, disableAutoUpdate: true },
  privacy: { usageStatisticsEnabled: false },
};
