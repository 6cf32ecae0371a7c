import type { Problem } from '../../../errors.ts';
import * as coreLimits from '../../../limits/core.ts';
import type { ItemDeltaEvent, ThreadEvent } from '../../thread/event.ts';
import { addInferred, ID } from '../../thread/inferred.ts';
import type { Extra } from '../../thread/usage.ts';
import { forgetOldest } from '../forget-oldest.ts';
import { defined } from './places.ts';
import { deltaTable, type ToolEnd, type ToolRequest, toolEndTable, toolStartTable } from './records.ts';
import type { Read, Source } from './source.ts';
import { type CopilotCall, endedItem, startedItem } from './tool-items.ts';

/** Reads the lives of calls: asked for by an answer, started, told of while they run, ended. */
export interface Calls {
  /** A call that an answer asks for. `id` if it has none of its own. */
  ask(request: ToolRequest, id: string, requestId: string | undefined): ThreadEvent;
  /** Undefined for a line of another kind. */
  read(source: Source, problems: Problem[]): Read | undefined;
}

interface OpenCall extends CopilotCall {
  requestId?: string | undefined;
  /** Its output comes piece by piece. */
  hasPieces?: boolean;
}

const NAME = ['name'];

export function createCalls(): Calls {
  const open = new Map<string, OpenCall>();

  function remember(call: OpenCall): void {
    open.set(call.id, call);
    forgetOldest(open, coreLimits.maxOpenCalls);
  }

  function begin({ line, data, number, type }: Source, problems: Problem[]): Read {
    const {
      toolCallId,
      toolName,
      arguments: input,
      mcpServerName,
      mcpToolName,
      extra,
    } = toolStartTable.read(data, problems);
    const id = toolCallId ?? line.id ?? `L${number}.1`;
    const known = open.get(id);
    const mcp = mcpNames(mcpServerName, mcpToolName, toolName);
    // The answer asked for it, in the same words.
    if (known && (!mcp || known.mcp)) return { events: [{ type: 'context', kind: type, item_id: id, data }] };
    const call: OpenCall = { ...known, id, name: toolName, input: input ?? known?.input, mcp };
    remember(call);
    const item = startedItem(call);
    if (toolCallId === undefined && line.id === undefined) addInferred(item, ID);
    const event: ThreadEvent = { type: known ? 'item.updated' : 'item.started', item };
    return { events: [ofRequest(event, call)], rest: extra };
  }

  function end({ line, data, number }: Source, problems: Problem[]): Read {
    const fields = toolEndTable.read(data, problems);
    const id = fields.toolCallId ?? line.id ?? `L${number}.1`;
    // A result whose call is not in this input is still shown.
    const known = open.get(id);
    open.delete(id);
    const item = endedItem(known ?? { id, name: 'unknown', input: undefined }, fields);
    if (!known) addInferred(item, NAME);
    if (fields.toolCallId === undefined && line.id === undefined) addInferred(item, ID);
    const isFailed = 'status' in item && item.status === 'failed';
    const event: ThreadEvent = { type: isFailed ? 'item.failed' : 'item.completed', item };
    if (event.type === 'item.failed' && fields.error) event.error = fields.error;
    return { events: [known ? ofRequest(event, known) : event], rest: restOfEnd(fields, item.type === 'file_change') };
  }

  function grow(source: Source, problems: Problem[]): Read {
    const { type, data } = source;
    const { toolCallId: id, text, stream, partialOutput, extra } = deltaTable.read(data, problems);
    const call = id === undefined ? undefined : open.get(id);
    if (call && text !== undefined) {
      call.hasPieces = true;
      const delta = stream === undefined ? { text_delta: text } : { text_delta: text, stream };
      const event: ItemDeltaEvent = { type: 'item.delta', item_id: call.id, delta };
      if (startedItem(call).type === 'command_execution') event.item_type = 'command_execution';
      return { events: [ofRequest(event, call)], rest: extra };
    }
    if (!call || partialOutput === undefined || call.hasPieces) {
      return { events: [{ type: 'context', kind: type, ...(id !== undefined && { item_id: id }), data }] };
    }
    return { events: [ofRequest({ type: 'item.updated', item: startedItem(call, partialOutput) }, call)], rest: extra };
  }

  return {
    ask({ toolCallId, name, arguments: input, mcpServerName, mcpToolName, extra }, id, requestId) {
      const call: OpenCall = { id: toolCallId ?? id, name, input, requestId };
      call.mcp = mcpNames(mcpServerName, mcpToolName, name);
      remember(call);
      const item = startedItem(call);
      if (extra) item.extra = extra;
      return { type: 'item.started', item };
    },
    read(source, problems) {
      switch (source.type) {
        case 'tool.execution_start':
          return begin(source, problems);
        case 'tool.execution_complete':
          return end(source, problems);
        case 'tool.shell_output':
        case 'tool.execution_partial_result':
          return grow(source, problems);
        default:
          return undefined;
      }
    },
  };
}

function mcpNames(server: string | undefined, tool: string | undefined, name: string): CopilotCall['mcp'] {
  return server === undefined ? undefined : { server, tool: tool ?? name };
}

function ofRequest<Event extends ThreadEvent>(event: Event, { requestId }: OpenCall): Event {
  if (requestId !== undefined) event.request_id = requestId;
  return event;
}

/** The fields of an end that its item does not have. */
function restOfEnd({ result, error, shellExecution, extra }: ToolEnd, hasDiff: boolean): Extra | undefined {
  const { content, detailedContent, extra: more } = result ?? {};
  const details = hasDiff || detailedContent === content ? undefined : detailedContent;
  return defined({
    result: defined({ detailedContent: details, ...more }),
    error: error?.extra,
    shellExecution: shellExecution?.extra,
    ...extra,
  });
}
