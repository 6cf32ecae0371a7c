import type { UnifiedContent, UnifiedMessage } from '../messages/message.ts';
import type { WriterOptions } from './writer.ts';

/** A range of turn numbers, which count from 1 as the ids of messages do. Both ends are included. */
export interface TurnRange {
  from?: number | undefined;
  to?: number | undefined;
}

/** A wanted message with its turn. The turn is 0 for history that a thread was given before its own first turn. */
export interface FilteredMessage {
  message: UnifiedMessage;
  turn: number;
}

export type FilterOptions = Pick<WriterOptions, 'tools' | 'reasoning' | 'turns'>;

/**
 * Leaves out unwanted messages, for every writer of messages. Takes them in order: those with the agent's own ids
 * belong to the turn of the one before.
 */
export function createMessageFilter({ tools, reasoning, turns }: FilterOptions = {}) {
  let turn = 0;

  function wanted(message: UnifiedMessage): UnifiedMessage | undefined {
    if ((turns?.from !== undefined && turn < turns.from) || (turns?.to !== undefined && turn > turns.to))
      return undefined;
    if (tools !== false && reasoning !== false) return message;
    // The work of a sub-agent belongs to the call that started it.
    if (tools === false && message.parent !== undefined) return undefined;
    const content = message.content.filter((block) => isWanted(block, message.content));
    if (content.length === message.content.length) return message;
    return content.length === 0 ? undefined : { ...message, content };
  }

  function isWanted({ type }: UnifiedContent, all: readonly UnifiedContent[]): boolean {
    if (type === 'thinking') return reasoning !== false;
    if (type === 'tool_use' || type === 'tool_result') return tools !== false;
    // An image beside a call is part of its result.
    return type !== 'image' || tools !== false || !all.some((block) => block.type.startsWith('tool_'));
  }

  return (message: UnifiedMessage): FilteredMessage | undefined => {
    if (message.parent === undefined) turn = turnOf(message) ?? Math.max(turn, 1);
    const kept = wanted(message);
    return kept && { message: kept, turn };
  };
}

/** `t3.text.1` is of turn 3, `p3.text.1` of the history given to a fork. */
function turnOf({ id, inherited }: UnifiedMessage): number | undefined {
  const [, own] = /^t(\d{1,9})\./.exec(id) ?? [];
  if (own !== undefined) return Number(own);
  return inherited || /^p\d{1,9}\./.test(id) ? 0 : undefined;
}
