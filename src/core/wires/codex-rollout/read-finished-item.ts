import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ReasoningItem, ThreadItem } from '../../thread/item.ts';
import type { Extra } from '../../thread/usage.ts';
import { anything, optionalId } from '../field-checks.ts';
import { badField, fieldTable } from '../field-table.ts';
import type { LearningFacts } from './file-facts.ts';
import type { ToldReader } from './read-told.ts';
import type { CurrentRecord, ItemEvent } from './record.ts';
import { finishedAgentMessage, finishedUserMessage } from './shapes/finished-texts.ts';
import { keepFields } from './shapes/kept-fields.ts';
import { rawReasoningItem, readFinishedReasoning } from './shapes/message-items.ts';
import { unknownItem } from './shapes/unknown-items.ts';
import type { TextItem, TextKind } from './weave/text-channels.ts';
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

/** Older files have these two beside the events of their time. They do not make a file paginated. */
const IN_ANY_FILE = new Set(['Plan', 'Extension']);

/** Reads `item_completed`, in which paginated files record everything that was shown. */
export function createFinishedItemReader(facts: LearningFacts, record: CurrentRecord, weave: Weave, told: ToldReader) {
  const { nextId } = record;
  const { texts, turns, twins } = weave;

  function read(payload: JsonObject): void {
    const fields = completedTable.read(payload, record.problems);
    const { thread_id, turn_id: turnId, item, started_at_ms, completed_at_ms } = fields;
    if (!isObject(item) || typeof item.type !== 'string') {
      record.problems.push(badField('item', item));
      turns.give(record.context('item_completed', payload));
      return;
    }
    // A thread other than the file's is the one in which a review runs.
    const isOwn = thread_id === facts.threadId;
    if (isOwn && thread_id !== undefined) record.nameThread();
    const other = isOwn ? undefined : thread_id;
    const extra = keepFields(fields.extra, { started_at_ms, completed_at_ms, thread_id: other });
    if (!IN_ANY_FILE.has(item.type)) facts.isPaginated = true;
    readItem(item, { kind: item.type, data: payload, turnId, extra });
  }

  function readItem(source: JsonObject, telling: Telling): void {
    switch (telling.kind) {
      case 'UserMessage':
        giveText('user', finishedUserMessage(source, record), telling);
        return;
      case 'AgentMessage':
        giveText('agent', finishedAgentMessage(source, record), telling);
        return;
      case 'Reasoning':
        reasoning(source, telling);
        return;
      default:
        if (!told.read(source, telling)) turns.give(eventOf(unknownItem(source, nextId), telling));
    }
  }

  function eventOf(item: ThreadItem, { turnId, extra }: Telling): ItemEvent {
    return record.itemEvent('item.completed', item, turnId, extra);
  }

  /** Gives a text, or what came first of it. */
  function giveText(kind: TextKind, item: TextItem, telling: Telling, text = item.text): void {
    texts.event(kind, text, eventOf(item, telling), false);
  }

  /** The live stream joins the parts of a summary, and leaves out a blank one. */
  function reasoning(source: JsonObject, telling: Telling): void {
    const read = readFinishedReasoning(source, record.problems);
    const isBlank = read.summary.every((part) => part.trim() === '');
    if (isBlank) for (const part of read.summary) texts.expect('reasoning', part);
    const summary = isBlank ? [] : read.summary;
    const id = read.id ?? nextId();
    if (summary.length + read.raw.length === 0) {
      told.giveContext(telling);
      return;
    }
    if (summary.length > 0) {
      const [first = '', ...others] = summary;
      const item: ReasoningItem = { id, type: 'reasoning', text: others.length === 0 ? first : summary.join('\n') };
      if (read.extra) item.extra = read.extra;
      giveText('reasoning', item, telling, first);
      for (const part of others) texts.expect('reasoning', part);
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
    if (!twins.isRawRepeated(item.text)) giveText('raw', item, telling);
    else if (!isBeside) told.giveContext(telling);
  }

  return { read };
}
