import * as coreLimits from '../../limits/core.ts';
import type { UnifiedMessage } from '../messages/message.ts';
import { createMessageBuilder } from '../messages/message-builder.ts';
import { agentVocabularies } from '../messages/vocabularies/registry.ts';
import type { ThreadEvent, ThreadStartedEvent } from '../thread/event.ts';
import { parseTime, uuidTime } from '../thread/time.ts';
import { derivedId } from './derived-id.ts';
import { sessionLine } from './json-line.ts';
import { createMessageFilter } from './message-filter.ts';
import type { CreateSessionFormat, SessionFormat } from './session-format.ts';
import { createSessionMessages } from './session-messages.ts';
import { createSettledMessages } from './settled-messages.ts';
import { createStoredInput } from './stored-input.ts';
import { type CreateWriter, type Omitted, reportOutcome, type Writer, type WriterOptions } from './writer.ts';

/** A writer of an agent's session files. Folds a thread into messages and writes each once, as it settles. */
export function sessionWriter(createFormat: CreateSessionFormat, keepsUsage = false): CreateWriter {
  return (options = {}) => createSessionWriter(createFormat, keepsUsage, options);
}

function createSessionWriter(createFormat: CreateSessionFormat, keepsUsage: boolean, options: WriterOptions): Writer {
  const { session = {}, vocabularies = agentVocabularies, onProblem, kind } = options;
  const omit = (what: Omitted) => options.onOmitted?.(what);
  const builder = options.builder ?? createMessageBuilder({ vocabularies, original: false });
  const input = createStoredInput(kind);
  const settled = createSettledMessages(builder, input.isStored);
  const filter = createMessageFilter(options);
  const messages = createSessionMessages(omit);
  const agents = new Set<string>();
  let started: ThreadStartedEvent | undefined;
  let cwd: string | undefined;
  let format: SessionFormat | undefined;
  let lastLine = 0;

  function learn(event: ThreadEvent): void {
    if (event.parent_item_id !== undefined) {
      if (agents.size < coreLimits.maxAgents && !agents.has(event.parent_item_id)) omit('agent');
      agents.add(event.parent_item_id);
      return;
    }
    if (event.type === 'thread.started') started ??= event;
    if ('cwd' in event) cwd ??= event.cwd;
    if (!keepsUsage && 'turn_usage' in event && event.turn_usage && !event.inherited) omit('usage');
  }

  function begin(first: UnifiedMessage | undefined): SessionFormat {
    const agent = started?.agent ?? vocabularies[0]?.name ?? 'codex';
    const thread_id = started?.thread_id ?? '';
    const origin = session.origin ?? (thread_id === '' ? { agent } : { agent, thread_id });
    const known = parseTime(started?.started_at) ?? parseTime(started?.timestamp) ?? uuidTime(thread_id);
    return createFormat({
      id: session.id ?? derivedId(origin.agent, origin.thread_id ?? ''),
      cwd: session.cwd ?? cwd ?? '/',
      origin,
      title: session.title,
      note: session.note,
      model: session.model,
      time: messages.time(known ?? first?.timestamp ?? 0),
      style: options.style,
      omit,
    });
  }

  function open(first: UnifiedMessage | undefined, lines: string[]): SessionFormat {
    if (!format) {
      format = begin(first);
      put(format.begin(), lines);
    }
    return format;
  }

  function put(values: readonly object[], lines: string[]): void {
    for (const value of values) {
      const text = sessionLine(value);
      if (text !== undefined) lines.push(text);
      else
        onProblem?.(lastLine, { code: 'too-large', message: 'a line of the session would be too long to be written' });
    }
  }

  function written(found: readonly UnifiedMessage[]): string[] {
    const lines: string[] = [];
    for (const settledMessage of found) {
      const message = filter(settledMessage)?.message;
      if (message) put(open(message, lines).message(messages.read(message)), lines);
    }
    return lines;
  }

  return {
    push(outcome) {
      lastLine = outcome.line;
      input.take(outcome);
      reportOutcome(outcome, onProblem);
      const lines: string[] = [];
      for (const event of outcome.ok ? outcome.events : []) {
        learn(event);
        for (const line of written(settled.push(event, outcome.offset))) lines.push(line);
      }
      return lines;
    },
    end() {
      const lines = written(settled.end());
      if (started) put(open(undefined, lines).end(), lines);
      else if (format) put(format.end(), lines);
      return lines;
    },
  };
}
