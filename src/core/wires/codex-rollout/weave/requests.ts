import { isObject, type JsonObject } from '../../../lines/json.ts';
import type { FileFacts } from '../file-facts.ts';

/**
 * Tells which request of the model a record belongs to. No record names it: `token_usage_record` has the id of a
 * response, but comes after what the response holds. So requests are counted, and a count of tokens closes one. Where
 * the count stands differs, and the order itself shows it:
 * - texts as events, the count, then the response's items with their results: the items still belong to it (0.34);
 * - texts, items and calls, the count, results (0.66);
 * - texts, items and calls, results, the count (0.145);
 * - as the second, with a `token_usage_record` in its place, and a `token_count` after the results (0.153).
 * Bare files have no counts, and turns that were handed over were no requests of this thread.
 */
export interface Requests {
  /** Takes a record in an envelope. Returns the request of its events, if it has one. */
  see(type: string, payload: JsonObject): string | undefined;
}

interface Request {
  id: string;
  /** The number of its response items so far. */
  items: number;
  /** A `token_count` or a `token_usage_record` has counted it. */
  isCounted: boolean;
  isRecorded: boolean;
  /** Its items follow its count. */
  awaitsItems: boolean;
}

/** Items of a response. A message counts only if the model wrote it. */
const OUTPUT_ITEMS = new Set<unknown>([
  ...['reasoning', 'function_call', 'custom_tool_call', 'local_shell_call', 'tool_search_call'],
  ...['web_search_call', 'image_generation_call'],
]);

/** Events and finished items that show a part of a response. */
const OUTPUT_EVENTS = new Set<unknown>([
  ...['agent_message', 'agent_reasoning', 'agent_reasoning_raw_content', 'web_search_end', 'image_generation_end'],
  ...['AgentMessage', 'Reasoning', 'WebSearch', 'ImageGeneration'],
]);

/** The end of a call, and what the model was told of it. They belong to the request of the call. */
const ENDS = /_(?:end|output|response)$|^(?:Command|FileChange|McpTool|DynamicTool|Collab|ImageView|FunctionCall)/;

export function createRequests(facts: FileFacts): Requests {
  let current: Request | undefined;
  let requests = 0;
  /** A count came after the items of its request. In such a file items after a count are those of the next one. */
  let countsLast = false;
  let hasRecords = false;
  let marksTurns = false;
  /** A review runs in a thread of its own: what the model says there, and the CLI's report of it, are no answers here. */
  let review: 'none' | 'runs' | 'ended' = 'none';
  const isNewCount = createCountCheck();

  function open(): Request {
    requests += 1;
    current = { id: `r${requests}`, items: 0, isCounted: false, isRecorded: false, awaitsItems: false };
    return current;
  }

  function output(isItem: boolean): string | undefined {
    if (review !== 'none') return undefined;
    const isOpen = current && !current.isRecorded && (!current.isCounted || (isItem && current.awaitsItems));
    const request = current && isOpen ? current : open();
    if (isItem) request.items += 1;
    return request.id;
  }

  function count(payload: JsonObject): string | undefined {
    if (!isNewCount(payload)) return undefined;
    if (hasRecords) {
      if (!current?.isRecorded || current.isCounted) return undefined;
      current.isCounted = true;
      return current.id;
    }
    const request = current === undefined || current.isCounted ? open() : current;
    request.isCounted = true;
    if (request.items > 0) countsLast = true;
    request.awaitsItems = !countsLast;
    return request.id;
  }

  function recorded({ thread_id, usage }: JsonObject): string | undefined {
    if (typeof thread_id === 'string' && thread_id !== facts.threadId) return undefined;
    if (!hasCounts(usage)) return undefined;
    hasRecords = true;
    const request = current === undefined || current.isRecorded ? open() : current;
    request.isRecorded = true;
    return request.id;
  }

  function close(): undefined {
    current = undefined;
    return undefined;
  }

  /** A turn begins. That of a review begins after its mark. */
  function begin(): undefined {
    if (review === 'ended') review = 'none';
    return close();
  }

  function event(kind: unknown, payload: JsonObject): string | undefined {
    switch (kind) {
      case 'token_count':
        return count(payload);
      case 'task_started':
      case 'turn_started':
        marksTurns = true;
        return begin();
      case 'task_complete':
      case 'turn_complete':
      case 'turn_aborted':
        review = 'none';
        return close();
      case 'user_message':
        return marksTurns ? undefined : begin();
      case 'entered_review_mode':
      case 'EnteredReviewMode':
        review = 'runs';
        return close();
      case 'exited_review_mode':
      case 'ExitedReviewMode':
        review = 'ended';
        return close();
    }
    if (OUTPUT_EVENTS.has(kind)) return output(false);
    return typeof kind === 'string' && ENDS.test(kind) ? current?.id : undefined;
  }

  return {
    see(type, payload) {
      if (facts.isHandedOver) return undefined;
      switch (type) {
        case 'response_item':
          if (OUTPUT_ITEMS.has(payload.type) || (payload.type === 'message' && payload.role === 'assistant'))
            return output(true);
          return typeof payload.type === 'string' && ENDS.test(payload.type) ? current?.id : undefined;
        case 'event_msg':
          return event(isObject(payload.item) ? payload.item.type : payload.type, payload);
        case 'token_usage_record':
          return recorded(payload);
        default:
          return undefined;
      }
    },
  };
}

/**
 * True for a `token_count` that counts a request. One with `rate_limits` is a running total and may repeat the last. One
 * without `info` tells that the next total begins anew.
 */
function createCountCheck(): (payload: JsonObject) => boolean {
  let last: JsonObject | undefined;

  return ({ info, rate_limits }) => {
    if (!isObject(info)) {
      last = undefined;
      return false;
    }
    if (rate_limits === undefined) return hasCounts(info.last_token_usage);
    const total = info.total_token_usage;
    if (!isObject(total) || !hasCounts(total)) return false;
    const isRepeated = last !== undefined && COUNTS.every((name) => last?.[name] === total[name]);
    last = total;
    return !isRepeated;
  };
}

const COUNTS = ['input_tokens', 'cached_input_tokens', 'output_tokens'];

function hasCounts(usage: unknown): boolean {
  return isObject(usage) && COUNTS.some((name) => typeof usage[name] === 'number' && usage[name] > 0);
}
