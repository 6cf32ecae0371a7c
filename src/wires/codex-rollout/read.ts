import type { Problem } from '../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import type { WireReader } from '../wire.ts';
import { createCalls } from './calls.ts';
import { createEventMessages } from './event-messages.ts';
import { mailItem } from './mail.ts';
import { createResponseItems, isResponseItemType } from './response-items.ts';
import { createSession, isEnvelope } from './session.ts';
import { createSingleItems } from './single-items.ts';
import { createTextChannels } from './text-channels.ts';
import { isBareHeader, readHeader } from './thread-header.ts';
import { createTurns } from './turns.ts';
import type { RolloutLineType } from './types.ts';
import { createSessionUsage } from './usage.ts';
import { rest } from './values.ts';

/** Lines that tell about the agent, not about the conversation. */
const BOOKKEEPING: ReadonlySet<string> = new Set<RolloutLineType>([
  'world_state',
  'token_usage_record',
  'inter_agent_communication_metadata',
  'security_risk_score',
  'retained_context',
  'realtime_item',
]);
const MAIL = new Set(['type', 'id', 'content']);

/** Reads session files of every generation: bare (0.2 to 0.31), in envelopes (0.32 and later), paginated (0.148 and later). */
export function createCodexRolloutReader(): WireReader {
  const session = createSession();
  const usage = createSessionUsage();
  let output: ThreadEvent[] = [];
  let hasHeader = false;
  /** Records of another file came last, whose turn is still open. */
  let isInheriting = false;

  const turns = createTurns(session, usage, put, endTurn);
  const texts = createTextChannels(turns);
  const single = createSingleItems(session, turns, texts);
  const calls = createCalls(session, turns, texts);
  const responses = createResponseItems(session, turns, texts, calls, single);
  const events = createEventMessages(session, turns, texts, calls, single);

  function put(event: ThreadEvent): void {
    usage.push(event);
    // Nearly every record gives one event. A list that begins with it takes no more room than that.
    if (output.length === 0) output = [event];
    else output.push(event);
  }

  function endTurn(): void {
    texts.flush();
    calls.endTurn();
    single.endTurn();
  }

  function read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    output = [];
    endInherited();
    session.open(record, line, problems);
    readRecord(record);
    return output;
  }

  /** The history that a fork goes on from belongs after its own header and before all else. */
  function inherit(record: JsonObject, number: number): ThreadEvent[] {
    output = [];
    isInheriting = true;
    session.inherited = true;
    session.open(record, number, []);
    readRecord(record);
    session.inherited = false;
    return output;
  }

  function endInherited(): void {
    if (!isInheriting) return;
    isInheriting = false;
    session.inherited = true;
    turns.close();
    session.inherited = false;
  }

  function readRecord(record: JsonObject): void {
    if (isEnvelope(record)) {
      readEnvelope(record.type, record.payload);
      return;
    }
    readBare(record);
  }

  function readEnvelope(type: string, payload: JsonObject): void {
    switch (type) {
      case 'response_item':
        responses.read(payload);
        return;
      case 'event_msg':
        events.read(payload);
        return;
      case 'turn_context':
        turnContext(payload);
        return;
      case 'session_meta':
        header(payload);
        return;
      case 'compacted':
        single.compacted(payload);
        return;
      case 'inter_agent_communication':
        mail(payload);
        return;
      default:
        if (BOOKKEEPING.has(type)) {
          turns.give(session.context(type, payload));
          return;
        }
        turns.give(session.stamp({ type: 'unknown', wire_type: type, data: payload }));
        return;
    }
  }

  /** Records without an envelope. */
  function readBare(record: JsonObject): void {
    if (isResponseItemType(record.type)) {
      session.bare = true;
      responses.read(record);
      return;
    }
    if (record.record_type === 'state') {
      turns.give(session.context('state', record));
      return;
    }
    if (isBareHeader(record)) {
      header(record);
      return;
    }
    const { type, ...data } = record;
    turns.give(session.stamp({ type: 'unknown', wire_type: String(type), data }));
  }

  /** Only the first header describes the file; a fork has its parent's below its own. */
  function header(payload: JsonObject): void {
    if (hasHeader || session.inherited) {
      turns.give(session.context('session_meta', payload));
      return;
    }
    hasHeader = true;
    turns.give(readHeader(payload, session));
  }

  function turnContext(payload: JsonObject): void {
    const event = session.context('turn_context', payload);
    if (typeof payload.model === 'string') event.model = payload.model;
    if (typeof payload.cwd === 'string') {
      event.cwd = payload.cwd;
      session.cwd = payload.cwd;
    }
    turns.give(event);
  }

  function mail(payload: JsonObject): void {
    const text = typeof payload.content === 'string' ? payload.content : '';
    const id = typeof payload.id === 'string' ? payload.id : session.nextId();
    const extra = rest(payload, isObject(payload.content) ? new Set(['id']) : MAIL);
    turns.give(session.itemEvent('item.completed', mailItem(id, text, extra)));
  }

  return {
    read,
    inherit,
    end() {
      output = [];
      endInherited();
      texts.flush();
      turns.close();
      return output;
    },
  };
}
