export { answerChat, type ChatAnswer } from './answer-chat.ts';
export type {
  BaseChatRequest,
  ChatAgent,
  ChatCommand,
  PreparedSandbox,
  RequestSchema,
  RunnableAgent,
} from './chat-agent.ts';
export type { ArtifactEvent, ChatEvent, SandboxEvent, SnapshotEvent } from './chat-stream.ts';
export { type ClaudeAgentOptions, createClaudeAgent } from './claude-agent.ts';
export { type CodexAgentOptions, createCodexAgent } from './codex-agent.ts';
export type { CommandAgent } from './command-agent.ts';
export { createDriverAgent, type DriverAgentOptions } from './driver-agent.ts';
export type { FolderSandbox } from './folder-sandbox.ts';
export { createGeminiAgent, type GeminiAgentOptions } from './gemini-agent.ts';
export { createLocalSandbox, type LocalSandboxes, type LocalSandboxOptions } from './local-sandbox.ts';
export { chatRequestSchema } from './request-schema.ts';
export { type RunChatInput, runChat } from './run-chat.ts';
export type {
  CreateSandboxOptions,
  GetSandboxOptions,
  OutputSink,
  Sandbox,
  SandboxCommand,
  SandboxCommandOptions,
  Sandboxes,
  SandboxFile,
} from './sandbox.ts';
