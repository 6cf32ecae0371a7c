import * as coreLimits from '../../limits/core.ts';
import { isObject, type JsonObject, jsonText } from '../lines/json.ts';
import type { ImageSource } from '../messages/message.ts';
import { readableError } from '../messages/readable-error.ts';
import { RecentMap } from '../messages/recent-map.ts';
import type { Usage } from '../thread/usage.ts';
import { createBlock } from './block.ts';
import type { SourceApproval } from './live-source.ts';
import { addStats, partUsage } from './part-usage.ts';
import type { AgentSession, FinishReason, StreamPart, ToolResultPart } from './stream-part.ts';

/** The end of the agent's output, in so far as the output itself does not tell it. */
export interface PartEnd {
  /** The agent failed for this reason, whatever its output says. */
  error?: unknown | undefined;
  /** The output was cut off. Without a result it is not a success. */
  isCutOff?: boolean | undefined;
  /** The usage, if more is known than the results say. */
  usage?: Usage | undefined;
}

/** Turns normalised NDJSON into the AI SDK's stream parts. */
export interface PartMapper {
  /** Returns the parts of the next object. None for `stderr`, `sandbox`, `snapshot` and unknown types. */
  push(event: unknown): StreamPart[];
  /** Returns the parts of an approval that the agent waits for: the call, unless it was told, and the request. */
  approval(approval: Omit<SourceApproval, 'answer'>): StreamPart[];
  /** Closes what is open and returns the one `finish`. Returns nothing when called again. */
  finish(end?: PartEnd): StreamPart[];
  /** The agent's session, as far as it is known. */
  readonly session: Readonly<AgentSession>;
  /** The agent reported how its last turn ended. */
  readonly hasResult: boolean;
}

/** Makes a mapper from the objects of NDJSON to the stream parts of the AI SDK. */
export function createPartMapper(): PartMapper {
  const text = createBlock('text');
  const reasoning = createBlock('reasoning');
  const toolNames = new RecentMap<string>(coreLimits.maxEndedItems);
  /** Calls that were told by their approvals alone. */
  const asked = new Set<string>();
  const session: AgentSession = {};
  let usage: Usage | undefined;
  let reason: FinishReason | undefined;
  let isFinished = false;

  function push(event: unknown): StreamPart[] {
    if (!isObject(event) || isFinished) return [];
    switch (event.type) {
      case 'init':
        return pushInit(event);
      case 'message':
        return event.role === 'assistant' ? pushText(textOf(event.content), event.delta === true) : [];
      case 'thinking':
        return pushReasoning(textOf(event.content), event.delta === true);
      case 'tool_use':
        return pushCall(textOf(event.tool_id), textOf(event.tool_name), event.parameters);
      case 'tool_result':
        return pushResult(event);
      case 'result':
        return pushEnd(event);
      case 'sandbox':
        if (typeof event.sandbox_id === 'string') session.sandboxId = event.sandbox_id;
        return [];
      case 'snapshot':
        if (typeof event.snapshot_id === 'string') session.snapshotId = event.snapshot_id;
        return [];
      default:
        return [];
    }
  }

  function pushInit({ session_id, modelId, model }: JsonObject): StreamPart[] {
    if (typeof session_id === 'string') session.sessionId = session_id;
    const name = modelId ?? model;
    return typeof name === 'string' ? [{ type: 'response-metadata', modelId: name }] : [];
  }

  function pushText(content: string, isPiece: boolean): StreamPart[] {
    return [...reasoning.close(), ...(isPiece ? text.append(content) : text.complete(content))];
  }

  function pushReasoning(content: string, isPiece: boolean): StreamPart[] {
    return [...text.close(), ...(isPiece ? reasoning.append(content) : reasoning.complete(content))];
  }

  function pushCall(toolCallId: string, toolName: string, parameters: unknown): StreamPart[] {
    toolNames.set(toolCallId, toolName);
    // The call was told with its approval.
    if (asked.delete(toolCallId)) return closeBlocks();
    const input = jsonText(parameters) || '{}';
    return [
      ...closeBlocks(),
      { type: 'tool-call', toolCallId, toolName, input, providerExecuted: true, dynamic: true },
    ];
  }

  function approval({
    id,
    item_id: toolCallId = id,
    tool,
    kind,
    input,
    command,
  }: Parameters<PartMapper['approval']>[0]) {
    const call: StreamPart[] =
      toolNames.get(toolCallId) === undefined
        ? pushCall(toolCallId, tool ?? kind, input ?? { command })
        : closeBlocks();
    if (call.some(({ type }) => type === 'tool-call')) asked.add(toolCallId);
    return [...call, { type: 'tool-approval-request' as const, approvalId: id, toolCallId }];
  }

  function pushResult(event: JsonObject): StreamPart[] {
    const toolCallId = textOf(event.tool_id);
    const toolName = toolNames.get(toolCallId);
    // The SDK's clients fail on a result that has no call.
    if (toolName === undefined) return [...pushCall(toolCallId, 'unknown', {}), ...pushResult(event)];
    const isError = event.status !== 'success';
    const result = resultOf(textOf(event.output), event.images);
    return [...closeBlocks(), { type: 'tool-result', toolCallId, toolName, result, isError, dynamic: true }];
  }

  function pushEnd(event: JsonObject): StreamPart[] {
    usage = addStats(usage, event.stats);
    const isError = event.status !== 'success';
    reason = { unified: isError ? 'error' : 'stop', raw: textOf(event.status) };
    const failure: StreamPart[] = isError
      ? [{ type: 'error', error: new Error(readableError(textOf(event.error)) || 'the agent failed') }]
      : [];
    return [...text.end(), ...reasoning.end(), ...failure];
  }

  function closeBlocks(): StreamPart[] {
    return [...text.close(), ...reasoning.close()];
  }

  function finish(end: PartEnd = {}): StreamPart[] {
    if (isFinished) return [];
    isFinished = true;
    const parts = closeBlocks();
    // A failed turn was already reported. A process that fails after it mostly does so because of it.
    const isNews = end.error !== undefined && reason?.unified !== 'error';
    if (isNews) parts.push({ type: 'error', error: end.error });
    const unified = end.isCutOff ? 'interrupted' : 'stop';
    const finishReason: FinishReason = isNews
      ? { unified: 'error', raw: reason?.raw }
      : (reason ?? { unified, raw: undefined });
    const part: StreamPart = { type: 'finish', finishReason, usage: partUsage(end.usage ?? usage) };
    if (Object.keys(session).length > 0) part.providerMetadata = { threadline: { ...session } };
    return [...parts, part];
  }

  return {
    push,
    approval,
    finish,
    session,
    get hasResult() {
      return reason !== undefined;
    },
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function resultOf(output: string, images: unknown): ToolResultPart['result'] {
  return Array.isArray(images) && images.length > 0 ? { output, images: images as ImageSource[] } : output;
}
