import type { Problem } from '../../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type {
  ThreadError,
  ThreadEvent,
  TurnAbortedEvent,
  TurnCompletedEvent,
  TurnFailedEvent,
} from '../../thread/event.ts';
import { addUsage } from '../../thread/running-usage.ts';
import type { Extra, Usage } from '../../thread/usage.ts';
import { completed, type LinePlace, placed } from '../claude/conversation.ts';
import type { ToldUsage } from '../claude/message-usage.ts';
import { readClaudeUsage, readModelUsage } from '../claude/usage.ts';
import { withDefined } from '../with-defined.ts';
import { type ResultLine, resultTable } from './lines.ts';

/** The turn that a result ends. */
export interface EndedTurn {
  /** Nothing else was printed: `--output-format json`. */
  isAlone: boolean;
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

  function totalOf(line: ResultLine, used: Usage | undefined, turn: EndedTurn): Usage | undefined {
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
      end.extra = restOf(line);
      const events: ThreadEvent[] = [];
      if (turn.isAlone && end.type === 'turn.completed' && line.result) {
        const id = line.uuid ?? `L${place.line}.1`;
        events.push(completed({ id, type: 'agent_message', text: line.result }, where));
      }
      if (end.type === 'turn.aborted' && sum) {
        events.push(placed({ type: 'token_count', ...sum, total_tokens: sum.total_tokens ?? 0 }, where));
      }
      events.push(end);
      return events;
    },
  };
}

function endOf(
  line: ResultLine,
  turn: EndedTurn,
  used: Usage | undefined,
  total: Usage | undefined,
): TurnCompletedEvent | TurnFailedEvent | TurnAbortedEvent {
  if (line.subtype === 'error_during_execution' && (turn.wasInterrupted || isAborted(line.terminal_reason))) {
    return withDefined<TurnAbortedEvent>({ type: 'turn.aborted', reason: 'interrupted' }, { turn_usage: used });
  }
  if (line.is_error || line.subtype?.startsWith('error')) {
    const failed: TurnFailedEvent = { type: 'turn.failed', error: errorOf(line) };
    return withDefined(failed, { usage: total, turn_usage: used });
  }
  const { result: last_agent_message, duration_ms, ttft_ms: time_to_first_token_ms } = line;
  const fields = { usage: total, turn_usage: used, last_agent_message, duration_ms, time_to_first_token_ms };
  return withDefined<TurnCompletedEvent>({ type: 'turn.completed' }, fields);
}

function isAborted(reason: string | undefined): boolean {
  return reason?.startsWith('aborted') === true;
}

function errorOf(line: ResultLine): ThreadError {
  const texts = (line.errors ?? []).filter((error) => typeof error === 'string');
  const code = line.api_error_type ?? line.api_error ?? (line.subtype === 'success' ? undefined : line.subtype);
  const message = line.result || texts.join('\n') || line.subtype || 'the turn failed';
  return withDefined<ThreadError>({ message }, { code });
}

/** A result with zero usage is wrong if messages reported some. */
function orTold(result: Usage | undefined, told: ToldUsage | undefined): Usage | undefined {
  return result && (result.total_tokens !== 0 || !told) ? result : told?.usage;
}

/**
 * Up to 1.0.80, where a result has no usage by model, it counts the input of each request twice, and its output with
 * the placeholder in the first lines of each message. A repeated request counts in another way. The input reported by
 * messages is right; the output that they report may be no more than the placeholder.
 */
function corrected(result: Usage | undefined, told: ToldUsage | undefined): Usage | undefined {
  if (!result || !told) return orTold(result, told);
  const { usage, messages, leastOutput } = told;
  if (result.input_tokens === usage.input_tokens) return result;
  const output = Math.max(usage.output_tokens, result.output_tokens - messages * leastOutput);
  const sum: Usage = { ...usage, output_tokens: output, total_tokens: usage.input_tokens + output };
  return result.extra ? { ...sum, extra: result.extra } : sum;
}

function restOf(line: ResultLine): Extra {
  const { type: _type, session_id: _session, timestamp: _time, result, extra, ...known } = line;
  return withDefined<Extra>({ ...extra }, { ...known, result });
}
