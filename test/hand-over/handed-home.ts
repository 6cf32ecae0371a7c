import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { HandOffOptions } from 'threadline/sessions';
import { onTestFinished } from 'vitest';

/** A folder with the homes of all agents, a project, and a session of Claude Code. */
export interface HandedHome {
  root: string;
  project: string;
  /** What the programs and the library look at. */
  env: Record<string, string>;
  /** The homes by the names of the agents. */
  homes: { codex: string; claude: string; gemini: string; qwen: string; pi: string };
  /** The session's file. */
  source: string;
  /** Writes the session with so many turns. */
  writeTurns(count: number, texts?: readonly string[]): void;
  options(more?: Partial<HandOffOptions>): HandOffOptions;
}

export const SOURCE_ID = '6f1c2b3a-4d5e-4f60-8a7b-9c0d1e2f3a4b';

export function createHandedHome({ projectName = 'my project' } = {}): HandedHome {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'threadline-handoff-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const project = join(root, projectName);
  const homes = {
    codex: join(root, 'codex'),
    claude: join(root, 'claude'),
    gemini: join(root, 'gemini/.gemini'),
    qwen: join(root, 'qwen'),
    pi: join(root, 'pi/agent'),
  };
  for (const folder of [project, ...Object.values(homes)]) mkdirSync(folder, { recursive: true });
  const source = join(homes.claude, 'projects', project.replace(/[^A-Za-z0-9]/g, '-'), `${SOURCE_ID}.jsonl`);
  const env = {
    HOME: root,
    CODEX_HOME: homes.codex,
    CLAUDE_CONFIG_DIR: homes.claude,
    GEMINI_CLI_HOME: dirname(homes.gemini),
    QWEN_HOME: homes.qwen,
    PI_CODING_AGENT_DIR: homes.pi,
  };
  const home: HandedHome = {
    root,
    project,
    env,
    homes,
    source,
    writeTurns(count, texts = []) {
      mkdirSync(dirname(source), { recursive: true });
      writeFileSync(source, claudeLines(count, project, texts));
    },
    options: (more = {}) => ({ session: SOURCE_ID, to: 'codex', env, ...more }),
  };
  home.writeTurns(2);
  return home;
}

/** A thread of so many turns, each with a prompt, a command and an answer. `texts` stand in the commands. */
function claudeLines(turns: number, cwd: string, texts: readonly string[]): string {
  const lines: object[] = [];
  for (let turn = 1; turn <= turns; turn += 1) {
    const command = texts[turn - 1] ?? `make step-${turn}`;
    lines.push(
      { type: 'user', message: { role: 'user', content: `Prompt ${turn}.` } },
      assistant(turn, [{ type: 'tool_use', id: `call${turn}`, name: 'Bash', input: { command } }]),
      {
        type: 'user',
        message: {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: `call${turn}`, content: `Done ${turn}.` }],
        },
      },
      assistant(turn, [{ type: 'text', text: `Answer ${turn}.` }]),
    );
  }
  return lines.map((line, index) => `${JSON.stringify({ ...chain(index, cwd), ...line })}\n`).join('');
}

function assistant(turn: number, content: object[]): object {
  const usage = { input_tokens: 100, output_tokens: 10 };
  return { type: 'assistant', message: { id: `m${turn}`, role: 'assistant', model: 'claude-x', content, usage } };
}

function chain(index: number, cwd: string): object {
  const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const timestamp = new Date(Date.UTC(2026, 10, 1, 10, 0, index)).toISOString();
  return { parentUuid: index === 0 ? null : uuid(index), uuid: uuid(index + 1), sessionId: SOURCE_ID, cwd, timestamp };
}
