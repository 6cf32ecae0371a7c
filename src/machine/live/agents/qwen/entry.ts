import { homedir } from 'node:os';
import { join } from 'node:path';
import { qwenDriver } from '../../../run/agents/qwen/driver.ts';
import { acpEntry } from '../acp-entry.ts';
import { filesThat } from '../settings-files.ts';

/** Rules, trusted servers, and hooks that may decide. */
const LAX = /"allow(?:ed(?:Tools)?)?"|"autoAccept"|"trust"\s*:\s*true|"(?:PreToolUse|PermissionRequest)"/;

/** It begins in `auto`, where a model allows. It asks its client for what was typed meanwhile. */
export const qwenLive = acpEntry(
  {
    name: 'qwen',
    program: qwenDriver,
    args: () => ['--acp'],
    laxFiles: ({ cwd }, { QWEN_HOME, HOME }) => {
      const folders = [QWEN_HOME || join(HOME || homedir(), '.qwen'), join(cwd, '.qwen')];
      return filesThat(
        LAX,
        folders.map((folder) => join(folder, 'settings.json')),
      );
    },
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
