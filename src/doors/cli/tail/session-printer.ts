import type { UnifiedMessage } from '../../../core/messages/message.ts';
import { createMessageBuilder } from '../../../core/messages/message-builder.ts';
import type { ThreadEvent } from '../../../core/thread/event.ts';
import type { Outcome } from '../../../core/thread/outcome.ts';
import { createEventsWriter } from '../../../core/writers/events-writer.ts';
import { isDone } from '../../../core/writers/settled-messages.ts';
import type { SessionInfo } from '../../../machine/sessions/index.ts';
import type { CliContext } from '../agents.ts';
import type { Output } from '../output.ts';
import { terminalJson } from '../terminal-text.ts';
import { createHeaderFacts } from '../transcript/header-facts.ts';
import { createLiveTranscript } from '../transcript/live-transcript.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { createJsonEncoder } from '../write-json.ts';

/** Writes what is new in a session. */
export interface SessionPrinter {
  push(outcome: Outcome): void;
  /** Called when everything is written and more is awaited. */
  idle(): void;
  end(): void;
}

export interface SessionPrinterOptions extends CliContext {
  info: SessionInfo;
  output: Output;
  context: boolean;
}

/** In the form that `run` uses. */
export function createTranscriptPrinter(options: SessionPrinterOptions, transcript: Transcript): SessionPrinter {
  const { info, output, context, agents } = options;
  const facts = createHeaderFacts({ agents, info });
  const live = createLiveTranscript({
    builder: createMessageBuilder({ all: context, vocabularies: agents }),
    transcript,
    output,
    facts: () => ({ ...facts.facts(), turns: undefined, usage: undefined }),
  });
  // A reader who starts in the middle has not seen whose session it is.
  live.push(flushed([beginning(info)]));
  let isUnderWay = false;
  return {
    push(outcome) {
      for (const event of outcome.ok ? outcome.events : []) {
        facts.add(event);
        isUnderWay = goesOn(event) ?? isUnderWay;
      }
      live.push(outcome);
    },
    idle() {
      if (isUnderWay) live.idle();
    },
    end: () => live.end(),
  };
}

/** A line of JSON for each event or message. `named` wraps each in an object that says whose it is. */
export function createJsonPrinter(options: SessionPrinterOptions, to: string, named: boolean): SessionPrinter {
  const { info, output, context, agents } = options;
  const encode = createJsonEncoder({ forTerminal: output.isTerminal });
  const events = createEventsWriter();
  const builder = createMessageBuilder({ all: context, vocabularies: agents });
  const open = new Map<string, UnifiedMessage>();
  const name = { agent: info.agent ?? null, id: info.id, session: info.id };
  builder.push(beginning(info));

  function put(key: string, value: object): void {
    const line = encode(named ? { ...name, [key]: value } : value);
    if (line !== undefined) output.append(`${line}\n`);
  }

  function pushMessages(event: ThreadEvent): void {
    for (const message of builder.push(event)) {
      if (isDone(event, message)) {
        open.delete(message.id);
        // The usage of a turn comes on a message that is already written.
        if (event.type !== 'turn.completed') put('message', message);
      } else open.set(message.id, message);
    }
    if (open.size === 0 && event.type.startsWith('turn.')) builder.release(builder.messages.length);
  }

  function pushEvents(outcome: Outcome): void {
    if (named) for (const event of outcome.ok ? outcome.events : []) put('event', event);
    else for (const line of events.push(outcome)) output.append(output.isTerminal ? terminalJson(line) : line);
  }

  return {
    push(outcome) {
      if (to === 'events') pushEvents(outcome);
      else if (outcome.ok) outcome.events.forEach(pushMessages);
    },
    idle() {},
    end() {
      if (to === 'events') return;
      for (const message of builder.end()) open.set(message.id, message);
      for (const message of open.values()) put('message', message);
    },
  };
}

/** True if the agent has more to do after an event; undefined if the event does not tell. */
function goesOn(event: ThreadEvent): boolean | undefined {
  if (event.type === 'turn.started') return true;
  if (event.type.startsWith('turn.')) return false;
  // Not every agent marks the end of a turn. Its last text is mostly the end.
  return 'item' in event ? event.item.type !== 'agent_message' : undefined;
}

function beginning({ id, agent, cwd }: SessionInfo): ThreadEvent {
  const event: ThreadEvent = { type: 'thread.started', thread_id: id };
  if (agent !== undefined) event.agent = agent;
  if (cwd !== undefined) event.cwd = cwd;
  return event;
}

function flushed(events: ThreadEvent[]): Outcome {
  return { ok: true, line: 0, offset: 0, events, problems: [], flush: true };
}
