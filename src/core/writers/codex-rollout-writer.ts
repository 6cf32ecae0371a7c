import type { JsonObject } from '../lines/json.ts';
import { HAND_OVER_FIELD, handedOverId, noteText, originVersion } from '../thread/hand-over.ts';
import { parseTime } from '../thread/time.ts';
import { codexCall } from './codex-calls.ts';
import { legacyShow } from './codex-legacy-show.ts';
import { paginatedShow } from './codex-paginated-show.ts';
import { imageUrl, type SessionContext, type SessionFormat, type SessionMessage } from './session-format.ts';
import { sessionWriter } from './session-writer.ts';
import type { Writer, WriterOptions } from './writer.ts';

/** The records by which Codex shows a session, beside the items that the model sees. Each style has its own. */
export interface CodexShow {
  user(text: string, images: readonly string[]): JsonObject;
  agent(text: string): JsonObject;
  thinking(text: string): JsonObject;
  /** The record between a call and its output. Undefined for calls that the style cannot show. */
  call(call: SessionMessage['calls'][number], made: ReturnType<typeof codexCall>): JsonObject | undefined;
}

/** The place of a record for display. */
export interface ShowPlace {
  threadId: string;
  cwd: string;
  turnId(): string;
  /** The time of the message, in milliseconds. */
  now(): number;
  nextId(): string;
}

/** A session that Codex resumes: `rollout-<time>-<id>.jsonl` in a folder of `sessions`. */
export function createCodexRolloutWriter(options: WriterOptions = {}): Writer {
  const { style = 'legacy' } = options;
  if (style !== 'legacy' && style !== 'paginated') throw new TypeError(`style is legacy or paginated, not ${style}`);
  return createWriter(options);
}

const createWriter = sessionWriter(codexRollout);

function codexRollout(context: SessionContext): SessionFormat {
  const { id, cwd, origin, omit } = context;
  const isPaginated = context.style === 'paginated';
  let ordinal = 0;
  let items = 0;
  let turns = 0;
  let isTurnOpen = false;
  let time = context.time;
  /** The number of characters that the model will be sent. */
  let size = 0;
  let lastText: string | null = null;
  const milliseconds = () => parseTime(time) ?? 0;
  const show = (isPaginated ? paginatedShow : legacyShow)({
    threadId: id,
    cwd,
    turnId: () => handedOverId(turns),
    now: milliseconds,
    nextId() {
      items += 1;
      return `threadline-item-${items}`;
    },
  });

  function line(type: string, payload: JsonObject, note?: JsonObject): object {
    const place = isPaginated ? { timestamp: time, ordinal } : { timestamp: time };
    ordinal += 1;
    return { ...place, type, payload, ...(note && { [HAND_OVER_FIELD]: note }) };
  }

  const event = (payload: JsonObject) => line('event_msg', payload);

  function item(payload: JsonObject, note?: JsonObject): object {
    for (const value of Object.values(payload)) if (typeof value === 'string') size += value.length;
    return line('response_item', payload, note);
  }

  function message(role: string, content: JsonObject[]): object {
    for (const { text } of content) if (typeof text === 'string') size += text.length;
    return item({ type: 'message', role, content });
  }

  function startTurn(): object[] {
    const ended = endTurn();
    turns += 1;
    isTurnOpen = true;
    lastText = null;
    const started_at = Math.floor(milliseconds() / 1000);
    const started = { type: 'task_started', turn_id: handedOverId(turns), started_at, model_context_window: null };
    return [...ended, event(started)];
  }

  function endTurn(): object[] {
    if (!isTurnOpen) return [];
    isTurnOpen = false;
    return [event({ type: 'task_complete', turn_id: handedOverId(turns), last_agent_message: lastText })];
  }

  function prompt({ parts }: SessionMessage): object[] {
    const content: JsonObject[] = [];
    const images: string[] = [];
    let text = '';
    for (const part of parts) {
      if (part.type === 'text') {
        content.push({ type: 'input_text', text: part.text });
        text += text === '' ? part.text : `\n${part.text}`;
      } else if (part.type === 'image') {
        const url = imageUrl(part);
        if (url === undefined) omit('image');
        else images.push(url);
      }
    }
    for (const image_url of images) content.push({ type: 'input_image', image_url });
    if (content.length === 0) return [];
    return [...startTurn(), message('user', content), event(show.user(text, images))];
  }

  function answered({ parts, calls }: SessionMessage): object[] {
    const lines = isTurnOpen ? [] : startTurn();
    for (const part of parts) {
      if (part.type === 'image') omit('image');
      // Shown but never sent: the model would take another's thoughts for its own.
      else if (part.type === 'thinking') lines.push(event(show.thinking(part.thinking)));
      else {
        lastText = part.text;
        lines.push(event(show.agent(part.text)));
        lines.push(message('assistant', [{ type: 'output_text', text: part.text }]));
      }
    }
    for (const call of calls) {
      const made = codexCall(call);
      for (const _ of call.images) omit('image');
      lines.push(item(made.call, made.note));
      const shown = show.call(call, made);
      if (shown) lines.push(event(shown));
      lines.push(item(made.output, call.isError ? { is_error: true } : undefined));
    }
    return lines;
  }

  /** Makes Codex compact a long thread before sending it. The total is zero, because nothing was used here. */
  function sizeEstimate(): object {
    const zeros = { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0, reasoning_output_tokens: 0 };
    const info = {
      total_token_usage: { ...zeros, total_tokens: 0 },
      last_token_usage: { ...zeros, total_tokens: Math.ceil(size / 4) },
      model_context_window: null,
    };
    return event({ type: 'token_count', info, rate_limits: null });
  }

  return {
    begin() {
      const mark = { agent: origin.agent, id: origin.thread_id };
      const header = {
        id,
        ...(isPaginated && { session_id: id }),
        timestamp: time,
        cwd,
        // The values of the CLI that resumes it, because the provider receives them.
        originator: 'codex_cli_rs',
        cli_version: originVersion(origin),
        source: 'cli',
        ...(isPaginated && { history_mode: 'paginated' }),
        [HAND_OVER_FIELD]: mark,
      };
      const lines = [line('session_meta', header)];
      if (context.note === undefined) return lines;
      return [...lines, ...startTurn(), message('developer', [{ type: 'input_text', text: noteText(context.note) }])];
    },
    message(given) {
      time = given.time;
      if (given.role === 'user') return prompt(given);
      if (given.role === 'assistant') return answered(given);
      omit('notice');
      return [];
    },
    end: () => (isTurnOpen ? [sizeEstimate(), ...endTurn()] : []),
  };
}
