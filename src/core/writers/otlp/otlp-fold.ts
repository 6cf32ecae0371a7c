import { extractText, type UnifiedContent, type UnifiedMessage } from '../../messages/message.ts';
import { createMessageBuilder } from '../../messages/message-builder.ts';
import { agentVocabularies, vocabularyOf } from '../../messages/vocabularies/registry.ts';
import type { ThreadEvent, ThreadStartedEvent } from '../../thread/event.ts';
import type { Outcome } from '../../thread/outcome.ts';
import { parseTime } from '../../thread/time.ts';
import { jsonLine } from '../json-line.ts';
import { createMessageFilter } from '../message-filter.ts';
import { createSettledMessages } from '../settled-messages.ts';
import { createStoredInput } from '../stored-input.ts';
import type { WriterOptions } from '../writer.ts';
import { messageEvent, names, providerOf, schemaUrl } from './conventions.ts';
import {
  attributesOf,
  type LogRecord,
  nanoTime,
  type OtlpBody,
  type Resource,
  type Span,
  traceId,
} from './otlp-body.ts';
import { createSpanFold, type StartedBy } from './span-fold.ts';
import { createTokenMetrics, type TokenSeries, tokenMetric } from './token-metrics.ts';

const scope = { name: 'threadline' };

type SpanFold = ReturnType<typeof createSpanFold>;

export interface OtlpOptions
  extends Pick<
    WriterOptions,
    'agent' | 'kind' | 'content' | 'builder' | 'vocabularies' | 'tools' | 'reasoning' | 'turns'
  > {
  /** The machine that sends: attributes of its resource. Its tokens are summed by the caller. Without it, a thread is one. */
  machine?: Readonly<Record<string, string>> | undefined;
  /** The call of another thread that started this one, whose trace it then belongs to. */
  startedBy?: StartedBy | undefined;
  /** Receives the sums of the thread, whenever they changed, if there is a machine. */
  onTokens?: ((agent: string, series: TokenSeries[]) => void) | undefined;
}

/** Turns the events of a thread into bodies as they come. */
export interface OtlpFold {
  push(outcome: Outcome): void;
  /** Ends the input. */
  end(): void;
  /** Spans and log records that wait to be taken. */
  readonly waiting: number;
  /** Returns what came since the last call. */
  take(): OtlpBody[];
  /** Unfinished turns in their current state. The same spans come again when they finish. */
  unfinished(): OtlpBody[];
}

/**
 * Spans of turns, requests and tools, one log event per message, sums of tokens. Leaves out texts unless asked for. All
 * ids are derived, so repeated output is the same.
 */
export function createOtlpFold(options: OtlpOptions = {}): OtlpFold {
  const builder = options.builder ?? createMessageBuilder({ ...options, agents: true });
  const input = createStoredInput(options.kind);
  const settled = createSettledMessages(builder, input.isStored);
  const filter = createMessageFilter(options);
  const metrics = createTokenMetrics();
  const folds = new Map<string, SpanFold>();
  /** How often the sub-agent of a call was heard of again after the call had ended, as those in the background are. */
  const again = new Map<string, number>();
  let turn = 0;
  const spoken = {
    tools: options.tools,
    reasoning: options.reasoning,
    get content() {
      const { from = 0, to = Number.POSITIVE_INFINITY } = options.turns ?? {};
      return options.content && turn >= from && turn <= to;
    },
    get requestUsage() {
      return vocabularyOf(started?.agent ?? options.agent?.(), options.vocabularies ?? agentVocabularies).requestUsage;
    },
  };
  let started: ThreadStartedEvent | undefined;
  let spans: Span[] = [];
  let logs: LogRecord[] = [];

  const agent = () => started?.agent ?? options.agent?.() ?? 'unknown';
  const provider = () => providerOf(agent(), started?.model_provider);

  function foldOf(event: ThreadEvent): SpanFold {
    const parentItem = event.parent_item_id;
    const known = folds.get(parentItem ?? '');
    if (known) return known;
    const trace = started?.thread_id ?? event.thread_id ?? '';
    const part = again.get(parentItem ?? '') ?? 0;
    const { startedBy } = options;
    const own = { trace, thread: event.thread_id ?? trace, parentItem, part, startedBy };
    const fold = createSpanFold({ agent: agent(), provider: provider(), ...own }, spoken, (model, { usage, at }) => {
      if (usage) metrics.add(model, usage, at);
    });
    folds.set(parentItem ?? '', fold);
    return fold;
  }

  function takeEvent(event: ThreadEvent): void {
    if (event.inherited) return;
    // What stands before the thread's beginning, which names the agent, belongs to no trace.
    if (event.type === 'context' && !started && (event.thread_id === undefined || event.model === undefined)) return;
    const at = positiveTime(event.timestamp);
    if (event.type === 'thread.started' && event.parent_item_id === undefined) started ??= event;
    if (event.type === 'turn.started' && event.parent_item_id === undefined) turn += 1;
    metrics.begin(at);
    for (const span of foldOf(event).push(event, at)) spans.push(span);
    // The end of a call ends its sub-agent.
    if (event.type === 'item.completed' || event.type === 'item.failed') endFold(event.item.id);
  }

  function endFold(parentItem: string): void {
    const ended = folds.get(parentItem);
    if (!ended) return;
    for (const span of ended.end()) spans.push(span);
    folds.delete(parentItem);
    again.set(parentItem, (again.get(parentItem) ?? 0) + 1);
  }

  function log(messages: readonly UnifiedMessage[]): void {
    for (const one of messages) {
      const message = one.inherited ? undefined : filter(one)?.message;
      if (message) logs.push(logOf(message));
    }
  }

  function logOf(message: UnifiedMessage): LogRecord {
    const isFailed = message.content.some((block) => block.type === 'tool_result' && block.is_error);
    return {
      timeUnixNano: nanoTime(message.timestamp),
      observedTimeUnixNano: nanoTime(message.timestamp),
      severityNumber: isFailed ? 17 : 9,
      eventName: messageEvent,
      ...(options.content && { body: { stringValue: contentOf(message) } }),
      attributes: attributesOf({
        // The same whenever it is sent: whoever stores it knows it again.
        [names.logRecord]: traceId(agent(), started?.thread_id ?? '', message.id),
        [names.conversation]: started?.thread_id,
        [names.agent]: agent(),
        [names.provider]: provider(),
        [names.requestModel]: message.model,
        [names.message]: message.id,
        [names.role]: message.role,
        [names.parts]: message.content.map(({ type }) => type).join(' '),
        [names.length]: extractText(message).length,
      }),
      traceId: traceId(agent(), options.startedBy?.thread ?? started?.thread_id ?? ''),
    };
  }

  function resource(): Resource {
    return {
      attributes: attributesOf({
        [names.service]: agent(),
        [names.serviceVersion]: started?.cli_version,
        ...(options.machine ?? { [names.serviceInstance]: started?.thread_id }),
        [names.project]: started?.cwd,
        [names.parentThread]: started?.parent_thread_id,
        [names.forkedFrom]: started?.forked_from_id,
      }),
    };
  }

  function spansBody(taken: Span[]): OtlpBody {
    return { resourceSpans: [{ resource: resource(), scopeSpans: [{ scope, spans: taken, schemaUrl }], schemaUrl }] };
  }

  function take(): OtlpBody[] {
    const made: OtlpBody[] = [];
    if (spans.length > 0) made.push(spansBody(spans));
    if (logs.length > 0) {
      const scopeLogs = [{ scope, logRecords: logs, schemaUrl }];
      made.push({ resourceLogs: [{ resource: resource(), scopeLogs, schemaUrl }] });
    }
    const series = metrics.take(provider());
    if (series && options.machine) options.onTokens?.(agent(), series);
    else if (series) {
      const metric = tokenMetric(series, metrics.first);
      const scopeMetrics = [{ scope, metrics: [metric], schemaUrl }];
      made.push({ resourceMetrics: [{ resource: resource(), scopeMetrics, schemaUrl }] });
    }
    spans = [];
    logs = [];
    return made;
  }

  return {
    push(outcome) {
      input.take(outcome);
      for (const event of outcome.ok ? outcome.events : []) {
        takeEvent(event);
        log(settled.push(event, outcome.offset));
      }
    },
    end() {
      for (const parentItem of [...folds.keys()]) endFold(parentItem);
      log(settled.end());
    },
    get waiting() {
      return spans.length + logs.length;
    },
    take,
    unfinished() {
      const open = [...folds.values()].flatMap((fold) => fold.unfinished());
      return open.length === 0 ? [] : [spansBody(open)];
    },
  };
}

/** A message in the conventions' form: its role and its parts. */
function contentOf({ role, content }: UnifiedMessage): string {
  return jsonLine({ role, parts: content.map(partOf) })?.trimEnd() ?? '';
}

function partOf(block: UnifiedContent): object {
  switch (block.type) {
    case 'text':
      return { type: 'text', content: block.text };
    case 'thinking':
      return { type: 'reasoning', content: block.thinking };
    case 'tool_use':
      return { type: 'tool_call', id: block.id, name: block.name, arguments: block.input };
    case 'tool_result':
      return { type: 'tool_call_response', id: block.tool_use_id, response: block.content };
    case 'image':
      return { type: 'image' };
  }
}

function positiveTime(timestamp: string | undefined): number | undefined {
  const time = parseTime(timestamp) ?? 0;
  return time > 0 ? time : undefined;
}
