import { geminiDriver } from '../../../run/agents/gemini/driver.ts';
import { acpEntry } from '../acp-entry.ts';
import { settingsThat } from '../settings-files.ts';

/** Going on with a session by `session/load` makes the next start delete it, so there is no way back. */
export const geminiLive = acpEntry(
  {
    name: 'gemini',
    program: geminiDriver,
    args: () => ['--acp'],
    laxFiles: ({ cwd }, environment) =>
      settingsThat(/"allowed(?:Tools)?"|"autoAccept"|"trust"\s*:\s*true/, '.gemini/settings.json', cwd, environment),
  },
  {
    modes: { ask: 'default', edits: 'autoEdit', plan: 'plan', bypass: ['yolo'] },
    models: 'set_model',
    grantWidth: 'measured: every command of the same program, in this session',
  },
);
