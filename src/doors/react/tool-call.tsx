import { type ReactElement, useMemo } from 'react';
import type { UnifiedMessage } from '../../core/messages/message.ts';
import { Transcript, type TranscriptProps } from './transcript.tsx';

/** Properties of `<ToolCall>`. */
export interface ToolCallProps extends Omit<TranscriptProps, 'rows' | 'messages' | 'events' | 'kinds' | 'children'> {
  /** The tool's name. Those of Claude Code have faces of their own: `Bash`, `Edit`, `Write`, `TodoWrite`, `WebFetch`, … */
  name: string;
  input: Record<string, unknown>;
  /** What came of it. Without one it is running. */
  result?: string | undefined;
  isError?: boolean | undefined;
}

/** One call of a tool, with a face of its own for commands, changes, plans, the web, MCP and sub-agents. */
export function ToolCall({ name, input, result, isError = false, ...rest }: ToolCallProps): ReactElement {
  const messages = useMemo((): UnifiedMessage[] => {
    const use = { type: 'tool_use' as const, id: 'call', name, input };
    const end = { type: 'tool_result' as const, tool_use_id: 'call', content: result ?? '', is_error: isError };
    const content = result === undefined ? [use] : [use, end];
    return [{ id: 'call', role: 'assistant', content, timestamp: 0, tool: 'unknown' }];
  }, [name, input, result, isError]);
  return <Transcript label="Tool call" {...rest} messages={messages} />;
}
