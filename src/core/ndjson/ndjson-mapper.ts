import { type JsonObject, jsonText } from '../lines/json.ts';
import { abortText } from '../messages/thread-messages.ts';
import { createToolLife } from '../messages/tool-life.ts';
import { createTurnCounter } from '../messages/turn-counter.ts';
import {
  type AgentVocabulary,
  agentVocabularies,
  vocabularyOf,
  vocabularyOfThread,
} from '../messages/vocabularies/registry.ts';
import type {
  ItemEvent,
  ThreadErrorEvent,
  ThreadEvent,
  ThreadStartedEvent,
  TurnEndEvent,
  TurnFailedEvent,
} from '../thread/event.ts';
import { isItemEvent } from '../thread/guards.ts';
import type { NdjsonEvent, NdjsonInit } from './ndjson-event.ts';
import { createTextLines } from './text-lines.ts';
import { type ToldError, toldError, wordlessError } from './told-error.ts';
import { toolLines } from './tool-lines.ts';
import { createTurnResults } from './turn-results.ts';

/** Options of `createNdjsonMapper`. */
export interface NdjsonMapperOptions {
  /** The number of the first turn. For a live stream that resumes a thread, one more than its file has. */
  firstTurn?: number | undefined;
  /** Also write text that the CLI added by itself. */
  all?: boolean | undefined;
  /** Also write the model as `model`, as Gemini does. */
  geminiModel?: boolean | undefined;
  /**
   * `plain`: an error is a sentence with its code, and what the agent wrote stands beside it. `wire`: it is told as the
   * agent wrote it, which may be the JSON of a service. Default: `plain`.
   */
  errors?: 'plain' | 'wire' | undefined;
  /**
   * `always`: a text that came in pieces ends with a line that has all of it. `wire`: only if the agent wrote all of it
   * once more, so that a client which appends whatever comes shows no text twice. Default: `always`.
   */
  whole?: 'always' | 'wire' | undefined;
  /** The tool names of each agent. Defaults to ours. The first one serves events that name no agent. */
  vocabularies?: readonly AgentVocabulary[] | undefined;
}

/** Folds the events of one input, of any wire, into normalised NDJSON. */
export interface NdjsonMapper {
  /** Returns the lines of the next event. Unknown kinds, turn starts, counts, bookkeeping and sub-agents have none. */
  push(event: ThreadEvent): NdjsonEvent[];
  /** Ends the input and returns what was held back. */
  end(): NdjsonEvent[];
}

/** Keeps only what is in progress. A line that was returned is forgotten, except for the ids. */
export function createNdjsonMapper(options: NdjsonMapperOptions = {}): NdjsonMapper {
  const { firstTurn = 1, all = false, geminiModel = false, vocabularies = agentVocabularies } = options;
  const { errors = 'plain', whole = 'always' } = options;
  const turns = createTurnCounter({ firstTurn });
  const texts = createTextLines({ all, whole, tell });
  let agent = vocabularyOf(undefined, vocabularies);
  let tools = createToolLife({ agent });
  const results = createTurnResults();
  let sessionId: string | undefined;
  let model: string | undefined;
  let cwd: string | undefined;
  let lastError: string | undefined;

  function push(event: ThreadEvent): NdjsonEvent[] {
    // The call that started a sub-agent tells of its work.
    if (event.parent_item_id !== undefined) return [];
    if (isItemEvent(event)) return pushItem(event);
    switch (event.type) {
      case 'item.delta':
        return texts.delta(event);
      case 'thread.started':
        return startThread(event);
      case 'turn.started':
        turns.start(event);
        results.start(event);
        tools.forgetDone();
        texts.forgetAll();
        lastError = undefined;
        return learn(event);
      case 'turn.completed':
        return endTurn(event);
      case 'turn.failed':
        return failTurn(event);
      case 'turn.aborted':
        return [
          { type: 'stderr', content: abortText(event.reason) },
          ...endTurn(event, { content: abortText(event.reason) }),
        ];
      case 'error':
        return tellError(event);
      case 'token_count':
        results.count(event);
        return [];
      case 'context':
        return learn(event);
      default:
        return [];
    }
  }

  function pushItem(event: ItemEvent): NdjsonEvent[] {
    const news = tools.push(event, turns.of(event), cwd);
    if (event.item.type === 'collab_tool_call') turns.collaborate(event, event.item);
    if (!news) return texts.push(event);
    const lines = toolLines(news);
    for (const { type } of lines) if (type === 'tool_use') results.addToolCall();
    return lines;
  }

  /** Gemini has a line of its own for errors, with their severity. It is written beside ours. */
  function tellError(event: ThreadErrorEvent): NdjsonEvent[] {
    const fields = fieldsOf(event);
    lastError = event.message || jsonText(fields);
    const told =
      event.message === '' && errors === 'plain' ? wordlessError(fields, event.code) : tell(lastError, event.code);
    const severity = event.extra?.severity;
    const line: NdjsonEvent = { type: 'stderr', ...told };
    if (severity !== 'warning' && severity !== 'error') return [line];
    return [line, { type: 'error', severity, message: told.content }];
  }

  function tell(text: string, code?: string): ToldError {
    return errors === 'plain' ? toldError(text, code) : { content: text };
  }

  function startThread(event: ThreadStartedEvent): NdjsonEvent[] {
    turns.end();
    tools.forgetAll();
    texts.forgetAll();
    cwd = event.cwd ?? cwd;
    const named = vocabularyOfThread(event, vocabularies) ?? agent;
    if (named.name !== agent.name || named.borrowed !== agent.borrowed) {
      agent = named;
      tools = createToolLife({ agent });
    }
    // An event that only adds the model to a known thread says nothing new about its id.
    const isNews = event.thread_id !== '' && (event.thread_id !== sessionId || event.model === undefined);
    sessionId = event.thread_id;
    const line: NdjsonInit = isNews ? { type: 'init', session_id: event.thread_id } : { type: 'init' };
    return [event.model === undefined ? line : withModel(line, event.model)];
  }

  /** Takes in the thread's settings from here on. Only a change of the model is told. */
  function learn(event: { model?: string; cwd?: string }): NdjsonEvent[] {
    cwd = event.cwd ?? cwd;
    if (event.model === undefined || event.model === model) return [];
    return [withModel({ type: 'init' }, event.model)];
  }

  function withModel(line: NdjsonInit, name: string): NdjsonInit {
    model = name;
    line.modelId = name;
    if (geminiModel) line.model = name;
    return line;
  }

  function endTurn(event: TurnEndEvent, error?: ToldError): NdjsonEvent[] {
    turns.end();
    return [results.end(event, error)];
  }

  /** The error of a failed turn was mostly reported before. */
  function failTurn(event: TurnFailedEvent): NdjsonEvent[] {
    const text = event.error.message || lastError || 'Turn failed';
    const told = tell(text, event.error.code);
    const ended = endTurn(event, told);
    return text === lastError ? ended : [{ type: 'stderr', ...told }, ...ended];
  }

  return { push, end: () => tools.end().flatMap(toolLines) };
}

/** An error as on the wire, as far as its fields are known. */
function fieldsOf(event: ThreadErrorEvent): JsonObject {
  const {
    message: _message,
    thread_id: _thread,
    turn_id: _turn,
    line: _line,
    inferred: _names,
    extra,
    ...fields
  } = event;
  return { ...fields, ...extra };
}
