import type { ToolResultContent } from '../messages/message.ts';
import type { ThreadItem } from '../thread/item.ts';

/** The end of a call. */
export interface CallEnd {
  state: 'done' | 'failed' | 'declined' | 'open';
  /** The result's text. */
  output: string;
  exitCode?: number | undefined;
  seconds?: number | undefined;
}

/** Reads the end of a call from its result, and from its item if that is known. */
export function callEnd(result: ToolResultContent | undefined, item: ThreadItem | undefined): CallEnd {
  const isCommand = item?.type === 'command_execution';
  const exitCode = isCommand && typeof item.exit_code === 'number' ? item.exit_code : undefined;
  const seconds = isCommand && typeof item.duration_seconds === 'number' ? item.duration_seconds : undefined;
  if (!result) return { state: 'open', output: '', exitCode, seconds };
  const isDeclined = item !== undefined && 'status' in item && item.status === 'declined';
  const state = !result.is_error ? 'done' : isDeclined ? 'declined' : 'failed';
  return { state, output: withoutExitCode(result.content, exitCode), exitCode, seconds };
}

/** Some results begin with their exit code, or are nothing else. It is shown beside the command. */
function withoutExitCode(content: string, code: number | undefined): string {
  const words = `exit code ${code}`;
  if (code === undefined || content.slice(0, words.length).toLowerCase() !== words) return content;
  const rest = content.slice(words.length);
  return rest.trim() === '' ? '' : rest.startsWith('\n') ? rest.slice(1) : content;
}
