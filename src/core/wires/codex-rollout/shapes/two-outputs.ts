import type { ThreadItem } from '../../../thread/item.ts';
import { outputNote } from '../../../tools/missing-lines.ts';

/**
 * A command with the output that another record has of it. The event for people and the output for the model are each
 * cut in their own way: the longer one is the command's, and lines that only the other has are a note. Undefined if
 * there is nothing new.
 */
export function withOutput(item: ThreadItem, other: string): ThreadItem | undefined {
  if (item.type !== 'command_execution') return undefined;
  const { aggregated_output: own } = item;
  if (other === own) return undefined;
  const [longer, shorter] = other.length > own.length ? [other, own] : [own, other];
  const note = outputNote(longer, shorter);
  if (!note && longer.trim() === own.trim()) return undefined;
  return { ...item, aggregated_output: longer, ...note };
}
