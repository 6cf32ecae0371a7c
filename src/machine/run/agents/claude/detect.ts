import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Environment, findProgram, fromPackageBeside } from '../../find-program.ts';

/** The folders of its own installers, below the home folder. */
const INSTALLED = ['.claude/local', '.claude/local/node_modules/.bin'];

/** Searches CLAUDE_CLI_PATH, PATH, the usual places, then the npm package beside this one. */
export function detectClaude(env: Environment): string | undefined {
  const found = findProgram('claude', { variable: 'CLAUDE_CLI_PATH', env, more: INSTALLED });
  return found ?? fromPackageBeside('@anthropic-ai/claude-code', claudeOfPackage);
}

/** The program of an npm package: from 2.1.150 on a native one in the platform's package, before that a script. */
export function claudeOfPackage(packageFolder: string): string | undefined {
  const { platform, arch } = process;
  const program = platform === 'win32' ? 'claude.exe' : 'claude';
  const natives = ['', '-musl'].map((variant) => {
    const name = `claude-code-${platform}-${arch}${variant}`;
    return [
      join(dirname(packageFolder), name, program),
      join(packageFolder, 'node_modules/@anthropic-ai', name, program),
    ];
  });
  return [...natives.flat(), join(packageFolder, 'cli.js')].find((path) => existsSync(path));
}
