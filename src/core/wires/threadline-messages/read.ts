import type { Problem } from '../../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { AgentName, ThreadEvent, TurnCompletedEvent } from '../../thread/event.ts';
import { timeFrom } from '../../thread/time.ts';
import { takeMark } from '../threadline/mark.ts';
import type { OwnMessage } from '../threadline/own-message.ts';
import { createToldThread, usageOf } from '../threadline/told-thread.ts';
import { faultIn, keepWhole, messageNeeds } from '../threadline/trusted.ts';
import type { WireReader } from '../wire.ts';
import { withDefined } from '../with-defined.ts';

/**
 * Reads messages back. Each is one or more items, and stands in `unified` of the first one, from where a builder takes
 * it as it is: an item cannot hold all of it. The thread's beginning and its turns are inferred: messages have none.
 */
export function createOwnMessagesReader(): WireReader {
  const thread = createToldThread();
  let agent: AgentName | undefined;
  /** The turn's name in the ids of its messages, if they have it. */
  let turnName: string | undefined;
  let lastModel: string | undefined;
  let isTurnOpen = false;

  function read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const mark = takeMark(record);
    const fault = record.type === undefined ? (faultIn(record, messageNeeds) ?? faultInRole(record)) : '';
    if (fault !== undefined) return keepWhole(record, line, problems, fault);
    // Nothing is at fault.
    const message = record as JsonObject & OwnMessage;
    const { parent, tool, model, timestamp, inherited, usage, _original } = message;
    const isOwn = parent === undefined;
    thread.at({ line, timestamp: timeFrom(timestamp), inherited, parent_item_id: parent });
    if (agent === undefined || mark || (isOwn && tool !== agent)) {
      endTurn();
      agent = mark?.agent ?? tool;
      thread.begin(agent, textOf(_original?.thread_id) ?? '');
    }
    if (isOwn && beginsTurn(message)) {
      endTurn();
      isTurnOpen = true;
      turnName = turnNameOf(message);
      thread.startTurn(textOf(_original?.turn_id));
    }
    if (isOwn && model !== undefined && model !== lastModel) {
      lastModel = model;
      thread.push({ type: 'context', kind: 'model', model, data: {} });
    }
    thread.tell(message, message);
    if (usage && isOwn) {
      isTurnOpen = false;
      thread.push(withDefined<TurnCompletedEvent>({ type: 'turn.completed' }, { turn_usage: usageOf(usage) }));
    }
    return thread.take();
  }

  /** Ids that threadline derived name the turn. Where none does, each prompt begins one. */
  function beginsTurn(message: OwnMessage): boolean {
    const name = turnNameOf(message);
    if (!thread.hasTurn()) return true;
    return name === undefined ? turnName === undefined && isPrompt(message) : name !== turnName;
  }

  function endTurn(): void {
    if (isTurnOpen) thread.endTurn({ type: 'turn.completed', inferred: true });
    isTurnOpen = false;
  }

  function end(): ThreadEvent[] {
    endTurn();
    return thread.take();
  }

  return { read, end, agent: () => agent };
}

function faultInRole({ role }: JsonObject): string | undefined {
  return role === 'user' || role === 'assistant' || role === 'system' ? undefined : 'role';
}

/** `t3` of `t3.text.1`, `p1` of `p1.user.1`. */
function turnNameOf({ id }: OwnMessage): string | undefined {
  return /^[tp]\d{1,9}(?=\.)/.exec(id)?.[0];
}

function isPrompt({ role, injected, content }: OwnMessage): boolean {
  return role === 'user' && !injected && content.every(({ type }) => type !== 'tool_result');
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
