import { opencodeDriver } from '../../../run/agents/opencode/driver.ts';
import type { LiveStart } from '../../live-protocol.ts';
import { acpEntry } from '../acp-entry.ts';

/** Tools that look and plan. Everything else is asked for, tools of servers and of later versions too. */
const LOOKING = ['read', 'glob', 'grep', 'list', 'lsp', 'todowrite', 'todoread', 'task', 'skill', 'question'];
const ASKED = [
  'bash',
  'edit',
  'write',
  'patch',
  'webfetch',
  'websearch',
  'codesearch',
  'external_directory',
  'doom_loop',
];
const AGENTS = ['build', 'plan', 'general', 'explore'];

/**
 * It asks only what its settings say, and its default is to run everything. A variable stands above the files of the
 * person and of the project; a second one is for rules of a single agent, which stand above the common ones.
 */
export const opencodeLive = acpEntry(
  {
    name: 'opencode',
    program: opencodeDriver,
    args: () => ['acp'],
    environment: (start) => {
      const permission = permissionOf(start);
      if (permission === undefined) return {};
      const agent = Object.fromEntries(AGENTS.map((name) => [name, { permission }]));
      return {
        OPENCODE_PERMISSION: JSON.stringify(permission),
        OPENCODE_CONFIG_CONTENT: JSON.stringify({ permission, agent }),
      };
    },
  },
  {
    modes: { ask: 'build', edits: 'build', plan: 'plan', bypass: [] },
    denyEndsTurn: true,
    resume: 'resume',
    models: 'option',
    grantWidth: 'measured: every command of the same program, in all sessions of the process',
  },
);

function permissionOf({ mode, dangerouslyBypass }: LiveStart): Record<string, string> | undefined {
  if (typeof mode === 'object' && dangerouslyBypass) return undefined;
  const asked = ASKED.filter((tool) => mode !== 'edits' || !['edit', 'write', 'patch'].includes(tool));
  const allowed = mode === 'edits' ? [...LOOKING, 'edit', 'write', 'patch'] : LOOKING;
  return {
    '*': 'ask',
    ...Object.fromEntries(asked.map((tool) => [tool, 'ask'])),
    ...Object.fromEntries(allowed.map((tool) => [tool, 'allow'])),
  };
}
