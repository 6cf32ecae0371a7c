import type { JsonObject } from '../../../lines/json.ts';
import type { ThreadEvent, TurnStartedEvent } from '../../../thread/event.ts';
import type { ThreadItem } from '../../../thread/item.ts';
import type { CurrentRecord, ItemEvent } from '../record.ts';
import { type Calls, createCalls } from './calls.ts';
import { createHandedOverCalls } from './handed-over-calls.ts';
import { createTextChannels, type TextChannels, type TextKind } from './text-channels.ts';
import { createTurns, type TurnEndEvent, type Turns } from './turns.ts';
import { createTwins, type Twins } from './twins.ts';
import { createSessionUsage } from './usage.ts';

/**
 * Orders the content of records: one item for what is written twice, one life for a call and its output, all of it in
 * turns. Everything flows one way: texts, calls and twins stand above the turns, which give it out. Calls and twins tell
 * the texts that something else happens.
 */
export interface Weave {
  readonly texts: TextChannels;
  readonly calls: Pick<Calls, 'find' | 'finish' | 'isPictureNext'>;
  readonly twins: Omit<Twins, 'endTurn'>;
  readonly turns: Pick<Turns, 'give' | 'enterReview' | 'leaveReview' | 'inReview' | 'takeBack'>;
  /** Takes a text of a file that has no events. */
  bareText(kind: TextKind, events: readonly ItemEvent[]): void;
  beginCall(item: ThreadItem, tool: string, payload: JsonObject): void;
  callOutput(payload: JsonObject): void;
  beginTurn(event: TurnStartedEvent): void;
  endTurn(event: TurnEndEvent): void;
  /** Ends all unmarked turns, because the file ends, or the history that it continues. */
  close(): void;
  /** Ends the file. */
  end(): void;
}

export function createWeave(record: CurrentRecord, output: (event: ThreadEvent) => void): Weave {
  const usage = createSessionUsage();
  const turns = createTurns(record, usage, (event) => {
    usage.push(event);
    output(event);
  });
  const texts = createTextChannels({ ...turns, userText });
  const calls = createCalls(record, turns, texts);
  const handedOver = createHandedOverCalls(record, turns);
  const twins = createTwins(record, turns, texts);

  function userText(): void {
    if (turns.endsAtUserText()) endParts();
    turns.userText();
  }

  function endParts(): void {
    calls.endTurn();
    handedOver.endTurn();
    twins.endTurn();
  }

  /** Gives everything held of a turn before it ends, texts first. */
  function endHeld(): void {
    texts.flush();
    endParts();
  }

  return {
    texts,
    calls,
    twins,
    turns,
    bareText(kind, events) {
      for (const event of events) {
        if (kind === 'user') userText();
        turns.give(event);
      }
    },
    beginCall(item, tool, payload) {
      texts.activity();
      if (record.facts.isHandedOver) handedOver.begin(item, tool);
      else calls.begin(item, tool, payload);
    },
    callOutput(payload) {
      texts.activity();
      if (record.facts.isHandedOver) handedOver.output(payload);
      else calls.output(payload);
    },
    beginTurn(event) {
      if (turns.isOpen() && !turns.inReview()) endHeld();
      turns.begin(event);
    },
    endTurn(event) {
      endHeld();
      turns.end(event);
    },
    close() {
      endHeld();
      turns.close();
    },
    end() {
      endHeld();
      calls.end();
      turns.close();
    },
  };
}
