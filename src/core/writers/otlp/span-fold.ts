import type { AgentVocabulary } from '../../messages/vocabularies/registry.ts';
import type { ThreadEvent, TurnEndEvent, TurnStartedEvent } from '../../thread/event.ts';
import type { ThreadItem } from '../../thread/item.ts';
import { mcpCall } from '../../thread/mcp-call.ts';
import { names, operations } from './conventions.ts';
import { attributesOf, nanoTime, type Span, spanId, traceId } from './otlp-body.ts';
import { messagesAttributes, toolAttributes } from './spoken-attributes.ts';
import type { SpokenMessages, SpokenOptions } from './spoken-messages.ts';
import { createTurnRequests, type TurnRequest } from './turn-requests.ts';

/** The thread of the spans. */
export interface SpanThread {
  agent: string;
  provider: string;
  /** The thread of the trace, and the working one: a different one for a sub-agent in the same file. */
  trace: string;
  thread: string;
  /** The call that started the working sub-agent. */
  parentItem: string | undefined;
  /** How often the sub-agent had ended before: each time is a turn of its own. */
  part: number;
  /** Where the thread hangs that another one started, in a file of its own. */
  startedBy?: StartedBy | undefined;
}

/** The thread that started another one of the same agent, and the call by which it did. */
export interface StartedBy {
  thread: string;
  call: string;
}

interface OpenTurn {
  id: string;
  start: number | undefined;
  /** The time at which the model last began to answer: the turn's start, or the end of a tool. */
  asked: number | undefined;
  requests: number;
}

/** Names of spans are for lists, so a long one is cut. */
const MOST_NAME = 200;

const TOOLS: ReadonlySet<ThreadItem['type']> = new Set([
  'command_execution',
  'file_change',
  'mcp_tool_call',
  'collab_tool_call',
  'web_search',
  'tool_call',
]);

/**
 * Makes spans from the events of one thread: a turn is `invoke_agent`, its requests to models are `chat`, its tools
 * `execute_tool`. Their ids are derived, so a span made again is the same.
 */
export function createSpanFold(
  thread: SpanThread,
  spoken: SpokenOptions & Pick<AgentVocabulary, 'requestUsage'>,
  onRequest: (model: string | undefined, request: TurnRequest) => void,
) {
  const { agent, provider, trace, startedBy } = thread;
  const started = new Map<string, number | undefined>();
  /** Calls of the turn that have their span. */
  const ended = new Set<string>();
  const requests = createTurnRequests(spoken, spoken.requestUsage);
  // Its spans have ids of its own, in the trace of the thread that it belongs to.
  const traceOf = traceId(agent, startedBy?.thread ?? trace);
  let model: string | undefined;
  let turn: OpenTurn | undefined;
  let last: number | undefined;

  // Turns of a sub-agent may have the numbers of its parent's. Ids of calls belong to one thread.
  const turnSpan = (id: string) => spanId(agent, trace, 'turn', thread.parentItem ?? '', id);
  const toolSpanId = (item: string, of = trace) => spanId(agent, of, 'tool', item);
  const outerSpan = startedBy && toolSpanId(startedBy.call, startedBy.thread);
  const common = () => ({
    [names.provider]: provider,
    [names.conversation]: thread.thread,
    [names.agent]: agent,
    [names.turn]: turn?.id,
  });

  function span(id: string, name: string, more: Omit<Span, 'traceId' | 'spanId' | 'name'>): Span {
    return { traceId: traceOf, spanId: id, name: name.slice(0, MOST_NAME), ...more };
  }

  function toolSpan(item: ThreadItem, at: number | undefined, failure: string | undefined): Span {
    const isFailed = failure !== undefined || ('status' in item && item.status === 'failed');
    if (turn) turn.asked = at ?? turn.asked;
    const tool = toolName(item);
    return span(toolSpanId(item.id), `${operations.tool} ${tool}`, {
      ...(turn && { parentSpanId: turnSpan(turn.id) }),
      kind: 1,
      ...period(started.get(item.id), at),
      attributes: attributesOf({
        [names.operation]: operations.tool,
        ...common(),
        [names.tool]: tool,
        [names.toolCall]: item.id,
        [names.toolType]: item.type === 'mcp_tool_call' ? 'extension' : 'function',
        [names.item]: item.type,
        [names.errorType]: isFailed ? 'tool_error' : undefined,
        ...toolAttributes(item, spoken),
      }),
      ...(isFailed && { status: { code: 2 as const } }),
    });
  }

  function chatSpan(owner: OpenTurn, request: TurnRequest): Span {
    const { usage } = request;
    onRequest(model, request);
    owner.requests += 1;
    const chatId = spanId(agent, trace, 'chat', thread.parentItem ?? '', owner.id, String(owner.requests));
    return span(chatId, `${operations.chat}${model === undefined ? '' : ` ${model}`}`, {
      parentSpanId: turnSpan(owner.id),
      kind: 3,
      ...period(request.from, request.at),
      attributes: attributesOf({
        [names.operation]: operations.chat,
        ...common(),
        [names.requestModel]: model,
        [names.request]: request.id,
        [names.inputTokens]: usage?.input_tokens,
        [names.outputTokens]: usage?.output_tokens,
        [names.cacheReadTokens]: usage?.cached_input_tokens,
        [names.cacheCreationTokens]: usage?.cache_write_input_tokens,
        [names.cacheWriteTokens]: usage?.cache_write_input_tokens,
        [names.reasoningTokens]: usage?.reasoning_output_tokens,
        [names.usageScope]: request.isOfTurn ? 'turn' : undefined,
        ...messagesAttributes(request.spoken),
      }),
    });
  }

  /** A turn has no counts of its own: backends add up spans, and its requests have them. */
  function turnSpanOf(
    ended: OpenTurn,
    event: TurnEndEvent | undefined,
    at: number | undefined,
    rest?: SpokenMessages,
  ): Span {
    const parent = thread.parentItem;
    const parentSpanId = parent === undefined ? outerSpan : toolSpanId(parent);
    const failure = event?.type === 'turn.failed' ? (event.error.code ?? 'turn_failed') : undefined;
    return span(turnSpan(ended.id), `${operations.agent} ${agent}`, {
      ...(parentSpanId !== undefined && { parentSpanId }),
      kind: 1,
      ...period(ended.start, at ?? last),
      attributes: attributesOf({
        [names.operation]: operations.agent,
        ...common(),
        [names.requestModel]: model,
        [names.errorType]: failure ?? (event?.type === 'turn.aborted' ? 'interrupted' : undefined),
        [names.unfinished]: event || parent !== undefined ? undefined : true,
        ...messagesAttributes(rest),
      }),
      ...(failure !== undefined && { status: { code: 2 as const } }),
    });
  }

  function endTurn(event: TurnEndEvent | undefined, at: number | undefined): Span[] {
    const done = turn;
    if (!done) return [];
    const spans = requests.end(event?.turn_usage, done.start, at ?? last).map((request) => chatSpan(done, request));
    spans.push(turnSpanOf(done, event, at, requests.rest()));
    turn = undefined;
    started.clear();
    ended.clear();
    return spans;
  }

  function beginTurn({ turn_id: id = '' }: Pick<TurnStartedEvent, 'turn_id'>, at: number | undefined): Span[] {
    const before = turn ? endTurn(undefined, last) : [];
    turn = { id, start: at, asked: at, requests: 0 };
    return before;
  }

  return {
    push(event: ThreadEvent, at: number | undefined): Span[] {
      last = at ?? last;
      if (event.type === 'thread.started' || event.type === 'turn.started' || event.type === 'context')
        model = event.model ?? model;
      // A sub-agent inside its parent's file has one turn, which nothing marks.
      if (!turn && thread.parentItem !== undefined && event.type.startsWith('item.'))
        beginTurn({ turn_id: thread.part === 0 ? '' : `again-${thread.part}` }, at);
      requests.see(event, turn?.asked, at);
      switch (event.type) {
        case 'turn.started':
          return beginTurn(event, at);
        case 'item.started':
          if (!started.has(event.item.id)) started.set(event.item.id, at);
          return [];
        case 'item.completed':
        case 'item.failed': {
          const failure = event.type === 'item.failed' ? (event.error?.code ?? 'failed') : undefined;
          // A file may tell the end of a call once more, with what the model was told.
          if (!TOOLS.has(event.item.type) || ended.has(event.item.id)) return [];
          ended.add(event.item.id);
          return [toolSpan(event.item, at, failure)];
        }
        case 'token_count':
          requests.add(event, turn?.asked, at);
          if (turn) turn.asked = at ?? turn.asked;
          return [];
        case 'turn.completed':
        case 'turn.failed':
        case 'turn.aborted':
          if (!turn) beginTurn(event, at);
          return endTurn(event, at);
        default:
          return [];
      }
    },
    /** The unfinished turn in its current state. */
    unfinished: (): Span[] => (turn ? [turnSpanOf(turn, undefined, last)] : []),
    /** Ends the input. */
    end: (): Span[] => endTurn(undefined, last),
  };
}

/** Clocks jump, and some lines have no time. Nothing ends before it began. */
function period(from: number | undefined, to: number | undefined): Pick<Span, 'startTimeUnixNano' | 'endTimeUnixNano'> {
  const start = from ?? to ?? 0;
  return { startTimeUnixNano: nanoTime(start), endTimeUnixNano: nanoTime(Math.max(start, to ?? start)) };
}

function toolName(item: ThreadItem): string {
  if (item.call && (item.type !== 'mcp_tool_call' || item.call.handed_over)) return item.call.name;
  if (item.type === 'mcp_tool_call') {
    const { server, tool } = mcpCall(item);
    return `mcp__${server}__${tool}`;
  }
  if (item.type === 'collab_tool_call') return item.tool;
  if (item.type === 'tool_call') return item.name;
  return item.type;
}
