import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createConversation } from './conversation.ts';
import { keepDatabase } from './keep-database.ts';
import type { Place, RecordedAgent } from './recorded-agent.ts';
import type { Scenario } from './scenarios.ts';
import { type Ending, startAgent } from './start-agent.ts';
import { createWorkplace, type Workplace, writeFiles } from './workplace.ts';

/** One run as it is kept in meta.json. */
export interface RecordedRun extends Ending {
  argv: readonly string[];
}

/** How a recording was made. */
export interface RecordingMeta {
  agent: string;
  version: string;
  scenario: string;
  runs: readonly RecordedRun[];
  /** Answered requests of the agent's threads. */
  requests: number;
  /** Session files, below `session/`. */
  session_files: readonly string[];
}

export interface RecordOptions {
  agent: RecordedAgent;
  version: string;
  binary: string;
  scenario: Scenario;
  /** The folder of the recording: what is there is replaced. */
  out: string;
  /** Where the agent works; a new place by default, which is removed afterwards. */
  workplace?: Workplace;
}

/** Runs an agent through a scenario and keeps what it printed, what it left, and what the model said. */
export async function recordScenario(options: RecordOptions): Promise<RecordingMeta | { skip: string }> {
  const { agent, version, binary, scenario, out } = options;
  const workplace = options.workplace ?? createWorkplace();
  const conversation = createConversation();
  const place: Place = { home: workplace.home, project: workplace.project, modelUrl: '' };
  const model = await agent.startModel(conversation, place);
  place.modelUrl = model.url;
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  try {
    writeFiles(workplace.home, agent.settings(place));
    const env = { ...surroundings(workplace.home), ...agent.env(place) };
    const runs: RecordedRun[] = [];
    let session: string | undefined;
    for (const [index, run] of scenario.runs.entries()) {
      conversation.begin(run);
      const end = scenario.runs.length > 1 ? `.${index + 1}` : '';
      const [stdout, stderr] = [join(out, `stdout${end}.jsonl`), join(out, `stderr${end}.txt`)];
      const argv = agent.argv(run.prompt, run.resume ? session : undefined);
      const ending = await startAgent({ binary, argv, cwd: workplace.project, env, stdout, stderr });
      session ??= agent.sessionId.exec(readFileSync(stdout, 'utf8'))?.[1];
      for (const file of [stdout, stderr]) writeFileSync(file, workplace.kept(readFileSync(file)));
      runs.push({ argv: [agent.name, ...argv], ...ending });
    }
    if (conversation.lacksTools) {
      rmSync(out, { recursive: true, force: true });
      return { skip: `${agent.name} has no tool for it` };
    }
    const session_files = keepSessions(agent, workplace, out);
    const { exchanges } = conversation;
    const lines = exchanges.map((exchange) => `${JSON.stringify(exchange)}\n`).join('');
    writeFileSync(join(out, 'model.jsonl'), workplace.keptPath(lines));
    const { name } = agent;
    const meta = { agent: name, version, scenario: scenario.name, runs, requests: exchanges.length, session_files };
    writeFileSync(join(out, 'meta.json'), workplace.keptPath(`${JSON.stringify(meta, null, 1)}\n`));
    return meta;
  } finally {
    await model.close();
    if (!options.workplace) workplace.remove();
  }
}

/** The same on every machine, and nothing of the person who records. */
function surroundings(home: string): Record<string, string> {
  const { PATH = '' } = process.env;
  return {
    PATH,
    HOME: home,
    USER: 'user',
    LOGNAME: 'user',
    SHELL: '/bin/bash',
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    TZ: 'UTC',
  };
}

function keepSessions(agent: RecordedAgent, workplace: Workplace, out: string): string[] {
  const folder = join(workplace.home, agent.sessions.folder);
  const files = globSync('**/*', { cwd: folder, exclude: (name) => name === 'node_modules' })
    .filter((path) => agent.sessions.keep.test(path) && statSync(join(folder, path)).isFile())
    .sort();
  return files.map((path) => {
    const target = join(out, 'session', workplace.keptPath(path));
    mkdirSync(dirname(target), { recursive: true });
    if (path.endsWith('.db')) keepDatabase(join(folder, path), target, workplace.keptPath);
    else writeFileSync(target, workplace.kept(readFileSync(join(folder, path))));
    return workplace.keptPath(path);
  });
}
