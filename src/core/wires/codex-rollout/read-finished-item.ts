import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ReasoningItem, ThreadItem } from '../../thread/item.ts';
import type { Extra } from '../../thread/usage.ts';
import { anything, optionalId } from '../field-checks.ts';
import { badField, type FieldsOf, fieldTable } from '../field-table.ts';
import type { LearningFacts } from './file-facts.ts';
import type { CurrentRecord, ItemEvent } from './record.ts';
import { compactionMark } from './shapes/compactions.ts';
import { finishedAgentMessage, finishedUserMessage, readFinishedReasoning } from './shapes/finished-texts.ts';
import { readGeneratedImage } from './shapes/generated-images.ts';
import { rawReasoningItem } from './shapes/message-items.ts';
import { turnItem } from './shapes/turn-items.ts';
import { readWebSearch } from './shapes/web-searches.ts';
import type { Telling } from './weave/twins.ts';
import type { Weave } from './weave/weave.ts';

/** `item_completed`: an item with its thread and turn. */
const completedTable = fieldTable((wire) => ({
  type: anything(wire.type),
  thread_id: optionalId(wire.thread_id),
  turn_id: optionalId(wire.turn_id),
  item: anything(wire.item),
  /** Kept as they are. */
  started_at_ms: anything(wire.started_at_ms),
  completed_at_ms: anything(wire.completed_at_ms),
}));

type CompletedFields = FieldsOf<typeof completedTable>;

/** Older files have these two beside the events of their time. They do not make a file paginated. */
const IN_ANY_FILE = new Set(['Plan', 'Extension']);

/** Nearly every event has both. Naming them in the table avoids a second pass over the object. */
function withTimes({ started_at_ms, completed_at_ms, extra }: CompletedFields): Extra | undefined {
  if (started_at_ms === undefined && completed_at_ms === undefined) return extra;
  const times: Extra = extra ? { ...extra } : {};
  if (started_at_ms !== undefined) times.started_at_ms = started_at_ms;
  if (completed_at_ms !== undefined) times.completed_at_ms = completed_at_ms;
  return times;
}

/** Reads `item_completed`, in which paginated files record everything that was shown. */
export function createFinishedItemReader(facts: LearningFacts, record: CurrentRecord, weave: Weave) {
  const { nextId } = record;
  const place = { nextId, commandLine: facts.commandLine };

  function read(payload: JsonObject): void {
    const fields = completedTable.read(payload, record.problems());
    const { thread_id, turn_id: turnId, item } = fields;
    if (!isObject(item) || typeof item.type !== 'string') {
      record.problems().push(badField('item', item));
      weave.give(record.context('item_completed', payload));
      return;
    }
    // A thread other than the file's is the one in which a review runs.
    const left = withTimes(fields);
    const extra = thread_id === undefined || thread_id === facts.threadId ? left : { ...left, thread_id };
    if (!IN_ANY_FILE.has(item.type)) facts.paginated();
    readItem(item, { kind: item.type, data: payload, turnId, extra });
  }

  function readItem(source: JsonObject, telling: Telling): void {
    switch (telling.kind) {
      case 'UserMessage': {
        const item = finishedUserMessage(source, nextId, record.problems());
        weave.text('user', item.text, eventOf(item, telling), false);
        return;
      }
      case 'AgentMessage': {
        const item = finishedAgentMessage(source, nextId, record.problems());
        weave.text('agent', item.text, eventOf(item, telling), false);
        return;
      }
      case 'Reasoning':
        reasoning(source, telling);
        return;
      case 'EnteredReviewMode':
        weave.enterReview(telling.turnId);
        giveContext(telling);
        return;
      case 'ExitedReviewMode':
        giveContext(telling);
        weave.leaveReview();
        return;
      case 'SubAgentActivity':
        giveContext(telling);
        return;
      case 'ContextCompaction':
        weave.twins.compaction('mark', compactionMark(source, nextId, record.problems()), telling);
        return;
      default:
        other(source, telling);
    }
  }

  function giveContext({ kind, data }: Telling, itemId?: string): void {
    weave.give(record.context(kind, data, itemId));
  }

  function eventOf(item: ThreadItem, { turnId, extra }: Telling): ItemEvent {
    const event = record.itemEvent('item.completed', item, turnId);
    if (extra) event.extra = event.extra ? { ...event.extra, ...extra } : extra;
    return event;
  }

  function other(source: JsonObject, telling: Telling): void {
    const kind = telling.kind === 'Extension' ? source.kind : telling.kind;
    if (kind === 'WebSearch' || kind === 'web.search') {
      weave.twins.webSearch(readWebSearch(source, nextId, record.problems()), telling);
      return;
    }
    if (kind === 'ImageGeneration' || kind === 'image_gen.generation') {
      weave.twins.image(readGeneratedImage(source, nextId, record.problems()).item, telling);
      return;
    }
    if (facts.isHandedOver) {
      giveContext(telling);
      return;
    }
    const item = turnItem(source, place, record.problems());
    if (!item) weave.give(eventOf(unknownItem(source), telling));
    // The call's output has the picture. This only says that it was viewed.
    else if (item.type === 'image' && weave.call(item.id)) giveContext(telling, item.id);
    else weave.finishCall(item, telling.turnId, telling.extra);
  }

  function unknownItem({ type, id, ...data }: JsonObject): ThreadItem {
    const own = typeof id === 'string' && id !== '' ? id : undefined;
    if (own === undefined && id !== undefined) data.id = id;
    return { id: own ?? nextId(), type: 'unknown', wire_type: typeof type === 'string' ? type : '', data };
  }

  /** The live stream joins the parts of a summary, and leaves out a blank one. */
  function reasoning(source: JsonObject, telling: Telling): void {
    const read = readFinishedReasoning(source, record.problems());
    const isBlank = read.summary.every((part) => part.trim() === '');
    if (isBlank) for (const part of read.summary) weave.expectText('reasoning', part);
    const summary = isBlank ? [] : read.summary;
    const id = read.id ?? nextId();
    if (summary.length + read.raw.length === 0) {
      giveContext(telling);
      return;
    }
    if (summary.length > 0) {
      const [first = '', ...others] = summary;
      const item: ReasoningItem = { id, type: 'reasoning', text: others.length === 0 ? first : summary.join('\n') };
      if (read.extra) item.extra = read.extra;
      weave.text('reasoning', first, eventOf(item, telling), false);
      for (const part of others) weave.expectText('reasoning', part);
    }
    if (read.raw.length > 0) raw(read.raw, summary.length > 0, id, read.extra, telling);
  }

  function raw(
    parts: readonly string[],
    isBeside: boolean,
    id: string,
    extra: Extra | undefined,
    telling: Telling,
  ): void {
    const item = rawReasoningItem(parts, isBeside ? `${id}.raw` : id, isBeside ? undefined : extra);
    const isRepeated = weave.twins.isRawRepeated(item.text);
    if (!isRepeated) weave.text('raw', item.text, eventOf(item, telling), false);
    else if (!isBeside) giveContext(telling);
  }

  return { read };
}
