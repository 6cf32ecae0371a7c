import type { Usage } from '../../thread/usage.ts';
import type { RunOptions } from '../agent-run.ts';
import type { EnvironmentChanges } from '../child-environment.ts';
import type { ConfigValue } from './toml-value.ts';

export type SandboxMode = 'read-only' | 'workspace-write' | 'danger-full-access';
export type ApprovalPolicy = 'untrusted' | 'on-failure' | 'on-request' | 'never';

/** What Codex can be told. Given to the client they hold for every run, given to a request for that run. */
export interface CodexOptions extends RunOptions {
  /** `-m`. */
  model?: string;
  /** `-s`: what the agent's commands may touch. */
  sandbox?: SandboxMode;
  /** As `-c approval_policy`: `codex exec` has no flag for it any more. */
  approval?: ApprovalPolicy;
  /** The agent's working folder: both the folder in which it is started and `-C`. */
  cwd?: string;
  /** `--add-dir`: folders that may be written beside the working folder. */
  addDirs?: readonly string[];
  /** `--image`: files that go with the prompt. Codex takes a comma for the end of a name, so none may hold one. */
  images?: readonly string[];
  /** `--output-schema`: a JSON Schema, or the path of a file that holds one. */
  outputSchema?: string | Readonly<Record<string, unknown>>;
  /** `-o`: a file into which Codex writes its last message. */
  lastMessageFile?: string;
  /** `-p`. */
  profile?: string;
  /** Settings by their dotted names, written as TOML: `{'model_reasoning_effort': 'high'}`. */
  config?: Readonly<Record<string, ConfigValue>>;
  /** Settings as Codex takes them after `-c`: `key=value`. They come after `config`. */
  configOverrides?: readonly string[];
  /** Changes to the environment; undefined takes a variable away. A request's come after the client's. */
  env?: EnvironmentChanges;
  /** `--ephemeral`: leave no session file (newer versions). */
  ephemeral?: boolean;
  /** `--ignore-user-config` (newer versions). */
  ignoreUserConfig?: boolean;
  /** `--ignore-rules` (newer versions). */
  ignoreRules?: boolean;
  /** `--skip-git-repo-check`: work outside a Git repository too. */
  skipGitRepoCheck?: boolean;
  /** `--dangerously-bypass-approvals-and-sandbox`; the sandbox and the approval policy then do not matter. */
  dangerouslyBypassApprovalsAndSandbox?: boolean;
  /** `--full-auto`, for old versions only: today's Codex no longer has it. */
  fullAuto?: boolean;
}

/** A prompt for a new thread. */
export interface ExecRequest extends CodexOptions {
  /** Always goes by stdin, so that no prompt is taken for an option or is too long. */
  prompt: string;
}

/** A thread that goes on. */
export interface ResumeRequest extends CodexOptions {
  /** The thread's id or name, or `last` for the newest one. */
  resume: string;
  /** Without it, Codex only takes the thread up. */
  prompt?: string;
  /** The number of the turn that begins, as counted in the thread's own file; for `createRunMessages`. */
  firstTurn?: number;
  /** The thread's usage until now, if it is known: then the turn's own can be told from Codex's running total. */
  priorUsage?: Usage;
}
