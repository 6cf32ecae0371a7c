import { createCodexStdoutMapper } from '../ndjson/codex-stdout-mapper.ts';
import type { BaseChatRequest, ChatAgent } from './chat-agent.ts';
import { chatRequestSchema } from './request-schema.ts';

export interface CodexAgentOptions {
  /** The program in the sandbox; `codex` by default. */
  binary?: string;
  /** The snapshot that has Codex installed; by default SANDBOX_SNAPSHOT_ID of `env`. */
  snapshotId?: string;
  /** Where CODEX_API_KEY is looked up; this process's environment by default. */
  env?: Readonly<Record<string, string | undefined>>;
}

/**
 * Codex in a sandbox. The sandbox is its only fence: Codex's own is switched off. Of all keys only CODEX_API_KEY is read,
 * as `codex exec` reads no other.
 */
export function createCodexAgent(options: CodexAgentOptions = {}): ChatAgent<BaseChatRequest> {
  const { binary = 'codex', env = process.env } = options;
  const apiKey = env.CODEX_API_KEY?.trim();
  if (!apiKey) throw new TypeError('CODEX_API_KEY is missing: `codex exec` takes its key from nowhere else');
  return {
    requestSchema: chatRequestSchema,
    snapshotId: options.snapshotId?.trim() || env.SANDBOX_SNAPSHOT_ID?.trim() || undefined,
    async prepareSandbox() {},
    createCommand({ input }) {
      const resume = input.session_id ? ['resume', input.session_id] : [];
      const flags = ['--json', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'];
      // A remote sandbox has no stdin, so the message is an argument: behind `--` it cannot be taken for an option.
      return {
        cmd: binary,
        args: ['exec', ...resume, ...flags, '--', input.message],
        env: { CODEX_API_KEY: apiKey },
      };
    },
    createStdoutMapper: () => createCodexStdoutMapper(),
  };
}
