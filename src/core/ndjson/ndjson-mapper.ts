import { jsonText } from '../lines/json.ts';
import { abortText } from '../messages/thread-messages.ts';
import { createToolLife } from '../messages/tool-life.ts';
import { createTurnCounter } from '../messages/turn-counter.ts';
import { type AgentVocabulary, agentVocabularies, vocabularyOf } from '../messages/vocabularies/registry.ts';
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
import { toolLines } from './tool-lines.ts';
import { createTurnResults } from './turn-results.ts';

export interface NdjsonMapperOptions {
  /** The number of the first turn. For a live stream that resumes a thread, one more than its file has. */
  firstTurn?: number | undefined;
  /** Also write text that the CLI added by itself. */
  all?: boolean | undefined;
  /** Also write the model as `model`, as Gemini does. */
  geminiModel?: boolean | undefined;
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
  const turns = createTurnCounter({ firstTurn });
  const texts = createTextLines({ all });
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
        return [{ type: 'stderr', content: abortText(event.reason) }, ...endTurn(event, abortText(event.reason))];
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
    lastError = event.message || errorText(event);
    const severity = event.extra?.severity;
    const line: NdjsonEvent = { type: 'stderr', content: lastError };
    if (severity !== 'warning' && severity !== 'error') return [line];
    return [line, { type: 'error', severity, message: lastError }];
  }

  function startThread(event: ThreadStartedEvent): NdjsonEvent[] {
    turns.end();
    tools.forgetAll();
    texts.forgetAll();
    cwd = event.cwd ?? cwd;
    if (event.agent !== undefined && event.agent !== agent.name) {
      agent = vocabularyOf(event.agent, vocabularies);
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

  function endTurn(event: TurnEndEvent, error?: string): NdjsonEvent[] {
    turns.end();
    return [results.end(event, error)];
  }

  /** The error of a failed turn was mostly reported before. */
  function failTurn(event: TurnFailedEvent): NdjsonEvent[] {
    const text = event.error.message || lastError || 'Turn failed';
    const ended = endTurn(event, text);
    return text === lastError ? ended : [{ type: 'stderr', content: text }, ...ended];
  }

  return { push, end: () => tools.end().flatMap(toolLines) };
}

/** An error without words is told as on the wire. */
function errorText(event: ThreadErrorEvent): string {
  const { message: _message, thread_id: _thread, turn_id: _turn, line: _line, extra, ...fields } = event;
  return jsonText({ ...fields, ...extra });
}
