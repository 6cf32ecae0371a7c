import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { AgentName, ThreadEvent, ThreadStartedEvent, TurnCompletedEvent } from '../../thread/event.ts';
import type { CountedUsage } from '../../thread/usage.ts';
import { agentNames } from '../agent-names.ts';
import { createRequestUsage } from '../request-usage.ts';
import type { WireReader } from '../wire.ts';
import { ATIF_KEPT, TRAJECTORY } from './kept.ts';
import type { AtifRecord, TrajectoryPlace } from './records.ts';
import { stepItems } from './step-items.ts';

/** So many faults of a document are told one by one. */
const MOST_ERRORS = 100;

/** Fields that any event of a step has. */
type Common = Partial<
  Pick<ThreadEvent, 'timestamp' | 'thread_id' | 'turn_id' | 'line' | 'inherited' | 'parent_item_id' | 'request_id'>
>;

/** Reads the records of a document. Turns are not part of the format: a prompt begins one. */
export function createAtifReader(): WireReader {
  let agent: AgentName | undefined;
  let usage = createRequestUsage();
  let turns = 0;
  let turnId: string | undefined;
  /** The turn has an answer, so that the next prompt begins another. */
  let isAnswered = false;
  const counts = new Map<string, number>();
  let lastCommon: Common = {};

  function beginThread(fields: JsonObject, { id }: TrajectoryPlace, line: number): ThreadEvent[] {
    const given = isObject(fields.agent) ? fields.agent : {};
    agent = nameOf(given.name);
    const event: ThreadStartedEvent = { type: 'thread.started', agent, thread_id: id, line };
    if (typeof given.model_name === 'string') event.model = given.model_name;
    if (typeof given.version === 'string') event.cli_version = given.version;
    const cwd = isObject(given.extra) ? given.extra.cwd : undefined;
    if (typeof cwd === 'string') event.cwd = cwd;
    return [event];
  }

  function readTrajectory(
    { place, fields, errors }: Extract<AtifRecord, { type: 'trajectory' }>,
    line: number,
    problems: Problem[],
  ): ThreadEvent[] {
    for (const message of errors.slice(0, MOST_ERRORS))
      problems.push({ code: 'bad-field', message: message.replace(/^\./, '') });
    if (errors.length > MOST_ERRORS)
      problems.push({ code: 'bad-field', message: `${errors.length - MOST_ERRORS} more faults` });
    const events = place.parentItemId === undefined ? beginThread(fields, place, line) : leaveTurn();
    events.push({ type: 'context', kind: TRAJECTORY, data: fields, ...ofPlace(place), line });
    return events;
  }

  function readStep({ place, step }: Extract<AtifRecord, { type: 'step' }>, line: number): ThreadEvent[] {
    if (!isObject(step)) return [{ type: 'unknown', wire_type: 'step', data: { step }, ...ofPlace(place), line }];
    const count = (counts.get(place.id) ?? 0) + 1;
    counts.set(place.id, count);
    const isOwn = place.parentItemId === undefined;
    const id = isOwn ? `step_${count}` : `${place.id}/step_${count}`;
    const common: Common = { ...ofPlace(place), line };
    if (typeof step.timestamp === 'string') common.timestamp = step.timestamp;
    if (step.is_copied_context === true) common.inherited = true;
    const events = isOwn ? turnOf(step, common) : [];
    if (isOwn && turnId !== undefined) common.turn_id = turnId;
    if (step.source === 'agent') common.request_id = id;
    if (isOwn) lastCommon = common;
    events.push(...itemEvents(step, id, common));
    return events;
  }

  function turnOf(step: JsonObject, common: Common): ThreadEvent[] {
    const events: ThreadEvent[] = [];
    if (step.source === 'user' && isAnswered) events.push(...leaveTurn());
    if (turnId === undefined) {
      turns += 1;
      turnId = `synthetic-turn-${turns}`;
      events.push({ type: 'turn.started', ...common, turn_id: turnId, inferred: true });
    }
    if (step.source === 'agent') isAnswered = true;
    return events;
  }

  function leaveTurn(): ThreadEvent[] {
    if (turnId === undefined) return [];
    const { request_id: _request, ...common } = lastCommon;
    const event: TurnCompletedEvent = { type: 'turn.completed', ...common, turn_id: turnId, inferred: true };
    turnId = undefined;
    isAnswered = false;
    return [{ ...usage.endTurn(event), inferred: true }];
  }

  function itemEvents(step: JsonObject, id: string, common: Common): ThreadEvent[] {
    const { items, kept } = stepItems(step, id);
    const { model_name: model } = step;
    const events: ThreadEvent[] = [];
    if (typeof model === 'string')
      events.push({ type: 'context', kind: 'model', data: { model }, model, ...common, inferred: true });
    items.forEach(({ item, isDone }, index) => {
      const event: ThreadEvent = { type: isDone ? 'item.completed' : 'item.started', item, ...common };
      if (index === 0) event.extra = { [ATIF_KEPT]: kept };
      events.push(event);
    });
    const used = usageOf(step.metrics);
    if (used && !common.inherited && common.parent_item_id === undefined)
      events.push({ ...usage.add(used, undefined), ...common, inferred: true });
    return events;
  }

  return {
    read(record, line, problems) {
      const known = record as AtifRecord;
      if (known.type === 'trajectory') return readTrajectory(known, line, problems);
      return known.type === 'step' ? readStep(known, line) : [];
    },
    end() {
      const events = leaveTurn();
      usage = createRequestUsage();
      return events;
    },
    agent: () => agent,
    kind: () => 'store',
  };
}

/** The agent behind a trajectory's name for it. */
function nameOf(name: unknown): AgentName {
  const known = agentNames.find((candidate) => candidate.trajectoryName === name);
  return known?.name ?? (typeof name === 'string' ? name : '');
}

function ofPlace({ id, parentItemId }: TrajectoryPlace): Common {
  return parentItemId === undefined ? { thread_id: id } : { thread_id: id, parent_item_id: parentItemId };
}

/** What a step used, in the model's words. */
function usageOf(metrics: unknown): CountedUsage | undefined {
  if (!isObject(metrics)) return undefined;
  const { prompt_tokens: input, completion_tokens: output, cached_tokens: cached, extra } = metrics;
  if (typeof input !== 'number' && typeof output !== 'number') return undefined;
  const more = isObject(extra) ? extra : {};
  const used: CountedUsage = {
    input_tokens: count(input),
    cached_input_tokens: count(cached),
    cache_write_input_tokens: count(more.cache_write_input_tokens ?? more.cache_creation_input_tokens),
    output_tokens: count(output),
    reasoning_output_tokens: count(more.reasoning_output_tokens),
  };
  used.total_tokens = used.input_tokens + used.output_tokens;
  return used;
}

function count(value: unknown): number {
  return typeof value === 'number' && value > 0 && Number.isFinite(value) ? value : 0;
}
