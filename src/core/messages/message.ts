import type { AgentName, ThreadOrigin } from '../thread/event.ts';
import type { Usage } from '../thread/usage.ts';

/**
 * Messages in the shape that Claude's tools and viewers know, made from the events of any dialect. This is not a wire
 * format: roles, blocks and tools have Claude's names. Ids are the agent's if it writes the same ones live and on disk,
 * else threadline's own (see `message-ids.ts`).
 */

/** A text of either side. */
export interface TextContent {
  type: 'text';
  text: string;
}

/** A summary of the model's reasoning. */
export interface ThinkingContent {
  type: 'thinking';
  thinking: string;
}

/** A call of a tool, under Claude's name for it if there is one. */
export interface ToolUseContent {
  type: 'tool_use';
  /** The message's id, with `<id>.2`, `<id>.3`, … for further files of one patch. In `parse()`, the wire's own id. */
  id: string;
  /** `Bash`, `Write`, `mcp__server__tool`, …, or the agent's own name for a tool that Claude does not have. */
  name: string;
  input: Record<string, unknown>;
}

/** The result of a tool call. */
export interface ToolResultContent {
  type: 'tool_result';
  /** The id of the `tool_use` that this block answers. */
  tool_use_id: string;
  /** The text of the result. Its images follow as blocks of their own. */
  content: string;
  /** The call failed, was declined, or its command ended with a code other than 0. */
  is_error: boolean;
}

/** The source of an image: its data, or its address or local path as on the wire. */
export type ImageSource = { type: 'base64'; media_type: string; data: string } | { type: 'url'; url: string };

/** An image in a prompt or in a tool's result. */
export interface ImageContent {
  type: 'image';
  source: ImageSource;
}

/** Text that belongs to a message and is no block: a plan's explanation, the reason for a command, a file's name. */
export interface MessageNote {
  /** What the text is: `explanation`, `justification`, `query`, `document`, … */
  kind: string;
  text: string;
}

/** One block of a message: a text, a thought, a call of a tool, its result, an image. */
export type UnifiedContent = TextContent | ThinkingContent | ToolUseContent | ToolResultContent | ImageContent;

/** Token counts of one turn. */
export interface UnifiedUsage {
  /** Tokens sent to the model, including the cached ones. */
  inputTokens: number;
  outputTokens: number;
  totalTokens: number;
  /** Tokens written to the provider's cache. */
  cacheCreationTokens?: number;
  /** The part of `inputTokens` read from the provider's cache. */
  cacheReadTokens?: number;
}

/** One message of a thread. Messages are never modified: a changed message is a new object with the same id. */
export interface UnifiedMessage {
  /** Unique in the thread, and the same live and from disk. In `parse()`, the wire's id, else a hash of the line. */
  id: string;
  /** `system` for warnings, errors and notices. */
  role: 'user' | 'assistant' | 'system';
  content: UnifiedContent[];
  /** Milliseconds since 1970: the time of the record, else of its arrival, else of the thread, else 0. */
  timestamp: number;
  /** The agent that wrote the thread. */
  tool: AgentName;
  /** The model of the turn, if known. Only on messages of the assistant. */
  model?: string;
  /** Usage of the turn, if known. Only on the assistant's last message of the turn. */
  usage?: UnifiedUsage;
  /** What the record says beside its blocks. Absent if there is nothing. */
  notes?: MessageNote[];
  /** The CLI added this message, not the person. Left out unless all messages are asked for. */
  injected?: true;
  /** The turn of this message was taken back. Left out unless all messages are asked for. */
  withdrawn?: true;
  /** The message is part of the history given to a fork, a sub-agent or a thread that was handed over. */
  inherited?: true;
  /** The `tool_use` id of the call that started this message's sub-agent. Left out unless agents are asked for. */
  parent?: string;
  /** The thread of another agent that the message was handed over from. */
  origin?: ThreadOrigin;
  /** The event, or in `parse()` the record, that opened the message. Absent if it was not asked for. */
  _original?: object;
}

/** The words of a message: its text blocks, joined by newlines. */
export function extractText(message: Pick<UnifiedMessage, 'content'>): string {
  const texts: string[] = [];
  for (const block of message.content) if (block.type === 'text') texts.push(block.text);
  return texts.join('\n');
}

/** Converts token counts to the names that messages use. */
export function unifiedUsage(usage: Usage): UnifiedUsage {
  const counts: UnifiedUsage = {
    inputTokens: usage.input_tokens,
    outputTokens: usage.output_tokens,
    totalTokens: usage.total_tokens ?? usage.input_tokens + usage.output_tokens,
    cacheReadTokens: usage.cached_input_tokens ?? 0,
  };
  if (usage.cache_write_input_tokens !== undefined) counts.cacheCreationTokens = usage.cache_write_input_tokens;
  return counts;
}
