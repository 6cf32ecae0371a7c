import type { LineSource } from './conversation.ts';

type Kind = 'text' | 'thinking';

/**
 * Text and thinking of a message are one message, under its id, although they stand on lines of their own. A second
 * text of the same message takes the id of its line.
 */
export interface MessageIds {
  of(messageId: string | undefined, kind: Kind, source: LineSource): string;
  /** The id of a line: what the wire gave it, else its place. */
  ofLine(source: LineSource): string;
  coming(messageId: string, kind: Kind): string | undefined;
  /** What was read is taken back, and may come again under the same ids. */
  forget(): void;
}

/** Lines of one message stand together, but for those of parallel sub-agents. */
const REMEMBERED_MESSAGES = 1024;

export function createMessageIds(): MessageIds {
  /** How many texts and thoughts of a message there were. */
  const counts = new Map<string, number>();

  const key = (messageId: string, kind: Kind) => `${kind} ${messageId}`;

  return {
    of(messageId, kind, source) {
      if (messageId === undefined) return lineId(source);
      const name = key(messageId, kind);
      const occurrence = (counts.get(name) ?? 0) + 1;
      counts.set(name, occurrence);
      if (counts.size > REMEMBERED_MESSAGES) for (const oldest of counts.keys()) if (counts.delete(oldest)) break;
      if (occurrence === 1) return messageId;
      return source.uuid ?? `${messageId}.${kind}.${occurrence}`;
    },
    ofLine: lineId,
    coming: (messageId, kind) => (counts.has(key(messageId, kind)) ? undefined : messageId),
    forget: () => counts.clear(),
  };
}

function lineId({ uuid, place }: LineSource): string {
  return uuid ?? `L${place.line}.1`;
}
