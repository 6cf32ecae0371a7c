import type { ModeTable } from '../../live-mode.ts';

/** The sandboxes of Codex, and `never`, with which it asks nobody. */
export const CODEX_MODES: readonly string[] = ['read-only', 'workspace-write', 'danger-full-access', 'never'];

export const MODE_TABLE: ModeTable = {
  ask: 'read-only',
  edits: 'workspace-write',
  plan: 'read-only',
  bypass: ['danger-full-access', 'never'],
};

/** What a mode is in Codex's own settings. They stick, so they are sent with every turn. */
export interface CodexSettings {
  approvalPolicy: string;
  /** The name for `thread/start`, and the type for `turn/start`. */
  sandbox: string;
  sandboxType: string;
}

const SANDBOX_TYPES: Readonly<Record<string, string>> = {
  'read-only': 'readOnly',
  'workspace-write': 'workspaceWrite',
  'danger-full-access': 'dangerFullAccess',
};

export function settingsOf(mode: string): CodexSettings {
  const sandbox = mode === 'never' ? 'workspace-write' : mode;
  const approvalPolicy = mode === 'never' ? 'never' : 'on-request';
  return { approvalPolicy, sandbox, sandboxType: SANDBOX_TYPES[sandbox] ?? 'readOnly' };
}

/** True if settings that the server tells are those that were asked for. Old versions write other cases. */
export function isSetTo(told: unknown, wanted: string): boolean {
  const plain = (text: unknown) => String(text).replace(/[-_]/g, '').toLowerCase();
  return typeof told === 'string' && plain(told) === plain(wanted);
}
