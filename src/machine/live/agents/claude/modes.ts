import type { ModeTable } from '../../live-mode.ts';

/** Claude Code lists its modes nowhere. These are all that its versions have. */
export const CLAUDE_MODES: readonly string[] = [
  'default',
  'acceptEdits',
  'plan',
  'bypassPermissions',
  'dontAsk',
  'auto',
];

export const MODE_TABLE: ModeTable = {
  ask: 'default',
  edits: 'acceptEdits',
  plan: 'plan',
  bypass: ['bypassPermissions', 'dontAsk', 'auto'],
};
