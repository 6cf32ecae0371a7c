import type { Problem } from '../../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { badField } from '../field-table.ts';
import type { WireReader } from '../wire.ts';
import { isBareHeader } from './bare-header.ts';
import { createFileFacts } from './file-facts.ts';
import { readHeader } from './header.ts';
import { BOOKKEEPING_LINES, RESPONSE_ITEMS } from './kinds.ts';
import { createEventMessageReader } from './read-event.ts';
import { createResponseItemReader } from './read-response-item.ts';
import { createToldReader } from './read-told.ts';
import { createCurrentRecord, isEnvelope } from './record.ts';
import { compactedItem } from './shapes/compactions.ts';
import { readMail } from './shapes/mail.ts';
import { createRequests } from './weave/requests.ts';
import { createWeave } from './weave/weave.ts';

/** Reads session files of all forms: bare (0.2 to 0.31), in envelopes (0.32 and later), paginated (0.148 and later). */
export function createCodexRolloutReader(): WireReader {
  const facts = createFileFacts();
  const record = createCurrentRecord(facts);
  const weave = createWeave(record, put);
  const requests = createRequests(facts);
  const told = createToldReader(record, weave);
  const responses = createResponseItemReader(facts, record, weave, told);
  const events = createEventMessageReader(facts, record, weave, told);
  let output: ThreadEvent[] = [];
  let hasHeader = false;
  /** Records of another file came last, and their turn is still open. */
  let isInheriting = false;

  function put(event: ThreadEvent): void {
    // Nearly every record gives one event. A list that begins with it takes no more memory than that.
    if (output.length === 0) output = [event];
    else output.push(event);
  }

  function read(source: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    output = [];
    endInherited();
    record.open(source, line, problems, false);
    readRecord(source);
    return output;
  }

  /** The history that a fork continues belongs after its own header and before all else. */
  function inherit(source: JsonObject, number: number): ThreadEvent[] {
    output = [];
    isInheriting = true;
    record.open(source, number, [], true);
    readRecord(source);
    return output;
  }

  function endInherited(): void {
    if (isInheriting) weave.close();
    isInheriting = false;
  }

  function readRecord(source: JsonObject): void {
    if (!isEnvelope(source)) {
      readBare(source);
      return;
    }
    record.requestId = requests.see(source.type, source.payload);
    readEnvelope(source.type, source.payload);
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
        weave.twins.compaction('record', compactedItem(payload, record), {
          kind: 'compacted',
          data: payload,
        });
        return;
      case 'inter_agent_communication':
        weave.turns.give(record.itemEvent('item.completed', readMail(payload, record)));
        return;
      default:
        if (BOOKKEEPING_LINES.has(type)) weave.turns.give(record.context(type, payload));
        else weave.turns.give(record.stamp({ type: 'unknown', wire_type: type, data: payload }));
    }
  }

  /** Reads records without an envelope. */
  function readBare(source: JsonObject): void {
    const { type } = source;
    if (RESPONSE_ITEMS.has(type)) {
      facts.isBare = true;
      responses.read(source);
    } else if (source.record_type === 'state') {
      weave.turns.give(record.context('state', source));
    } else if (isBareHeader(source)) {
      header(source);
    } else {
      unknown(source);
    }
  }

  function unknown({ type, ...data }: JsonObject): void {
    // An envelope whose payload is not an object.
    if (data.payload !== undefined) record.problems.push(badField('payload', data.payload));
    const wire_type = typeof type === 'string' ? type : '';
    const whole = typeof type === 'string' || type === undefined ? data : { type, ...data };
    weave.turns.give(record.stamp({ type: 'unknown', wire_type, data: whole }));
  }

  /** Only the first header describes the file. A fork has its parent's below its own. */
  function header(payload: JsonObject): void {
    if (hasHeader || isInheriting) {
      // A parent's header among records of another file does not mean that this one holds a copy.
      if (!isInheriting) facts.otherHeader(typeof payload.id === 'string' ? payload.id : undefined);
      weave.turns.give(record.context('session_meta', payload));
      return;
    }
    hasHeader = true;
    const read = readHeader(payload, record.problems);
    const event = record.stamp(read.event);
    if (event.timestamp === undefined && event.started_at !== undefined) event.timestamp = event.started_at;
    facts.header(read);
    weave.turns.give(event);
  }

  function turnContext(payload: JsonObject): void {
    const model = setting(payload, 'model');
    const cwd = setting(payload, 'cwd');
    facts.turn(setting(payload, 'turn_id'));
    if (cwd !== undefined) facts.cwd = cwd;
    const event = record.context('turn_context', payload);
    if (model !== undefined) event.model = model;
    if (cwd !== undefined) event.cwd = cwd;
    weave.turns.give(event);
  }

  /** One text of a record that is kept whole. */
  function setting(payload: JsonObject, name: string): string | undefined {
    const value = payload[name];
    if (typeof value === 'string') return value;
    if (value !== undefined && value !== null) record.problems.push(badField(name, value));
    return undefined;
  }

  return {
    read,
    inherit,
    end() {
      output = [];
      endInherited();
      weave.end();
      return output;
    },
  };
}
