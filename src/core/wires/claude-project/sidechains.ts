import { isObject } from '../../lines/json.ts';
import type { ThreadItem } from '../../thread/item.ts';
import type { ProjectLine } from './lines.ts';

/**
 * Finds the call that started a sub-agent whose lines are in the session's own file (up to 2.0.10). No field names it:
 * the first line of a sub-agent repeats the prompt of the call, and the others follow that line.
 */
export interface Sidechains {
  /** The id of the call, or that of the first line if no call has its prompt. */
  callOf(line: ProjectLine, text: string): string;
  /** True if the line was taken before. */
  has(uuid: string): boolean;
}

export function createSidechains(openTools: () => Iterable<ThreadItem>): Sidechains {
  const callOfLine = new Map<string, string>();
  const claimed = new Set<string>();

  function callWithPrompt(text: string): string | undefined {
    for (const item of openTools()) {
      if (item.type !== 'tool_call' || claimed.has(item.id)) continue;
      if (isObject(item.input) && item.input.prompt === text) return item.id;
    }
    return undefined;
  }

  return {
    callOf(line, text) {
      const followed = line.parentUuid === undefined ? undefined : callOfLine.get(line.parentUuid);
      const call = followed ?? callWithPrompt(text) ?? line.agentId ?? line.uuid ?? 'sidechain';
      claimed.add(call);
      if (line.uuid !== undefined) callOfLine.set(line.uuid, call);
      return call;
    },
    has: (uuid) => callOfLine.has(uuid),
  };
}
