export { AgentClient, type PromptRequest, type ResumingRequest } from './agent-client.ts';
export type { AgentCommand, AgentDriver, AgentDriverEntry, AgentOptions, AgentTask } from './agent-driver.ts';
export type { AgentRun, RunOptions } from './agent-run.ts';
export {
  AgentThread,
  type InputPart,
  type ResumeThreadOptions,
  type StreamedTurn,
  type ThreadInput,
  type ThreadPast,
  TurnError,
  type TurnResult,
} from './agent-thread.ts';
export { ClaudeClient } from './agents/claude/client.ts';
export type {
  ClaudeOptions,
  ClaudePermissionMode,
  ClaudeRequest,
  ClaudeResumeRequest,
} from './agents/claude/options.ts';
export { ClineClient } from './agents/cline/client.ts';
export type { ClineOptions } from './agents/cline/options.ts';
export { CodexClient, type CodexClientOptions } from './agents/codex/client.ts';
export type { ApprovalPolicy, CodexOptions, ExecRequest, ResumeRequest, SandboxMode } from './agents/codex/options.ts';
export type { ConfigValue } from './agents/codex/toml.ts';
export { CopilotClient } from './agents/copilot/client.ts';
export type { CopilotOptions, CopilotPermissions } from './agents/copilot/options.ts';
export { GeminiClient } from './agents/gemini/client.ts';
export type { GeminiApprovalMode, GeminiOptions } from './agents/gemini/options.ts';
export { GooseClient } from './agents/goose/client.ts';
export type { GooseMode, GooseOptions } from './agents/goose/options.ts';
export { KimiClient } from './agents/kimi/client.ts';
export type { KimiOptions } from './agents/kimi/options.ts';
export { KiloClient, OpencodeClient } from './agents/opencode/client.ts';
export type { OpencodeOptions, OpencodePermission } from './agents/opencode/options.ts';
export { PiClient } from './agents/pi/client.ts';
export type { PiOptions, PiPermission } from './agents/pi/options.ts';
export { QwenClient } from './agents/qwen/client.ts';
export type { QwenApprovalMode, QwenOptions } from './agents/qwen/options.ts';
export { agentDrivers } from './agents/registry.ts';
export { type DetectCliOptions, detectCli } from './detect-cli.ts';
export type { EnvironmentChanges } from './environment.ts';
export { execute } from './execute.ts';
export type { ExecuteOptions, ExecuteResult, OnEventData, OnStdoutData, PermissionMode } from './execute-options.ts';
export { extractJson } from './extract-json.ts';
export { failedRunLine } from './failed-result.ts';
export { runImport } from './run-import.ts';
export { createRunMessages, type RunMessagesOptions } from './run-messages.ts';
export type { RunError, RunErrorCode, RunResult } from './run-result.ts';
