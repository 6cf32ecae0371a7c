import * as coreLimits from '../../../../limits/core.ts';
import type { JsonObject } from '../../../lines/json.ts';
import { withoutCallPrefix } from '../../../thread/hand-over.ts';
import type { AgentCall, ThreadItem } from '../../../thread/item.ts';
import { parseCommandOutput } from '../../../tools/command-output.ts';
import type { CurrentRecord } from '../record.ts';
import { readCallOutput } from '../shapes/call.ts';
import { type CallAnswer, readAnswer } from '../shapes/call-results.ts';
import type { Turns } from './turns.ts';

/**
 * Calls of turns that were handed over. Only the model's items have them, one after the other, each with a note of the
 * original call. Codex never ran them, so its wording of outcomes does not apply here.
 */
export interface HandedOverCalls {
  begin(item: ThreadItem, tool: string): void;
  output(payload: JsonObject): void;
  endTurn(): void;
}

export function createHandedOverCalls(record: CurrentRecord, turns: Turns): HandedOverCalls {
  const open = new Map<string, ThreadItem>();

  return {
    begin(given, tool) {
      const item = handedOverItem(given, tool, record.note());
      open.set(item.id, item);
      if (open.size > coreLimits.maxOpenCalls) for (const [oldest] of open) if (open.delete(oldest)) break;
      turns.give(record.itemEvent('item.started', { ...item }));
    },
    output(payload) {
      const given = readCallOutput(payload, record.problems);
      const id = withoutCallPrefix(given.callId ?? record.nextId());
      const item = open.get(id) ?? { id, type: 'tool_call' as const, name: given.name, status: 'in_progress' };
      open.delete(id);
      const answer = readAnswer(given.output, record.problems);
      const isError = record.note()?.is_error;
      const done = answeredItem(item, answer, isError === true);
      if (given.extra) done.extra = { ...done.extra, call_output: given.extra };
      turns.give(record.itemEvent('item.completed', done));
    },
    endTurn: () => open.clear(),
  };
}

/** The item of a call under its original id, name and input, as far as the record still has them. */
function handedOverItem(given: ThreadItem, tool: string, note: JsonObject | undefined): ThreadItem {
  const item = { ...given, id: withoutCallPrefix(given.id) };
  // The record has what a writer made of the call. Without a note nobody knows how the model made it.
  delete item.call;
  if (typeof note?.name !== 'string') return item;
  const call: AgentCall = { name: note.name, input: note.input, handed_over: true };
  switch (item.type) {
    case 'command_execution':
    case 'file_change':
    case 'mcp_tool_call':
    case 'tool_call':
      return { ...item, call };
    default:
      return { id: item.id, type: 'tool_call', name: tool, input: note.input, status: 'in_progress', call };
  }
}

function answeredItem(item: ThreadItem, answer: CallAnswer, hasFailed: boolean): ThreadItem {
  const { text } = answer;
  const status = hasFailed ? 'failed' : 'completed';
  switch (item.type) {
    case 'command_execution': {
      const { body, exitCode } = parseCommandOutput(text);
      const isFailure = hasFailed || (exitCode !== undefined && exitCode !== 0);
      const done = { ...item, aggregated_output: body, status: isFailure ? 'failed' : 'completed' };
      return exitCode === undefined ? done : { ...done, exit_code: exitCode };
    }
    case 'file_change':
      return { ...item, status, [hasFailed ? 'stderr' : 'stdout']: text, ...withOutput(item.call, text) };
    case 'mcp_tool_call': {
      const outcome = hasFailed
        ? { result: null, error: { message: text } }
        : { result: { content: [{ type: 'text', text }] }, error: null };
      return { ...item, ...outcome, status, ...withOutput(item.call, text) };
    }
    case 'tool_call':
      return { ...item, output: text, status };
    default:
      return item;
  }
}

function withOutput(call: AgentCall | undefined, output: string): { call?: AgentCall } {
  return call ? { call: { ...call, output } } : {};
}
