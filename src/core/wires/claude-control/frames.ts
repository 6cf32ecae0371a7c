import * as coreLimits from '../../../limits/core.ts';
import { isObject, type JsonObject, jsonText } from '../../lines/json.ts';
import type { ContextEvent } from '../../thread/event.ts';
import { sentencesIn, wordsIn } from '../../tools/words-in.ts';
import { forgetOldest } from '../forget-oldest.ts';

/** The frames of the control protocol, which stand between the lines of the stream. Both sides ask and answer. */
const FRAMES = new Set<unknown>(['control_request', 'control_response', 'control_cancel_request']);

export function isFrame({ type }: JsonObject): boolean {
  return FRAMES.has(type);
}

/** Adds to the event of a frame what it is about: the call that waits for leave, and the words of question and answer. */
export interface Frames {
  /** Takes note of the calls of an assistant's line. */
  learn(record: JsonObject): void;
  describe(record: JsonObject, event: ContextEvent): void;
}

export function createFrames(): Frames {
  /** The calls that open questions are about, by the id of the question. Undefined for a question about no call. */
  const asked = new Map<unknown, string | undefined>();
  /** The calls that were not asked for yet, by their tool and input: up to 1.0.128 a question names no call. */
  const calls = new Map<string, string>();

  function callOf({ tool_use_id, tool_name, input }: JsonObject): string | undefined {
    const key = jsonText([tool_name, input]);
    const call = typeof tool_use_id === 'string' ? tool_use_id : calls.get(key);
    calls.delete(key);
    return call;
  }

  return {
    learn({ message }) {
      const content = isObject(message) ? message.content : undefined;
      for (const block of Array.isArray(content) ? content : []) {
        if (!isObject(block) || block.type !== 'tool_use' || typeof block.id !== 'string') continue;
        const key = jsonText([block.name, block.input]);
        // The first of two equal calls is asked for first.
        if (!calls.has(key)) calls.set(key, block.id);
      }
      forgetOldest(calls, coreLimits.maxOpenCalls);
    },
    describe(record, event) {
      if (record.type === 'control_request' && isObject(record.request)) {
        const { request } = record;
        const call = callOf(request);
        if (ASKED_OF_THE_CLIENT.has(request.subtype)) asked.set(record.request_id, call);
        forgetOldest(asked, coreLimits.maxOpenCalls);
        describe(event, call, sentencesIn(request));
        return;
      }
      const response = isObject(record.response) ? record.response : record;
      const id = response.request_id;
      if (asked.has(id)) {
        const { request_id: _id, subtype: _subtype, ...answer } = response;
        describe(event, asked.get(id), wordsIn(answer));
      } else if (typeof response.error === 'string') describe(event, undefined, response.error);
    },
  };
}

/** What the CLI asks. An answer to anything else is the CLI's own, of settings and lists. */
const ASKED_OF_THE_CLIENT = new Set<unknown>(['can_use_tool', 'hook_callback', 'mcp_message', 'elicitation']);

function describe(event: ContextEvent, call: string | undefined, text: string): void {
  if (call !== undefined) event.item_id = call;
  if (text !== '') event.text = text;
}
