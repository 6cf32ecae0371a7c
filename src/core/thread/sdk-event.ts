// The event type of the official SDK, `@openai/codex-sdk` 0.163.0 (sdk/typescript/src/events.ts and items.ts of openai/codex).
import type { ThreadEvent } from './event.ts';
import type { McpToolCallItem, ThreadItem } from './item.ts';
import { mcpCall } from './mcp-call.ts';
import type { Usage } from './usage.ts';

/** An MCP server's answer, by the MCP specification. The SDK takes this type from `@modelcontextprotocol/sdk`. */
export type SdkContentBlock =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: string }
  | { type: 'audio'; data: string; mimeType: string }
  | { type: 'resource_link'; uri: string; name: string }
  | { type: 'resource'; resource: { uri: string; text: string } | { uri: string; blob: string } };

/** The SDK's `ThreadItem`. */
export type SdkItem =
  | { id: string; type: 'agent_message'; text: string }
  | { id: string; type: 'reasoning'; text: string }
  | {
      id: string;
      type: 'command_execution';
      command: string;
      aggregated_output: string;
      exit_code?: number;
      status: 'in_progress' | 'completed' | 'failed';
    }
  | {
      id: string;
      type: 'file_change';
      changes: { path: string; kind: 'add' | 'delete' | 'update' }[];
      status: 'completed' | 'failed';
    }
  | {
      id: string;
      type: 'mcp_tool_call';
      server: string;
      tool: string;
      arguments: unknown;
      result?: { content: SdkContentBlock[]; _meta?: unknown; structured_content: unknown };
      error?: { message: string };
      status: 'in_progress' | 'completed' | 'failed';
    }
  | { id: string; type: 'web_search'; query: string }
  | { id: string; type: 'todo_list'; items: { text: string; completed: boolean }[] }
  | { id: string; type: 'error'; message: string };

/** The SDK's `Usage`. */
export interface SdkUsage {
  input_tokens: number;
  cached_input_tokens: number;
  cache_write_input_tokens: number;
  output_tokens: number;
  reasoning_output_tokens: number;
}

/** The SDK's `ThreadEvent`. */
export type SdkEvent =
  | { type: 'thread.started'; thread_id: string }
  | { type: 'turn.started' }
  | { type: 'turn.completed'; usage: SdkUsage }
  | { type: 'turn.failed'; error: { message: string } }
  | { type: 'item.started'; item: SdkItem }
  | { type: 'item.updated'; item: SdkItem }
  | { type: 'item.completed'; item: SdkItem }
  | { type: 'error'; message: string };

/**
 * True for an event that code written for the SDK accepts: the SDK has types for its kinds and statuses. Narrows to
 * both types at once: from the SDK's alone, TypeScript would drop every event that has a field more here.
 */
export function isSdkEvent(event: ThreadEvent): event is ThreadEvent & SdkEvent {
  switch (event.type) {
    case 'thread.started':
    case 'turn.started':
    case 'error':
      return true;
    case 'turn.completed':
      return isSdkUsage(event.usage);
    case 'turn.failed':
      return event.error.message !== undefined;
    case 'item.started':
    case 'item.updated':
    case 'item.completed':
      return isSdkItem(event.item);
    default:
      return false;
  }
}

function isSdkUsage(usage: Usage | undefined): boolean {
  return (
    usage?.cached_input_tokens !== undefined &&
    usage.cache_write_input_tokens !== undefined &&
    usage.reasoning_output_tokens !== undefined
  );
}

/**
 * Checks types as far as the SDK itself keeps to them. The SDK passes on what it parses: `exit_code`, `result` and
 * `error` are null where Codex writes null, though typed as absent, and content blocks are whatever the server sent.
 * Code that accepts such values from the SDK accepts them from here.
 */
function isSdkItem(item: ThreadItem): boolean {
  switch (item.type) {
    case 'agent_message':
    case 'reasoning':
    case 'web_search':
    case 'todo_list':
    case 'error':
      return true;
    case 'mcp_tool_call':
      return hasSdkForm(item) && hasSdkStatus(item.status);
    case 'command_execution':
      return hasSdkStatus(item.status);
    case 'file_change':
      return (
        (item.status === 'completed' || item.status === 'failed') &&
        item.changes.every(({ kind }) => SDK_KINDS.has(kind))
      );
    default:
      return false;
  }
}

function hasSdkStatus(status: string): boolean {
  return status === 'in_progress' || status === 'completed' || status === 'failed';
}

/** The SDK has one name for each part of a call, an answer by the specification, and an object for an error. */
function hasSdkForm(item: McpToolCallItem): boolean {
  const { result, error } = mcpCall(item);
  const isAsGiven = result === (item.result ?? null) && error === (item.error ?? null);
  return item.server !== undefined && item.tool !== undefined && isAsGiven;
}

const SDK_KINDS: ReadonlySet<string> = new Set(['add', 'delete', 'update']);
