import type { JsonObject } from '../../../lines/json.ts';
import type { ThreadEvent, TurnStartedEvent } from '../../../thread/event.ts';
import type { ThreadItem } from '../../../thread/item.ts';
import type { Extra } from '../../../thread/usage.ts';
import type { FileFacts } from '../file-facts.ts';
import type { CurrentRecord, ItemEvent } from '../record.ts';
import { createCalls } from './calls.ts';
import { createHandedOverCalls } from './handed-over-calls.ts';
import { createTextChannels, type TextChannels, type TextKind } from './text-channels.ts';
import { createTurns, type TurnEndEvent } from './turns.ts';
import { createTwins, type Twins } from './twins.ts';
import { createSessionUsage } from './usage.ts';

/**
 * Orders the content of records: one item for what is written twice, one life for a call and its output, all of it in
 * turns. Everything flows one way: texts, calls and twins are side by side above the turns, which give it out. Facts
 * that one of them needs from another pass through here.
 */
export interface Weave {
  /** Takes a text from an event. */
  text: TextChannels['event'];
  /** Takes a text from a response item. */
  unsaid: TextChannels['unsaid'];
  hold: TextChannels['hold'];
  /** Takes a text of a file that has no events. */
  bareText(kind: TextKind, events: readonly ItemEvent[]): void;
  joinTexts: TextChannels['join'];
  expectText: TextChannels['expect'];
  beginCall(item: ThreadItem, tool: string, payload: JsonObject): void;
  callOutput(payload: JsonObject): void;
  finishCall(item: ThreadItem, turnId?: string, extra?: Extra): void;
  /** The item of a call, as known so far. */
  call(id: string): ThreadItem | undefined;
  isPictureNext(): boolean;
  twins: Omit<Twins, 'endTurn'>;
  beginTurn(event: TurnStartedEvent): void;
  endTurn(event: TurnEndEvent): void;
  enterReview(turnId: string | undefined): void;
  leaveReview(): void;
  inReview(): boolean;
  takeBack(count: number): string[];
  /** Gives an event that has no order of its own. */
  give(event: ThreadEvent): void;
  /** Ends all unmarked turns, because the file ends, or the history that it continues. */
  close(): void;
  /** Ends the file. */
  end(): void;
}

export function createWeave(facts: FileFacts, record: CurrentRecord, output: (event: ThreadEvent) => void): Weave {
  const usage = createSessionUsage();
  const turns = createTurns(facts, record, usage, (event) => {
    usage.push(event);
    output(event);
  });
  const calls = createCalls(facts, record, turns);
  const handedOver = createHandedOverCalls(record, turns);
  const twins = createTwins(record, turns);
  const texts = createTextChannels({
    give: turns.give,
    endsAtUserText: turns.endsAtUserText,
    hasUserText: turns.hasUserText,
    userText() {
      if (turns.endsAtUserText()) endParts();
      turns.userText();
    },
  });

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
    text: texts.event,
    unsaid: texts.unsaid,
    hold: texts.hold,
    bareText(kind, events) {
      for (const event of events) {
        if (kind === 'user') {
          if (turns.endsAtUserText()) endParts();
          turns.userText();
        }
        turns.give(event);
      }
    },
    joinTexts: texts.join,
    expectText: texts.expect,
    beginCall(item, tool, payload) {
      texts.activity();
      if (facts.isHandedOver) handedOver.begin(item, tool);
      else calls.begin(item, tool, payload);
    },
    callOutput(payload) {
      texts.activity();
      if (facts.isHandedOver) handedOver.output(payload);
      else calls.output(payload);
    },
    finishCall(item, turnId, extra) {
      texts.activity();
      texts.release();
      calls.finish(item, turnId, extra);
    },
    call: calls.find,
    isPictureNext: calls.isPictureNext,
    twins: {
      webSearch(search, telling) {
        texts.activity();
        twins.webSearch(search, telling);
      },
      image(item, telling) {
        texts.activity();
        twins.image(item, telling);
      },
      compaction(from, item, telling) {
        if (from === 'record') {
          texts.compacted();
          texts.activity();
        }
        twins.compaction(from, item, telling);
      },
      isRawRepeated: twins.isRawRepeated,
      injected: twins.injected,
    },
    beginTurn(event) {
      if (turns.isOpen() && !turns.inReview()) endHeld();
      turns.begin(event);
    },
    endTurn(event) {
      endHeld();
      turns.end(event);
    },
    enterReview: turns.enterReview,
    leaveReview: turns.leaveReview,
    inReview: turns.inReview,
    takeBack: turns.takeBack,
    give: turns.give,
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
