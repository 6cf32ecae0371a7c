import type { PromptRequest, ResumingRequest } from '../../agent-client.ts';
import type { AgentOptions } from '../../agent-driver.ts';
import type { ConfigValue } from './toml.ts';

/** What Codex lets commands do: its own words. */
export type SandboxMode = 'read-only' | 'workspace-write' | 'danger-full-access';
/** When Codex asks before it does something: its own words. */
export type ApprovalPolicy = 'untrusted' | 'on-failure' | 'on-request' | 'never';

/** Options of Codex alone. No path in `images` may hold a comma. A client's options apply to every run. */
export interface CodexOptions extends AgentOptions {
  /** `CODEX_HOME`: the folder of Codex's configuration and sessions. */
  codexHome?: string | undefined;
  /** `-s`: the sandbox of the agent's commands. */
  sandbox?: SandboxMode | undefined;
  /** Passed as `-c approval_policy`, because `codex exec` has no flag for it any more. */
  approval?: ApprovalPolicy | undefined;
  /** `--add-dir`: further folders that may be written. */
  addDirs?: readonly string[] | undefined;
  /** `--output-schema`: a JSON Schema, or the path of a file that holds one. */
  outputSchema?: string | Readonly<Record<string, unknown>> | undefined;
  /** `-o`: a file that receives the last message. */
  lastMessageFile?: string | undefined;
  /** A profile of the settings, by `-p`. */
  profile?: string | undefined;
  /** Settings by dotted name, written as TOML: `{'model_reasoning_effort': 'high'}`. */
  config?: Readonly<Record<string, ConfigValue>> | undefined;
  /** Settings in the form that `-c` takes: `key=value`. They follow `config`. */
  configOverrides?: readonly string[] | undefined;
  /** `--ephemeral`: leaves no session file (newer versions). */
  ephemeral?: boolean | undefined;
  /** `--ignore-user-config` (newer versions). */
  ignoreUserConfig?: boolean | undefined;
  /** `--ignore-rules` (newer versions). */
  ignoreRules?: boolean | undefined;
  /** `--skip-git-repo-check`: works outside a Git repository too. */
  skipGitRepoCheck?: boolean | undefined;
  /** `--dangerously-bypass-approvals-and-sandbox`. The sandbox and the approval policy then have no effect. */
  dangerouslyBypassApprovalsAndSandbox?: boolean | undefined;
  /** `--full-auto`, for old versions only: today's Codex no longer has it. */
  fullAuto?: boolean | undefined;
}

/** A prompt for a new thread of Codex. */
export type ExecRequest = PromptRequest<CodexOptions>;

/** A thread of Codex to go on with. */
export type ResumeRequest = ResumingRequest<CodexOptions>;
