import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isCommandId } from '../../../../core/text/command-words.ts';
import type { AgentDriver } from '../../agent-driver.ts';
import { createChildEnvironment } from '../../environment.ts';
import { agentCommand, findProgram, fromPackageBeside } from '../../find-program.ts';
import { installation } from '../../installation.ts';
import { opencodeArguments } from './arguments.ts';
import type { OpencodeOptions } from './options.ts';
import { permissionOf, permissionRules } from './permissions.ts';

/** What differs between the two programs. */
interface Program {
  name: 'opencode' | 'kilo';
  title: string;
  /** The beginning of its variables. */
  prefix: 'OPENCODE' | 'KILO';
  /** Its npm package, and the program in it. */
  npm: string;
  bin: string;
  /** The beginning of the name of the package of a platform. */
  native: string;
}

/** Keys of the services that people use most. Others are named by `env`. */
const KEYS = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'OPENROUTER_API_KEY', 'GROQ_API_KEY'];
const FOLDERS = ['XDG_DATA_HOME', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME'];

const PLATFORM = process.platform === 'win32' ? 'windows' : process.platform;

function programIn(npm: string, bin: string): string | undefined {
  return fromPackageBeside(npm, (folder) => (existsSync(join(folder, bin)) ? join(folder, bin) : undefined));
}

function createDriver({ name, title, prefix, npm, bin, native }: Program): AgentDriver<OpencodeOptions> {
  const own = [...KEYS, ...FOLDERS, `${prefix}_API_KEY`, `${prefix}_CONFIG`, `${prefix}_CONFIG_DIR`];
  const driver: AgentDriver<OpencodeOptions> = {
    program: title,
    ...installation(`npm install -g ${npm}`, `${prefix}_CLI_PATH`),
    wire: 'opencode-stream',
    agent: name,
    detect: (env) =>
      // The shorter name is that of earlier versions.
      findProgram(name, { variable: [`${prefix}_CLI_PATH`, `${prefix}_PATH`], env, more: [`.${name}/bin`] }) ??
      // The package itself holds the program only where scripts of its installation ran.
      [`${native}-${PLATFORM}-${process.arch}`, npm].map((each) => programIn(each, bin)).find(Boolean),
    prepare(task, options) {
      const args = opencodeArguments(task, options, title);
      const rules = permissionRules(options.permission);
      const env = createChildEnvironment({ clean: options.cleanEnv, own }, options.env, {
        ...(rules !== undefined && { [`${prefix}_PERMISSION`]: rules }),
      });
      return () => ({ ...agentCommand(driver, task, options, { args, env }), leavesGroups: true });
    },
    options: { permission: 'replaced', agent: 'replaced', thinking: 'replaced' },
    fromExecute: (options) => permissionOf(options, title),
    resumeCommand: (id) => (isCommandId(id) ? [name, '--session', id] : []),
  };
  return driver;
}

export const opencodeDriver: AgentDriver<OpencodeOptions> = createDriver({
  name: 'opencode',
  title: 'OpenCode',
  prefix: 'OPENCODE',
  npm: 'opencode-ai',
  bin: 'bin/opencode',
  native: 'opencode',
});

export const kiloDriver: AgentDriver<OpencodeOptions> = createDriver({
  name: 'kilo',
  title: 'Kilo',
  prefix: 'KILO',
  npm: '@kilocode/cli',
  bin: 'bin/kilo',
  native: '@kilocode/cli',
});
