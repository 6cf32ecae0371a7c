import type { AgentName, ThreadOrigin } from '../thread/event.ts';
import type { Usage } from '../thread/usage.ts';

/**
 * Messages in the shape that Claude's tools and viewers know, made from the events of any dialect. Not a wire format:
 * the names of roles, blocks and tools are Claude's. Ids are the agent's where it writes the same ones live and on disk, else
 * threadline's own (see `message-ids.ts`).
 */

/** Something that was said. */
export interface TextContent {
  type: 'text';
  text: string;
}

/** A summary of the model's reasoning. */
export interface ThinkingContent {
  type: 'thinking';
  thinking: string;
}

/** The call of a tool, by Claude's name for it where there is one. */
export interface ToolUseContent {
  type: 'tool_use';
  /** The message's id; `<id>.2`, `<id>.3`, … for the further files of one patch. From `parse()`: the wire's own. */
  id: string;
  /** `Bash`, `Write`, `mcp__server__tool`, …; the agent's own name for a tool that Claude does not have. */
  name: string;
  input: Record<string, unknown>;
}

/** What came of the call. */
export interface ToolResultContent {
  type: 'tool_result';
  /** The id of the `tool_use` that it answers. */
  tool_use_id: string;
  /** Text only: images of a result follow it as blocks of their own. */
  content: string;
  /** The call failed or was declined, or its command ended with a code other than 0. */
  is_error: boolean;
}

/** Where an image is: its data, or an address or a local path as the wire has it. */
export type ImageSource = { type: 'base64'; media_type: string; data: string } | { type: 'url'; url: string };

/** An image beside a prompt or in a tool's result. */
export interface ImageContent {
  type: 'image';
  source: ImageSource;
}

export type UnifiedContent = TextContent | ThinkingContent | ToolUseContent | ToolResultContent | ImageContent;

/** Token counts of one turn. */
export interface UnifiedUsage {
  /** Tokens sent to the model, the cached part included. */
  inputTokens: number;
  outputTokens: number;
  totalTokens: number;
  /** Tokens written to the provider's cache. */
  cacheCreationTokens?: number;
  /** The part of `inputTokens` that came from the provider's cache. */
  cacheReadTokens?: number;
}

/** One message of a thread. A message that was handed out never changes: a changed one is a new object with its id. */
export interface UnifiedMessage {
  /** Unique within the thread, and the same live and from disk. From `parse()`: the wire's id, else a hash of the line. */
  id: string;
  /** `system` for warnings, errors and notices. */
  role: 'user' | 'assistant' | 'system';
  content: UnifiedContent[];
  /** Milliseconds since 1970: the record's time, else that of its arrival, else the thread's, else 0. */
  timestamp: number;
  /** The agent. */
  tool: AgentName;
  /** The model of the turn, where it is known; on messages of the assistant only. */
  model?: string;
  /** What the turn used, on its last message of the assistant, where it is known. */
  usage?: UnifiedUsage;
  /** Not typed by the person: context that the CLI put in. Left out unless all messages are asked for. */
  injected?: true;
  /** No longer there: its turn was taken back. Left out unless all messages are asked for. */
  withdrawn?: true;
  /** From the history that a fork, a sub-agent or a thread that was handed over was given. */
  inherited?: true;
  /** The `tool_use` id of the call that started the sub-agent whose message this is. Left out unless agents are asked for. */
  parent?: string;
  /** The thread of another agent that the message was handed over from. */
  origin?: ThreadOrigin;
  /** What opened the message: the event, or for `parse()` the record. Absent where it was not wanted. */
  _original?: object;
}

/** All that a message says in words, its text blocks joined by newlines. */
export function extractText(message: Pick<UnifiedMessage, 'content'>): string {
  const texts: string[] = [];
  for (const block of message.content) if (block.type === 'text') texts.push(block.text);
  return texts.join('\n');
}

/** Token counts by the names that messages have for them. */
export function unifiedUsage(usage: Usage): UnifiedUsage {
  const counts: UnifiedUsage = {
    inputTokens: usage.input_tokens,
    outputTokens: usage.output_tokens,
    totalTokens: usage.total_tokens ?? usage.input_tokens + usage.output_tokens,
    cacheReadTokens: usage.cached_input_tokens,
  };
  if (usage.cache_write_input_tokens !== undefined) counts.cacheCreationTokens = usage.cache_write_input_tokens;
  return counts;
}
