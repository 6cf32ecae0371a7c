import type { LineSource } from './conversation.ts';

type Kind = 'text' | 'thinking';

/**
 * Text and thinking of a message are one message under its id, although they are on separate lines. A second text of
 * the same message takes the id of its line.
 */
export interface MessageIds {
  of(messageId: string | undefined, kind: Kind, source: LineSource): string;
  /** The id of a line: the wire's, else its place. */
  ofLine(source: LineSource): string;
  coming(messageId: string, kind: Kind): string | undefined;
  /** Turns were taken back, and may come again under the same ids. */
  forget(): void;
}

/** Lines of one message are together, except for those of parallel sub-agents. */
const REMEMBERED_MESSAGES = 1024;

export function createMessageIds(): MessageIds {
  /** The number of texts and thoughts of each message. */
  const counts = { text: new Map<string, number>(), thinking: new Map<string, number>() };

  return {
    of(messageId, kind, source) {
      if (messageId === undefined) return lineId(source);
      const known = counts[kind];
      const occurrence = (known.get(messageId) ?? 0) + 1;
      known.set(messageId, occurrence);
      if (known.size > REMEMBERED_MESSAGES) for (const oldest of known.keys()) if (known.delete(oldest)) break;
      if (occurrence === 1) return messageId;
      return source.uuid ?? `${messageId}.${kind}.${occurrence}`;
    },
    ofLine: lineId,
    coming: (messageId, kind) => (counts[kind].has(messageId) ? undefined : messageId),
    forget() {
      counts.text.clear();
      counts.thinking.clear();
    },
  };
}

function lineId({ uuid, place }: LineSource): string {
  return uuid ?? `L${place.line}.1`;
}
