import type { AgentName, ThreadEvent, ThreadOrigin } from '../thread/event.ts';
import { parseTime } from '../thread/time.ts';
import type { UnifiedContent, UnifiedMessage } from './message.ts';

/** Facts of a thread that are put on each of its messages. */
export interface MessageStamp {
  agent: AgentName;
  /** The thread's working folder. */
  cwd: string | undefined;
  /** The model that answers. */
  model: string | undefined;
  /** The start of the thread, used for events that have no time. */
  threadTime: number;
  /** The thread that the history was handed over from. */
  origin: ThreadOrigin | undefined;
  create(event: ThreadEvent, id: string, role: UnifiedMessage['role'], content: UnifiedContent[]): UnifiedMessage;
}

export interface MessageStampOptions {
  agent: AgentName;
  /** The `tool_use` that started the sub-agent of this thread. */
  parent: string | undefined;
  /** Keep the event that opened each message, or only its line. */
  original: boolean | 'line';
}

export function createMessageStamp({ agent, parent, original }: MessageStampOptions): MessageStamp {
  const stamp: MessageStamp = {
    agent,
    cwd: undefined,
    model: undefined,
    threadTime: 0,
    origin: undefined,
    create(event, id, role, content) {
      const timestamp = parseTime(event.timestamp) ?? stamp.threadTime;
      // Use one shape where possible: objects that grow in many ways are slow to make and to read.
      const message: UnifiedMessage = original
        ? {
            id,
            role,
            content,
            timestamp,
            tool: stamp.agent,
            _original: original === 'line' ? { line: event.line } : event,
          }
        : { id, role, content, timestamp, tool: stamp.agent };
      if (stamp.model !== undefined && role === 'assistant') message.model = stamp.model;
      if (event.inherited) addHistory(message);
      if (parent !== undefined) message.parent = parent;
      return message;
    },
  };

  function addHistory(message: UnifiedMessage): void {
    message.inherited = true;
    if (stamp.origin) message.origin = stamp.origin;
  }

  return stamp;
}
