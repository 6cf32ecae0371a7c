import * as coreLimits from '../../limits/core.ts';
import type { UnifiedContent, UnifiedMessage } from '../messages/message.ts';

/** Counts the calls of a tool, and the failed ones. */
export interface ToolCount {
  calls: number;
  failed: number;
}

/** Totals over the messages of a thread, or of a part of it. */
export interface MessageFacts {
  messages: number;
  /** Counts by tool name. */
  tools: Map<string, ToolCount>;
  /** The number of tool calls. */
  calls: number;
  /** The number of its own calls that failed. One call of the agent may be several of Claude's tools in a message. */
  errors: number;
}

/** `before` holds the totals of earlier messages. It is not modified. */
export function createMessageFacts(before?: MessageFacts): MessageFacts {
  const tools = new Map(Array.from(before?.tools ?? [], ([name, count]) => [name, { ...count }]));
  return { messages: 0, calls: 0, errors: 0, ...before, tools };
}

/** Adds a message that can no longer change. */
export function addMessage(facts: MessageFacts, { content, inherited }: UnifiedMessage): void {
  facts.messages += 1;
  // What a thread was given failed in another one.
  if (!inherited && content.some(isFailedCall)) facts.errors += 1;
  for (const block of content) {
    if (block.type === 'tool_use') {
      facts.calls += 1;
      const count = toolCount(facts, block.name);
      if (count) count.calls += 1;
    } else if (isFailedCall(block)) {
      const count = toolCount(facts, nameOfCall(content, block.tool_use_id));
      if (count) count.failed += 1;
    }
  }
}

/** A call that counts as an error of the session: it failed, was declined, or ended with a code other than 0. */
function isFailedCall(block: UnifiedContent): block is Extract<UnifiedContent, { type: 'tool_result' }> {
  return block.type === 'tool_result' && block.is_error;
}

function nameOfCall(content: readonly UnifiedContent[], id: string): string | undefined {
  const call = content.find((block) => block.type === 'tool_use' && block.id === id);
  return call?.type === 'tool_use' ? call.name : undefined;
}

/** Names beyond a limit share one count, because an agent may make names up. */
function toolCount({ tools }: MessageFacts, name: string | undefined): ToolCount | undefined {
  if (name === undefined) return undefined;
  const known = tools.get(name);
  if (known || tools.size >= coreLimits.maxHeadTools) return known;
  const count = { calls: 0, failed: 0 };
  tools.set(name, count);
  return count;
}
