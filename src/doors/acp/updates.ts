import { isObject } from '../../core/lines/json.ts';
import type { ToolResultContent, ToolUseContent, UnifiedMessage } from '../../core/messages/message.ts';
import { textBlock, toolCall } from './tool-call.ts';

const CHUNKS = { user: 'user_message_chunk', assistant: 'agent_message_chunk', system: 'agent_message_chunk' } as const;

/** A message as updates of the protocol, in the order of its blocks. */
export function updatesOf({ role, content }: UnifiedMessage): object[] {
  const results = new Map<string, ToolResultContent>();
  for (const block of content) if (block.type === 'tool_result') results.set(block.tool_use_id, block);
  return content.flatMap((block): object[] => {
    switch (block.type) {
      case 'text':
        return block.text === '' ? [] : [{ sessionUpdate: CHUNKS[role], content: textBlock(block.text) }];
      case 'thinking':
        return block.thinking === ''
          ? []
          : [{ sessionUpdate: 'agent_thought_chunk', content: textBlock(block.thinking) }];
      case 'tool_use':
        return [planOf(block) ?? toolCall(block, results.get(block.id))];
      case 'image':
        // An address may be a file of another machine, and the protocol has no place for one in a text.
        return block.source.type !== 'base64'
          ? []
          : [
              {
                sessionUpdate: CHUNKS[role],
                content: { type: 'image', data: block.source.data, mimeType: block.source.media_type },
              },
            ];
      default:
        return [];
    }
  });
}

const STATES: ReadonlySet<unknown> = new Set(['pending', 'in_progress', 'completed']);

/** The agent's plan, which editors show apart. Undefined for any other call. */
function planOf({ name, input }: ToolUseContent): object | undefined {
  const { todos } = input;
  if (name !== 'TodoWrite' || !Array.isArray(todos)) return undefined;
  const entries = todos.filter(isObject).map(({ content, status }) => ({
    content: typeof content === 'string' ? content : '',
    priority: 'medium',
    status: STATES.has(status) ? status : 'pending',
  }));
  return { sessionUpdate: 'plan', entries };
}
