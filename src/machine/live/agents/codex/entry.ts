import { homedir } from 'node:os';
import { join } from 'node:path';
import { codexDriver } from '../../../run/agents/codex/driver.ts';
import type { LiveStart } from '../../live-protocol.ts';
import type { LiveEntry } from '../live-entry.ts';
import { filesIn, filesThat } from '../settings-files.ts';
import { CodexAppServer } from './app-server.ts';

export const codexLive: LiveEntry = {
  name: 'codex',
  program: codexDriver,
  args: () => ['app-server'],
  environment: () => ({ RUST_LOG: 'error' }),
  laxFiles,
  protocol: (link, start) => new CodexAppServer(link, start),
};

/** A rule of these files runs commands outside the sandbox and unasked. The app-server has no option against them. */
function laxFiles({ cwd }: LiveStart, environment: Readonly<Record<string, string>>): string[] {
  const home = environment.CODEX_HOME || join(environment.HOME || homedir(), '.codex');
  const rules = [join(home, 'rules'), join(cwd, '.codex', 'rules')].flatMap((folder) => filesIn(folder, '.rules'));
  return filesThat(/decision\s*=\s*["']allow["']/, rules);
}
