import type { PromptRequest, ResumingRequest } from '../../agent-client.ts';
import type { AgentOptions } from '../../agent-driver.ts';
import type { ConfigValue } from './toml.ts';

export type SandboxMode = 'read-only' | 'workspace-write' | 'danger-full-access';
export type ApprovalPolicy = 'untrusted' | 'on-failure' | 'on-request' | 'never';

/** What only Codex can be told; no path in `images` may hold a comma. A client's options hold for every run. */
export interface CodexOptions extends AgentOptions {
  /** `CODEX_HOME`: where Codex keeps its configuration and its sessions. */
  codexHome?: string | undefined;
  /** `-s`: what the agent's commands may touch. */
  sandbox?: SandboxMode | undefined;
  /** As `-c approval_policy`: `codex exec` has no flag for it any more. */
  approval?: ApprovalPolicy | undefined;
  /** `--add-dir`: folders that may be written beside the working folder. */
  addDirs?: readonly string[] | undefined;
  /** `--output-schema`: a JSON Schema, or the path of a file that holds one. */
  outputSchema?: string | Readonly<Record<string, unknown>> | undefined;
  /** `-o`: a file into which Codex writes its last message. */
  lastMessageFile?: string | undefined;
  /** `-p`. */
  profile?: string | undefined;
  /** Settings by their dotted names, written as TOML: `{'model_reasoning_effort': 'high'}`. */
  config?: Readonly<Record<string, ConfigValue>> | undefined;
  /** Settings as Codex takes them after `-c`: `key=value`. They come after `config`. */
  configOverrides?: readonly string[] | undefined;
  /** `--ephemeral`: leave no session file (newer versions). */
  ephemeral?: boolean | undefined;
  /** `--ignore-user-config` (newer versions). */
  ignoreUserConfig?: boolean | undefined;
  /** `--ignore-rules` (newer versions). */
  ignoreRules?: boolean | undefined;
  /** `--skip-git-repo-check`: work outside a Git repository too. */
  skipGitRepoCheck?: boolean | undefined;
  /** `--dangerously-bypass-approvals-and-sandbox`; the sandbox and the approval policy then do not matter. */
  dangerouslyBypassApprovalsAndSandbox?: boolean | undefined;
  /** `--full-auto`, for old versions only: today's Codex no longer has it. */
  fullAuto?: boolean | undefined;
}

export type ExecRequest = PromptRequest<CodexOptions>;

export type ResumeRequest = ResumingRequest<CodexOptions>;
