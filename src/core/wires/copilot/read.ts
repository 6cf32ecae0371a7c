import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ContextEvent, ThreadEvent, ThreadStartedEvent } from '../../thread/event.ts';
import { addInferred, inferredIds, THREAD } from '../../thread/inferred.ts';
import type { CompactionItem } from '../../thread/item.ts';
import { sentencesIn } from '../../tools/words-in.ts';
import { badField } from '../field-table.ts';
import { inferItem } from '../inferred.ts';
import type { WireReader } from '../wire.ts';
import { withDefined } from '../with-defined.ts';
import { createAnswers } from './answers.ts';
import { createCalls } from './calls.ts';
import { createCounts } from './counts.ts';
import { FAMILIES, SILENT } from './kinds.ts';
import { createAgents, defined, placeEvent, restOf } from './places.ts';
import { abortTable, compactionTable, envelopeTable, errorTable, resultTable, sessionTable } from './records.ts';
import { createRewinds } from './rewinds.ts';
import type { Read, Source } from './source.ts';
import { createTurns } from './turns.ts';

/**
 * Reads the log of GitHub Copilot CLI. What is printed is the log as it grows, with ephemeral lines between and a `result`
 * at its end; what is kept is the log without them. Both have the same ids.
 */
export function createCopilotReader(isStored: boolean): WireReader {
  const turns = createTurns();
  const agents = createAgents();
  const calls = createCalls();
  const counts = createCounts(turns);
  const rewinds = createRewinds();
  const answers = createAnswers(turns, calls, counts);
  let threadId: string | undefined;
  let isThreadGiven = false;
  let lastLine = 0;

  /** Adds thread and turn, as far as the event has none. */
  function place(event: ThreadEvent, turnBefore: string | undefined, isThreadSaid: boolean): ThreadEvent {
    const isOfAgent = event.parent_item_id !== undefined;
    if (event.type !== 'thread.started') {
      const ids = inferredIds(isThreadSaid || isOfAgent || threadId === undefined, true);
      if (ids) addInferred(event, ids);
      if (threadId !== undefined) event.thread_id ??= threadId;
      const turnId = turns.current() ?? turnBefore;
      if (turnId !== undefined) event.turn_id ??= turnId;
    }
    return event;
  }

  /** The log names its thread in its first line, which is not printed. */
  function giveThread(): ThreadEvent[] {
    if (isThreadGiven) return [];
    isThreadGiven = true;
    return [addInferred<ThreadEvent>({ type: 'thread.started', agent: 'copilot', thread_id: threadId ?? '' }, THREAD)];
  }

  function readSession(data: JsonObject, isResumed: boolean, problems: Problem[]): Read {
    const { sessionId, producer, copilotVersion, startTime, selectedModel, context, extra } = sessionTable.read(
      data,
      problems,
    );
    const ended = endProcess();
    if (isResumed) counts.resume();
    threadId = sessionId ?? threadId;
    isThreadGiven = true;
    // A process that continues says it again.
    const isNews = counts.model(selectedModel) || !isResumed;
    const { cwd, branch, headCommit: commit_hash, extra: more } = context ?? {};
    const event: ThreadStartedEvent = { type: 'thread.started', agent: 'copilot', thread_id: threadId ?? '' };
    if (sessionId === undefined) addInferred(event, THREAD);
    withDefined(event, {
      resumed: isResumed || undefined,
      model: isNews ? selectedModel : undefined,
      cwd,
      cli_version: copilotVersion,
      started_at: startTime,
      originator: producer,
      git: defined({ branch, commit_hash }),
    });
    return {
      events: [...ended, event],
      main: event,
      rest: defined({ context: more, selectedModel: isNews ? undefined : selectedModel, ...extra }),
    };
  }

  /** The process ended in a turn: it had said all, or it was stopped. */
  function endProcess(): ThreadEvent[] {
    return turns.isSettled() ? turns.end(false) : turns.abort(undefined).map((event) => ({ ...event, inferred: true }));
  }

  function readCompaction({ line, data }: Source, problems: Problem[]): Read {
    const { summaryContent: summary, compactionTokensUsed: usage, extra } = compactionTable.read(data, problems);
    const item: CompactionItem = { id: line.id ?? `L${lastLine}.1`, type: 'compaction' };
    const used = usage ? counts.compacted(usage, item.id, problems) : [];
    const event: ThreadEvent = {
      type: 'item.completed',
      item: inferItem(withDefined<CompactionItem>(item, { summary }), line),
    };
    return { events: [event, ...used], rest: extra };
  }

  /** A line whose data says nothing in the conversation, with its words. */
  function contextOf(kind: string, data: JsonObject): ContextEvent {
    const event: ContextEvent = { type: 'context', kind, data };
    const words = SILENT.test(kind) ? '' : sentencesIn(data);
    if (words !== '') event.text = words;
    return event;
  }

  function readOther(type: string, data: JsonObject): ThreadEvent[] {
    if (!FAMILIES.has(type.slice(0, type.indexOf('.')))) return [{ type: 'unknown', wire_type: type, data }];
    return [contextOf(type, data)];
  }

  function readLine(record: JsonObject, problems: Problem[]): ThreadEvent[] {
    const line = envelopeTable.read(record, problems);
    const data = line.data ?? {};
    const type = line.type ?? '';
    if (type === 'subagent.started') agents.learn(line, data);
    const agent = agents.of(line, data);
    const given = type === 'session.start' ? [] : giveThread();
    const { events, main = events[0], rest } = readData({ type, line, number: lastLine, data, agent }, problems);
    if (type === 'user.message' && !agent) rewinds.prompt(line.id, turns.current());
    if (main) main.extra = restOf(line, rest);
    for (const event of events) placeEvent(event, agent, line.timestamp, lastLine);
    for (const event of given) placeEvent(event, undefined, line.timestamp, lastLine);
    return [...given, ...events];
  }

  function readData(source: Source, problems: Problem[]): Read {
    const { type, data, agent } = source;
    switch (type) {
      case 'session.start':
      case 'session.resume':
        return readSession(data, type === 'session.resume', problems);
      case 'session.shutdown': {
        const events = [contextOf(type, data), ...counts.total(data.modelMetrics, problems), ...endProcess()];
        return { events };
      }
      case 'session.usage_record':
        if (isObject(data.usage)) return counts.request(source, data.usage, problems);
        problems.push(badField('usage', data.usage));
        return { events: readOther(type, data) };
      case 'session.compaction_complete':
        return readCompaction(source, problems);
      case 'session.model_change': {
        const model = typeof data.newModel === 'string' ? data.newModel : undefined;
        const isNews = counts.model(model);
        return { events: [withDefined(contextOf(type, data), { model: isNews ? model : undefined })] };
      }
      case 'session.snapshot_rewind': {
        const withdrawn = rewinds.read(data);
        const ended = withdrawn.length > 0 ? turns.abort(undefined) : [];
        const event = contextOf(type, data);
        return { events: [...ended, event, ...withdrawn], main: event };
      }
      case 'session.error': {
        const { message, errorType: code, extra } = errorTable.read(data, problems);
        if (!agent) turns.fail(code === undefined ? { message } : { message, code });
        return { events: [withDefined<ThreadEvent>({ type: 'error', message }, { code })], rest: extra };
      }
      case 'abort': {
        const { reason, extra } = abortTable.read(data, problems);
        const events = agent ? [] : turns.abort(reason);
        return events.length > 0 ? { events, rest: extra } : { events: [contextOf(type, data)] };
      }
      default:
        return answers.read(source, problems) ?? calls.read(source, problems) ?? { events: readOther(type, data) };
    }
  }

  /** The last line of a run names the thread. An exit code of 0 may hide an error. */
  function readResult(record: JsonObject, problems: Problem[]): ThreadEvent[] {
    const { type: _type, timestamp, sessionId, exitCode, extra } = resultTable.read(record, problems);
    const hasFailed = exitCode !== undefined && exitCode !== 0;
    const events: ThreadEvent[] = [];
    if (sessionId !== undefined && sessionId !== threadId) {
      threadId = sessionId;
      isThreadGiven = true;
      events.push({ type: 'thread.started', agent: 'copilot', thread_id: sessionId, ...inTurn(turns.current()) });
    }
    if (hasFailed) events.push(...turns.begin(turns.current()));
    const ended = turns.end(true, hasFailed);
    events.push(...(ended.length > 0 ? ended : [contextOf('result', {})]));
    const last = events.at(-1);
    if (last) last.extra = defined({ exitCode, ...extra }) ?? {};
    for (const event of events) placeEvent(event, undefined, timestamp, lastLine);
    return events;
  }

  return {
    read(record, line, problems) {
      lastLine = line;
      const before = turns.current();
      const isResult = record.type === 'result' && !isObject(record.data);
      const events = isResult ? readResult(record, problems) : readLine(record, problems);
      const isThreadSaid = isResult && typeof record.sessionId === 'string';
      return events.map((event) => place(event, before, isThreadSaid));
    },
    end() {
      if (!isStored || !turns.isSettled()) return [];
      const before = turns.current();
      return turns.end(false).map((event) => place({ ...event, line: lastLine }, before, false));
    },
  };
}

function inTurn(turn_id: string | undefined): { turn_id?: string } {
  return turn_id === undefined ? {} : { turn_id };
}
