import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AgentName, UnifiedMessage } from 'threadline';
import type { AgentClient, AgentOptions } from 'threadline/run';
import { type HomeOptions, listSessions, loadSession, type SessionInfo } from 'threadline/sessions';
import {
  type ChatAnswer,
  type ChatCompletionsApi,
  startChatCompletions,
} from '../../scripts/record/models/chat-completions-api.ts';
import { installAgent } from '../agents.ts';
import { type FinishedRun, finishRun } from './finished-run.ts';

/** The folders of one test, and where its model is. */
export interface Place {
  home: string;
  project: string;
  modelUrl: string;
}

/** What a run may do: everything, change files, or what threadline allows where nothing is said. */
export type May = 'all' | 'edits' | 'default';

/** An agent whose model can be any that speaks chat completions: how to get it, set it up and what to ask of it. */
export interface ChatAgent {
  name: AgentName;
  version: string;
  /** Its packages on npm; those of a platform are chosen by the machine. */
  packages: readonly string[];
  /** The program below the folder of the installation. */
  program: string;
  /** The variable that names the program. */
  pathVariable: string;
  /** Files of its home, by path. They keep it on the machine: what would go out to the network is turned off. */
  settings?(place: Place): Record<string, string>;
  env(place: Place): Record<string, string>;
  /** True if it can be allowed to change files and to run nothing. */
  hasEdits?: boolean;
  client(options: AgentOptions, may: May): AgentClient;
  /** The calls of its tools, as its model makes them. */
  shell(command: string): [string, Record<string, unknown>];
  write(path: string, content: string): [string, Record<string, unknown>];
}

/** Installs an agent on first use and gives its program. Gives why where it cannot be had. */
export async function findChatAgent(agent: ChatAgent): Promise<{ binary: string } | { skip: string }> {
  const folder = await installAgent(`${agent.name}-${agent.version}`, agent.packages);
  return typeof folder === 'string' ? { binary: join(folder, 'node_modules', agent.program) } : folder;
}

/** A home, a project and a scripted model for runs of one agent. */
export interface Workshop {
  place: Place;
  model: ChatCompletionsApi;
  /** The environment of the agent, which also names where its sessions are. */
  env: Record<string, string | undefined>;
  exec(prompt: string, may?: May): Promise<FinishedRun>;
  resume(id: string, prompt: string, firstTurn: number): Promise<FinishedRun>;
  list(): Promise<SessionInfo[]>;
  /** What the agent kept of a run. */
  reload(run: FinishedRun): Promise<UnifiedMessage[]>;
  close(): Promise<void>;
}

export async function createWorkshop(
  agent: ChatAgent,
  binary: string,
  answers: readonly (ChatAnswer | ((place: Place) => ChatAnswer))[],
): Promise<Workshop> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), `threadline-${agent.name}-`)));
  const [home, project] = [join(root, 'home'), join(root, 'project')];
  for (const folder of [home, project]) mkdirSync(folder);
  writeFileSync(join(project, 'app.js'), 'export const add = (a, b) => a - b;\n');
  const place: Place = { home, project, modelUrl: '' };
  const model = await startChatCompletions({
    answers: answers.map((answer) => (typeof answer === 'function' ? () => answer(place) : answer)),
  });
  place.modelUrl = model.url;
  for (const [name, text] of Object.entries(agent.settings?.(place) ?? {})) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  const env = { PATH: process.env.PATH, HOME: home, ...agent.env(place) };
  const options = { binary, cwd: project, cleanEnv: true, env, timeoutMs: 90_000 };
  const where: HomeOptions = { env, agent: agent.name };
  return {
    place,
    model,
    env: { ...env, [agent.pathVariable]: binary },
    exec: (prompt, may = 'all') => finishRun(agent.client(options, may).streamExec({ prompt }), { prompt }),
    resume: (resume, prompt, firstTurn) =>
      finishRun(agent.client(options, 'all').streamResume({ resume, prompt }), { prompt, firstTurn }),
    list: () => listSessions(where),
    reload: ({ result }) => loadSession(`${agent.name}:${result.threadId}`, where),
    async close() {
      await model.close();
      rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
