import { agentNames } from '../../wires/agent-names.ts';

/**
 * The names of OpenTelemetry's conventions for generative AI. They are still marked as "Development" and change. Only
 * this file knows them, and their version.
 * Source: github.com/open-telemetry/semantic-conventions, tag v1.41.0, docs/gen-ai: the last release that has them.
 * They moved to github.com/open-telemetry/semantic-conventions-genai, which has no release yet; what was merged there
 * since, as of 2026-11-16, is named beside the fields that it touches.
 */
export const schemaUrl = 'https://opentelemetry.io/schemas/1.41.0';

export const names = {
  /** On spans: the operation, the agent, the model. */
  operation: 'gen_ai.operation.name',
  provider: 'gen_ai.provider.name',
  agent: 'gen_ai.agent.name',
  conversation: 'gen_ai.conversation.id',
  requestModel: 'gen_ai.request.model',
  responseModel: 'gen_ai.response.model',
  inputTokens: 'gen_ai.usage.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  cacheReadTokens: 'gen_ai.usage.cache_read.input_tokens',
  /** One count under two names: backends read the first, the conventions renamed it (semantic-conventions-genai#440). */
  cacheCreationTokens: 'gen_ai.usage.cache_creation.input_tokens',
  cacheWriteTokens: 'gen_ai.usage.cache_write.input_tokens',
  reasoningTokens: 'gen_ai.usage.reasoning.output_tokens',
  tool: 'gen_ai.tool.name',
  toolCall: 'gen_ai.tool.call.id',
  toolType: 'gen_ai.tool.type',
  /** What was said, which is written only where it was asked for. */
  inputMessages: 'gen_ai.input.messages',
  outputMessages: 'gen_ai.output.messages',
  toolArguments: 'gen_ai.tool.call.arguments',
  toolResult: 'gen_ai.tool.call.result',
  errorType: 'error.type',
  /** On metrics. */
  tokenUsage: 'gen_ai.client.token.usage',
  tokenType: 'gen_ai.token.type',
  /** On resources. */
  service: 'service.name',
  serviceVersion: 'service.version',
  serviceInstance: 'service.instance.id',
  host: 'host.name',
  /** On log events. */
  logRecord: 'log.record.uid',
  /** Threadline's own names, where the conventions have none. */
  project: 'threadline.project',
  turn: 'threadline.turn.id',
  request: 'threadline.request.id',
  /** `turn` where the counts of a span are those of its whole turn, because its requests were not counted one by one. */
  usageScope: 'threadline.usage.scope',
  item: 'threadline.item.type',
  message: 'threadline.message.id',
  role: 'threadline.message.role',
  parts: 'threadline.message.parts',
  length: 'threadline.message.length',
  forkedFrom: 'threadline.forked_from',
  parentThread: 'threadline.parent_thread',
  unfinished: 'threadline.unfinished',
} as const;

export const operations = { agent: 'invoke_agent', chat: 'chat', tool: 'execute_tool' } as const;

/** The name of a message's log event. The conventions have none for one message. */
export const messageEvent = 'threadline.message';

/** The bucket bounds that the conventions advise for histograms of tokens. */
export const tokenBounds = [
  1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216, 67_108_864,
] as const;

export function providerOf(agent: string, told: string | undefined): string {
  return told ?? agentNames.find(({ name }) => name === agent)?.provider ?? agent;
}
