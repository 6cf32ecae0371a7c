import { createLineMapper } from '../../core/ndjson/stdout-mapper.ts';
import { claudeStream } from '../../core/wires/claude-stream/wire.ts';
import { createReaderOf } from '../../core/wires/event-reader.ts';
import { claudeFlags } from '../../machine/run/agents/claude/arguments.ts';
import type { BaseChatRequest, ChatAgent } from './chat-agent.ts';
import { createCommandAgent } from './command-agent.ts';

export interface ClaudeAgentOptions {
  /** The program in the sandbox; `claude` by default. */
  binary?: string | undefined;
  /** `--model`; Claude Code's own choice by default. */
  model?: string | undefined;
  /** The address of the model's service: ANTHROPIC_BASE_URL. */
  baseUrl?: string | undefined;
  /** `--append-system-prompt`. */
  appendSystemPrompt?: string | undefined;
  /** A snapshot with Claude Code installed; by default SANDBOX_SNAPSHOT_ID of `env`. */
  snapshotId?: string | undefined;
  /** The environment that holds ANTHROPIC_API_KEY; this process's environment by default. */
  env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** The flags with which `claude -p` prints lines. */
const FLAGS = ['-p', '--output-format', 'stream-json', '--verbose'];

/**
 * Claude Code in a sandbox. The sandbox is the only fence: Claude Code asks for no permission in it. Of the environment
 * only the key is passed on. IS_SANDBOX is set, without which Claude Code refuses to do so as root.
 */
export function createClaudeAgent(options: ClaudeAgentOptions = {}): ChatAgent<BaseChatRequest> {
  const { binary = 'claude', env = process.env, model, baseUrl, appendSystemPrompt } = options;
  const apiKey = env.ANTHROPIC_API_KEY?.trim();
  if (!apiKey) throw new TypeError('ANTHROPIC_API_KEY is missing: Claude Code needs a key in the sandbox');
  const settings = claudeFlags({ model, appendSystemPrompt, permissionMode: 'bypassPermissions' });
  const commandEnv: Record<string, string> = { ANTHROPIC_API_KEY: apiKey, IS_SANDBOX: '1' };
  if (baseUrl !== undefined) commandEnv.ANTHROPIC_BASE_URL = baseUrl;
  const agent = createCommandAgent({
    snapshotId: options.snapshotId,
    env,
    toCommand({ session_id: session }, message) {
      const resume = session ? [`--resume=${session}`] : [];
      // After `--` a message cannot be taken for an option. Without a message, stdin is the prompt.
      const prompt = message === undefined ? [] : ['--', message];
      return { cmd: binary, args: [...FLAGS, ...settings, ...resume, ...prompt], env: commandEnv };
    },
  });
  return {
    ...agent,
    createStdoutMapper: () => createLineMapper(createReaderOf([claudeStream], { raw: true }), { geminiModel: true }),
  };
}
