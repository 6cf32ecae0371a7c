import type { PromptRequest, ResumingRequest } from '../../agent-client.ts';
import type { AgentOptions } from '../../agent-driver.ts';

/** Permissions of Claude Code, by its own names. `plan`: read only. */
export type ClaudePermissionMode = 'default' | 'acceptEdits' | 'plan' | 'bypassPermissions' | 'dontAsk' | 'auto';

/** Options of Claude Code alone. A client's apply to every run, a request's to that run. */
export interface ClaudeOptions extends AgentOptions {
  /** `CLAUDE_CONFIG_DIR`: the folder of Claude Code's settings and sessions. */
  configDir?: string | undefined;
  /** `--permission-mode`. Without a terminal nobody can be asked: what is not allowed is denied, the run goes on. */
  permissionMode?: ClaudePermissionMode | undefined;
  /** Tools that need no question, by `--allowedTools`: `Bash(git log:*)`, `Edit`, `mcp__server__tool`. */
  allowedTools?: readonly string[] | undefined;
  /** Tools that are never used, by `--disallowedTools`. */
  disallowedTools?: readonly string[] | undefined;
  /** Added to the system prompt: `--append-system-prompt`. */
  appendSystemPrompt?: string | undefined;
  /** `--add-dir`: further folders to work in. */
  addDirs?: readonly string[] | undefined;
  /** `--mcp-config`: files, or JSON texts. */
  mcpConfig?: readonly string[] | undefined;
  /** `--settings`: a file, or a JSON text. */
  settings?: string | undefined;
  /** `--json-schema`: requires JSON of this shape as the answer (2.0.77 and later). */
  outputSchema?: Readonly<Record<string, unknown>> | undefined;
  /** `--max-turns`: maximum number of model answers for a prompt. */
  maxTurns?: number | undefined;
  /** `--fork-session`: continues in a copy of the session (1.0.128 and later). */
  forkSession?: boolean | undefined;
  /** `--include-partial-messages`: streams text as it is written (1.0.128 and later). */
  partialMessages?: boolean | undefined;
  /** `--no-session-persistence`: leaves no session file (newer versions). */
  ephemeral?: boolean | undefined;
}

/** A prompt for a new thread of Claude Code. */
export type ClaudeRequest = PromptRequest<ClaudeOptions>;

/** A thread of Claude Code to go on with. */
export type ClaudeResumeRequest = ResumingRequest<ClaudeOptions>;
