import type { CountedUsage } from '../../thread/usage.ts';

/** The known state of a message. The same one comes again and again, sometimes with less than before. */
export interface KnownMessage {
  type: string;
  id: string;
  /** Its position among all messages. */
  place: number;
  text: string;
  thoughts: string[];
  tokens?: CountedUsage;
  /** The turn that the message began. */
  begins?: string;
}

/** The messages of a chat by id and type, in the order in which they first came. */
export interface KnownMessages {
  get(type: string, id: string): KnownMessage | undefined;
  add(type: string, id: string, text: string): KnownMessage;
  /** Adds the text of a message, if it was unknown when the message was added. */
  learnText(type: string, text: string): void;
  /** True if a message of this type had the same text. A checkpoint may hold old messages under new ids. */
  hasText(type: string, text: string): boolean;
  /** Takes back a message and all after it, or all messages if it is unknown. Returns those that are gone. */
  rewind(id: string): KnownMessage[];
}

export function createKnownMessages(): KnownMessages {
  /** Mostly one per id. Only a response and its answer may share an id. */
  const byId = new Map<string, KnownMessage[]>();
  let places = 0;
  /** Only checkpoints look up texts, so these are indexed when the first one does. */
  const texts = new Map<string, Set<string>>();
  let newTexts: { type: string; text: string }[] = [];

  function sortTexts(): void {
    for (const { type, text } of newTexts) {
      const known = texts.get(type) ?? new Set();
      texts.set(type, known.add(text));
    }
    newTexts = [];
  }

  return {
    get: (type, id) => byId.get(id)?.find((message) => message.type === type),
    add(type, id, text) {
      const message: KnownMessage = { type, id, place: places, text, thoughts: [] };
      places += 1;
      if (!byId.get(id)?.push(message)) byId.set(id, [message]);
      if (text !== '') newTexts.push({ type, text });
      return message;
    },
    learnText: (type, text) => void newTexts.push({ type, text }),
    hasText(type, text) {
      sortTexts();
      return texts.get(type)?.has(text) === true;
    },
    rewind(id) {
      const from = byId.get(id)?.[0]?.place ?? 0;
      const gone = [...byId.values()].flat().filter(({ place }) => place >= from);
      for (const [known, messages] of [...byId]) {
        const kept = messages.filter(({ place }) => place < from);
        if (kept.length > 0) byId.set(known, kept);
        else byId.delete(known);
      }
      return gone.sort((left, right) => left.place - right.place);
    },
  };
}
