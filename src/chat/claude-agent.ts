import { createStdoutMapper } from '../ndjson/stdout-mapper.ts';
import { claudeFlags } from '../run/agents/claude/arguments.ts';
import type { BaseChatRequest, ChatAgent } from './chat-agent.ts';
import { isLongMessage, readingLongMessage, writeLongMessage } from './long-message.ts';
import { chatRequestSchema } from './request-schema.ts';

export interface ClaudeAgentOptions {
  /** The program in the sandbox; `claude` by default. */
  binary?: string | undefined;
  /** `--model`; Claude Code's own choice by default. */
  model?: string | undefined;
  /** Where the model's service is: ANTHROPIC_BASE_URL. */
  baseUrl?: string | undefined;
  /** `--append-system-prompt`. */
  appendSystemPrompt?: string | undefined;
  /** The snapshot that has Claude Code installed; by default SANDBOX_SNAPSHOT_ID of `env`. */
  snapshotId?: string | undefined;
  /** Where ANTHROPIC_API_KEY is looked up; this process's environment by default. */
  env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Lines for output, as `claude -p` wants them. */
const FLAGS = ['-p', '--output-format', 'stream-json', '--verbose'];

/**
 * Claude Code in a sandbox. The sandbox is its only fence: Claude Code asks for nothing in it. Of all variables only the key
 * is passed on, and that the sandbox is one, without which Claude Code refuses to do so as root.
 */
export function createClaudeAgent(options: ClaudeAgentOptions = {}): ChatAgent<BaseChatRequest> {
  const { binary = 'claude', env = process.env, model, baseUrl, appendSystemPrompt } = options;
  const apiKey = env.ANTHROPIC_API_KEY?.trim();
  if (!apiKey) throw new TypeError('ANTHROPIC_API_KEY is missing: Claude Code needs a key in the sandbox');
  const settings = claudeFlags({ model, appendSystemPrompt, permissionMode: 'bypassPermissions' });
  const commandEnv: Record<string, string> = { ANTHROPIC_API_KEY: apiKey, IS_SANDBOX: '1' };
  if (baseUrl !== undefined) commandEnv.ANTHROPIC_BASE_URL = baseUrl;
  return {
    requestSchema: chatRequestSchema,
    snapshotId: options.snapshotId?.trim() || env.SANDBOX_SNAPSHOT_ID?.trim() || undefined,
    prepareSandbox: ({ input, sandbox }) => writeLongMessage(input, sandbox),
    createCommand({ input }) {
      const isLong = isLongMessage(input);
      const resume = input.session_id ? [`--resume=${input.session_id}`] : [];
      // Behind `--` a message cannot be taken for an option; without one stdin is the prompt.
      const message = isLong ? [] : ['--', input.message];
      const command = { cmd: binary, args: [...FLAGS, ...settings, ...resume, ...message], env: commandEnv };
      return isLong ? readingLongMessage(input, command) : command;
    },
    createStdoutMapper: () => createStdoutMapper({ wire: 'claude-stream' }),
  };
}
