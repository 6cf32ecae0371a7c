import type { Usage } from '../../thread/usage.ts';

/** What was read of a message so far: the same one comes again and again, sometimes with less than before. */
export interface KnownMessage {
  key: string;
  id: string;
  text: string;
  thoughts: string[];
  tokens?: Usage;
  /** The turn that it began. */
  begins?: string;
}

/** The messages of a chat by id and type, in the order in which they first came. */
export interface KnownMessages {
  get(type: string, id: string): KnownMessage | undefined;
  add(type: string, id: string, text: string): KnownMessage;
  /** Takes in what a message says, where that was not known when it was added. */
  learnText(type: string, text: string): void;
  /** True when a message of this type said the same. A checkpoint may hold old messages under new ids. */
  hasText(type: string, text: string): boolean;
  /** Takes back a message and all that came after it; all of them where it is not known. Gives what is gone. */
  rewind(id: string): KnownMessage[];
}

export function createKnownMessages(): KnownMessages {
  const byKey = new Map<string, KnownMessage>();
  const texts = new Set<string>();
  const keyOf = (type: string, id: string) => `${type} ${id}`;

  return {
    get: (type, id) => byKey.get(keyOf(type, id)),
    add(type, id, text) {
      const message: KnownMessage = { key: keyOf(type, id), id, text, thoughts: [] };
      byKey.set(message.key, message);
      if (text !== '') texts.add(keyOf(type, text));
      return message;
    },
    learnText: (type, text) => void texts.add(keyOf(type, text)),
    hasText: (type, text) => texts.has(keyOf(type, text)),
    rewind(id) {
      const all = [...byKey.values()];
      const from = all.findIndex((message) => message.id === id);
      const gone = from === -1 ? all : all.slice(from);
      for (const { key } of gone) byKey.delete(key);
      return gone;
    },
  };
}
