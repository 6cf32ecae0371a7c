import type { Problem } from '../../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type {
  ThreadError,
  ThreadEvent,
  TurnAbortedEvent,
  TurnCompletedEvent,
  TurnFailedEvent,
} from '../../thread/event.ts';
import { addInferred, USAGE } from '../../thread/inferred.ts';
import type { AgentMessageItem } from '../../thread/item.ts';
import { addUsage } from '../../thread/running-usage.ts';
import type { CountedUsage, Extra } from '../../thread/usage.ts';
import { sentencesIn } from '../../tools/words-in.ts';
import { completed, contextEvent, type LinePlace, placed } from '../claude/conversation.ts';
import type { ToldUsage } from '../claude/message-usage.ts';
import { readClaudeUsage, readModelUsage } from '../claude/usage.ts';
import { inferCounts, inferItem, onlyModel } from '../inferred.ts';
import { withDefined } from '../with-defined.ts';
import { type ResultLine, resultTable } from './lines.ts';

/** The turn that a result ends. */
export interface EndedTurn {
  /** Nothing else was printed: `--output-format json`. */
  isAlone: boolean;
  /** The assistant said something. */
  hasReply: boolean;
  /** A text reported an interruption. */
  wasInterrupted: boolean;
  /** Usage reported by the turn's messages. */
  told: ToldUsage | undefined;
  /** Usage reported by its sub-agents' messages. */
  toldByAgents: ToldUsage | undefined;
}

/** Turns `result` lines into the ends of turns. */
export interface Results {
  read(record: JsonObject, turn: EndedTurn, place: LinePlace, problems: Problem[]): ThreadEvent[];
}

export function createResults(): Results {
  /** The sum of all turns, for versions without a total. */
  let total = addUsage();

  function totalOf(line: ResultLine, used: CountedUsage | undefined, turn: EndedTurn): CountedUsage | undefined {
    total = addUsage(total, used ?? addUsage(), turn.toldByAgents?.usage ?? addUsage());
    return readModelUsage(line.modelUsage) ?? (used ? total : undefined);
  }

  return {
    read(record, turn, place, problems) {
      const line = resultTable.read(record, problems);
      const where = line.timestamp === undefined ? place : { ...place, timestamp: line.timestamp };
      const result = line.usage && readClaudeUsage(line.usage, problems);
      const used = line.modelUsage === undefined ? corrected(result, turn.told) : orTold(result, turn.told);
      const sum = totalOf(line, used, turn);
      const end = placed(endOf(line, turn, used, sum), where);
      if ('usage' in end && end.usage) {
        if (line.modelUsage === undefined) addInferred(end, USAGE);
        else inferCounts(end, 'usage', end.usage, onlyModel(line.modelUsage));
      }
      end.extra = restOf(line);
      const events: ThreadEvent[] = [];
      if (turn.isAlone && end.type === 'turn.completed' && line.result) {
        const id = line.uuid ?? `L${place.line}.1`;
        const item: AgentMessageItem = { id, type: 'agent_message', text: line.result };
        events.push(completed(inferItem(item, record), where));
      }
      const words = end.type === 'turn.failed' ? '' : unsaidWords(line, turn);
      if (words !== '') events.push(contextEvent('result', {}, where, words));
      if (end.type === 'turn.aborted' && sum) {
        const count: ThreadEvent = { type: 'token_count', ...sum, total_tokens: sum.total_tokens ?? 0 };
        inferCounts(count, '', count, undefined);
        events.push(placed(count, where));
      }
      events.push(end);
      return events;
    },
  };
}

/** The words of a result that nobody said: errors of a turn that did not fail, the CLI's own word on a command. */
function unsaidWords({ errors, result }: ResultLine, { isAlone, hasReply }: EndedTurn): string {
  return sentencesIn(isAlone || hasReply ? { errors } : { errors, result });
}

function endOf(
  line: ResultLine,
  turn: EndedTurn,
  used: CountedUsage | undefined,
  total: CountedUsage | undefined,
): TurnCompletedEvent | TurnFailedEvent | TurnAbortedEvent {
  if (line.subtype === 'error_during_execution' && (turn.wasInterrupted || isAborted(line.terminal_reason))) {
    return withDefined<TurnAbortedEvent>({ type: 'turn.aborted', reason: 'interrupted' }, { turn_usage: used });
  }
  if (line.is_error || line.subtype?.startsWith('error')) {
    const failed: TurnFailedEvent = { type: 'turn.failed', error: errorOf(line) };
    if (failed.error.message === UNTOLD) addInferred(failed, ['error.message']);
    return withDefined(failed, { usage: total, turn_usage: used });
  }
  const { result: last_agent_message, duration_ms, ttft_ms: time_to_first_token_ms } = line;
  const fields = { usage: total, turn_usage: used, last_agent_message, duration_ms, time_to_first_token_ms };
  return withDefined<TurnCompletedEvent>({ type: 'turn.completed' }, fields);
}

function isAborted(reason: string | undefined): boolean {
  return reason?.startsWith('aborted') === true;
}

/** The message of a failure without one. */
const UNTOLD = 'the turn failed';

function errorOf(line: ResultLine): ThreadError {
  const texts = (line.errors ?? []).filter((error) => typeof error === 'string');
  const code = line.api_error_type ?? line.api_error ?? (line.subtype === 'success' ? undefined : line.subtype);
  const message = line.result || texts.join('\n') || line.subtype || UNTOLD;
  return withDefined<ThreadError>({ message }, { code });
}

/** A result with zero usage is wrong if messages reported some. */
function orTold(result: CountedUsage | undefined, told: ToldUsage | undefined): CountedUsage | undefined {
  return result && (result.total_tokens !== 0 || !told) ? result : told?.usage;
}

/**
 * Up to 1.0.80, where a result has no usage by model, it counts the input of each request twice, and its output with
 * the placeholder in the first lines of each message. A repeated request counts in another way. The input reported by
 * messages is right; the output that they report may be no more than the placeholder.
 */
function corrected(result: CountedUsage | undefined, told: ToldUsage | undefined): CountedUsage | undefined {
  if (!result || !told) return orTold(result, told);
  const { usage, messages, leastOutput } = told;
  if (result.input_tokens === usage.input_tokens) return result;
  const output = Math.max(usage.output_tokens, result.output_tokens - messages * leastOutput);
  const sum: CountedUsage = { ...usage, output_tokens: output, total_tokens: usage.input_tokens + output };
  return result.extra ? { ...sum, extra: result.extra } : sum;
}

function restOf(line: ResultLine): Extra {
  const { type: _type, session_id: _session, timestamp: _time, result, extra, ...known } = line;
  return withDefined<Extra>({ ...extra }, { ...known, result });
}
