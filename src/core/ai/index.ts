export type { PromptMessage } from './agent-prompt.ts';
export type { AgentEnd, AgentSource, EventSource, NdjsonSource } from './agent-source.ts';
export type { GeneratedContent, GenerateResult } from './collect-parts.ts';
export { extractJsonObjects } from './extract-json-objects.ts';
export type { ApprovalWatch } from './live-parts.ts';
export type { ControlledAgent, ControlledEvent, LiveSource, SourceApproval } from './live-source.ts';
export type { PartEnd, PartMapper } from './part-mapper.ts';
export { createPartMapper } from './part-mapper.ts';
export type { ReadPartsOptions } from './read-parts.ts';
export { readParts } from './read-parts.ts';
export type {
  AgentSession,
  CallWarning,
  FinishPart,
  FinishReason,
  PartUsage,
  StreamPart,
  ToolApprovalRequestPart,
  ToolCallPart,
  ToolResultPart,
} from './stream-part.ts';
export type { AgentCall, ModelCall, ThreadlineModel, ThreadlineModelOptions } from './threadline-model.ts';
export { createThreadlineModel } from './threadline-model.ts';
