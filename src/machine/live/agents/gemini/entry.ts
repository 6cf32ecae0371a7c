import { homedir } from 'node:os';
import { join } from 'node:path';
import { geminiDriver } from '../../../run/agents/gemini/driver.ts';
import { acpEntry } from '../acp-entry.ts';
import { filesIn, filesThat } from '../settings-files.ts';

/** Going on with a session by `session/load` makes the next start delete it, so there is no way back. */
export const geminiLive = acpEntry(
  {
    name: 'gemini',
    program: geminiDriver,
    args: () => ['--acp'],
    laxFiles: ({ cwd }, { GEMINI_CLI_HOME, HOME }) => {
      const folders = [GEMINI_CLI_HOME || HOME || homedir(), cwd].map((folder) => join(folder, '.gemini'));
      const settings = folders.map((folder) => join(folder, 'settings.json'));
      const rules = folders.flatMap((folder) => filesIn(join(folder, 'policies'), '.toml'));
      return [
        ...filesThat(/"allowed(?:Tools)?"|"autoAccept"|"trust"\s*:\s*true/, settings),
        ...filesThat(/decision\s*=\s*["']allow["']/, rules),
      ];
    },
  },
  {
    modes: { ask: 'default', edits: 'autoEdit', plan: 'plan', bypass: ['yolo'] },
    models: 'set_model',
    titleIsCommand: true,
    grantWidth: 'measured: every command of the same program, in this session',
  },
);
