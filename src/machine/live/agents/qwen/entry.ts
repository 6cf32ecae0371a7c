import { qwenDriver } from '../../../run/agents/qwen/driver.ts';
import { acpEntry } from '../acp-entry.ts';
import { settingsThat } from '../settings-files.ts';

/** It begins in `auto`, where a model allows. It asks its client for what was typed meanwhile. */
export const qwenLive = acpEntry(
  {
    name: 'qwen',
    program: qwenDriver,
    args: () => ['--acp'],
    laxFiles: ({ cwd }, environment) =>
      settingsThat(/"allow(?:ed(?:Tools)?)?"|"autoAccept"|"trust"\s*:\s*true/, '.qwen/settings.json', cwd, environment),
  },
  {
    modes: { ask: 'default', edits: 'auto-edit', plan: 'plan', bypass: ['yolo', 'auto'] },
    denyEndsTurn: true,
    resume: 'resume',
    models: 'option',
    steering: {
      method: 'craft/drainMidTurnQueue',
      // A member `items`, even an empty one, would make the texts count for nothing.
      answer: (messages) => ({ messages, hasQueuedPrompt: false }),
    },
    extensions: { '_qwencode/start_turn': {} },
  },
);
