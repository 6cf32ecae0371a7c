import type { PromptRequest, ResumingRequest } from '../../agent-client.ts';
import type { AgentOptions } from '../../agent-driver.ts';

/** What Claude Code may do without being asked, by its own names. `plan`: read only. */
export type ClaudePermissionMode = 'default' | 'acceptEdits' | 'plan' | 'bypassPermissions' | 'dontAsk' | 'auto';

/** What only Claude Code can be told. A client's options hold for every run, a request's for that run. */
export interface ClaudeOptions extends AgentOptions {
  /** `CLAUDE_CONFIG_DIR`: where Claude Code keeps its settings and its sessions. */
  configDir?: string | undefined;
  /** `--permission-mode`. Without a terminal nobody can be asked: what is not allowed is denied, and the run goes on. */
  permissionMode?: ClaudePermissionMode | undefined;
  /** `--allowedTools`: `Bash(git log:*)`, `Edit`, `mcp__server__tool`, … */
  allowedTools?: readonly string[] | undefined;
  /** `--disallowedTools`. */
  disallowedTools?: readonly string[] | undefined;
  /** `--append-system-prompt`. */
  appendSystemPrompt?: string | undefined;
  /** `--add-dir`: folders that may be worked in beside the working folder. */
  addDirs?: readonly string[] | undefined;
  /** `--mcp-config`: files, or JSON texts. */
  mcpConfig?: readonly string[] | undefined;
  /** `--settings`: a file, or a JSON text. */
  settings?: string | undefined;
  /** `--json-schema`: the answer is to be JSON of this shape (2.0.77 and later). */
  outputSchema?: Readonly<Record<string, unknown>> | undefined;
  /** `--max-turns`: how many answers of the model a prompt may take. */
  maxTurns?: number | undefined;
  /** `--fork-session`: go on in a copy of the session (1.0.128 and later). */
  forkSession?: boolean | undefined;
  /** `--include-partial-messages`: text as it is written (1.0.128 and later). */
  partialMessages?: boolean | undefined;
  /** `--no-session-persistence`: leave no session file (newer versions). */
  ephemeral?: boolean | undefined;
}

export type ClaudeRequest = PromptRequest<ClaudeOptions>;

export type ClaudeResumeRequest = ResumingRequest<ClaudeOptions>;
