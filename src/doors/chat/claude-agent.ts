import { createLineMapper } from '../../core/ndjson/stdout-mapper.ts';
import { claudeStream } from '../../core/wires/claude-stream/wire.ts';
import { createReaderOf } from '../../core/wires/create-reader.ts';
import { claudeFlags } from '../../machine/run/agents/claude/arguments.ts';
import { type CommandAgent, createCommandAgent } from './command-agent.ts';

/** Options of `createClaudeAgent`. */
export interface ClaudeAgentOptions {
  /** The program in the sandbox; `claude` by default. */
  binary?: string | undefined;
  /** `--model`; Claude Code's own choice by default. */
  model?: string | undefined;
  /** The address of the model's service: ANTHROPIC_BASE_URL. */
  baseUrl?: string | undefined;
  /** Added to the system prompt: `--append-system-prompt`. */
  appendSystemPrompt?: string | undefined;
  /** A snapshot with Claude Code installed; by default SANDBOX_SNAPSHOT_ID of `env`. */
  snapshotId?: string | undefined;
  /** The environment that holds ANTHROPIC_API_KEY; this process's environment by default. */
  env?: Readonly<Record<string, string | undefined>> | undefined;
  /**
   * Lets the agent do all things without asking, also in a sandbox that is no fence (`createLocalSandbox`). Without it,
   * the agent there edits files and is denied everything else: `acceptEdits`.
   */
  dangerouslyBypass?: boolean | undefined;
}

/** The flags with which `claude -p` prints lines. */
const FLAGS = ['-p', '--output-format', 'stream-json', '--verbose'];

/**
 * Claude Code in a sandbox. A sandbox that is a fence is the only one: Claude Code asks for no permission in it. Of the
 * environment only the key is passed on. IS_SANDBOX is set there, without which Claude Code refuses to do so as root.
 */
export function createClaudeAgent(options: ClaudeAgentOptions = {}): CommandAgent {
  const { binary = 'claude', env = process.env, model, baseUrl, appendSystemPrompt } = options;
  const apiKey = env.ANTHROPIC_API_KEY?.trim();
  if (!apiKey) throw new TypeError('ANTHROPIC_API_KEY is missing: Claude Code needs a key in the sandbox');
  const free = claudeFlags({ model, appendSystemPrompt, permissionMode: 'bypassPermissions' });
  const fenced = claudeFlags({ model, appendSystemPrompt, permissionMode: 'acceptEdits' });
  const service = baseUrl === undefined ? {} : { ANTHROPIC_BASE_URL: baseUrl };
  const agent = createCommandAgent({
    snapshotId: options.snapshotId,
    env,
    dangerouslyBypass: options.dangerouslyBypass,
    toCommand({ session_id: session }, message, isFree) {
      const resume = session ? [`--resume=${session}`] : [];
      // After `--` a message cannot be taken for an option. Without a message, stdin is the prompt.
      const prompt = message === undefined ? [] : ['--', message];
      return {
        cmd: binary,
        args: [...FLAGS, ...(isFree ? free : fenced), ...resume, ...prompt],
        env: { ANTHROPIC_API_KEY: apiKey, ...(isFree && { IS_SANDBOX: '1' }), ...service },
      };
    },
  });
  return {
    ...agent,
    createStdoutMapper: () =>
      createLineMapper(createReaderOf([claudeStream], { raw: true }), { geminiModel: true, whole: 'wire' }),
  };
}
