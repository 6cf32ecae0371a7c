import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { wordsIn } from '../../tools/words-in.ts';
import { contextEvent } from '../claude/conversation.ts';
import { createClaudeStreamReader } from '../claude-stream/read.ts';
import { openEnvelope, type Said } from '../traffic.ts';
import type { WireReader } from '../wire.ts';
import { createFrames, isFrame } from './frames.ts';
import { createPrompts, type Prompt } from './prompts.ts';

/**
 * Reads what a client and `claude -p --input-format stream-json` say to each other: the stream, the frames of the control
 * protocol and the client's prompts. Frames are bookkeeping: what came of them stands in the conversation itself.
 */
export function createClaudeControlReader(): WireReader {
  const stream = createClaudeStreamReader();
  const frames = createFrames();
  const prompts = createPrompts();
  /** The CLI said anything. Otherwise only the client's side was kept. */
  let hasAnswered = false;

  function read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const said = openEnvelope(record, problems);
    const events = said.record ? readRecord(said.record, said, line, problems) : [noteOf(said, line)];
    const [first] = events;
    if (said.kept && first && !isPrompt(said)) first.extra = { ...first.extra, traffic: said.kept };
    return events;
  }

  function readRecord(record: JsonObject, said: Said, line: number, problems: Problem[]): ThreadEvent[] {
    if (isPrompt(said)) {
      prompts.add({ record, line, kept: said.kept });
      return [];
    }
    if (isFrame(record)) return readFrame(record, line, problems);
    if (said.direction === 'in')
      return [contextEvent(kindOf(record), record, stream.placeOf({}, line), wordsIn(record))];
    hasAnswered = true;
    return readPrinted(record, line, problems);
  }

  function readFrame(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const events = stream.read(record, line, problems);
    for (const event of events) if (event.type === 'context') frames.describe(record, event);
    return events;
  }

  /** A line of the stream, and before it the prompts that it tells to be taken up. */
  function readPrinted(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const { type, subtype } = record;
    if (type === 'command_lifecycle') {
      const events = stream.read(record, line, problems);
      const dropped = record.state === 'cancelled' && prompts.drop(record.command_uuid);
      return dropped ? [neverTaken(dropped), ...events] : events;
    }
    if (type === 'system') {
      const events = stream.read(record, line, problems);
      if (subtype === 'init') prompts.expect('first');
      return events;
    }
    const isOwn = typeof record.parent_tool_use_id !== 'string';
    if (type === 'user' && isOwn) {
      const hasResults = holdsResults(record);
      if (!hasResults && prompts.repeats(record)) {
        const event = contextEvent('user', record, stream.placeOf(record, line));
        if (typeof record.uuid === 'string') event.item_id = record.uuid;
        return [event];
      }
      const events = [...(hasResults ? takeUp(problems) : []), ...stream.read(record, line, problems)];
      if (hasResults) prompts.expect('all');
      return events;
    }
    if (type === 'assistant') frames.learn(record);
    const isSpoken = isOwn && (type === 'assistant' || type === 'stream_event' || type === 'result');
    return isSpoken
      ? [...takeUp(problems), ...stream.read(record, line, problems)]
      : stream.read(record, line, problems);
  }

  function takeUp(problems: Problem[]): ThreadEvent[] {
    return prompts.taken().flatMap((prompt) => readPrompt(prompt, problems));
  }

  /** A prompt of the client as a line of the stream. The client does not know the session, so it leaves the id empty. */
  function readPrompt({ record, line, kept }: Prompt, problems: Problem[]): ThreadEvent[] {
    const { session_id, ...prompt } = record;
    const named = typeof session_id === 'string' && session_id !== '' ? record : prompt;
    const events = stream.read(named, line, problems);
    const last = events.at(-1);
    if (kept && last) last.extra = { ...last.extra, traffic: kept };
    return events;
  }

  function neverTaken({ record, line, kept }: Prompt): ThreadEvent {
    const content = isObject(record.message) ? record.message.content : undefined;
    const event = contextEvent('user', record, stream.placeOf({}, line), wordsIn(content));
    if (kept) event.extra = { traffic: kept };
    return event;
  }

  function noteOf({ direction, text }: Said, line: number): ThreadEvent {
    return contextEvent(direction === 'mark' ? 'mark' : 'line', {}, stream.placeOf({}, line), text);
  }

  function end(): ThreadEvent[] {
    const left = prompts.left();
    return hasAnswered ? left.map(neverTaken) : left.flatMap((prompt) => readPrompt(prompt, []));
  }

  return { read, end };
}

/** A line of the client that is not control. A bare line is one if it names no session: the CLI always does. */
function isPrompt({ record, direction }: Said): boolean {
  if (record?.type !== 'user' || direction === 'out' || !isObject(record.message)) return false;
  if (direction === 'in') return true;
  return (record.session_id ?? '') === '' && record.sessionId === undefined && !holdsResults(record);
}

function holdsResults({ message }: JsonObject): boolean {
  const content = isObject(message) ? message.content : undefined;
  return Array.isArray(content) && content.some((block) => isObject(block) && block.type === 'tool_result');
}

function kindOf({ type }: JsonObject): string {
  return typeof type === 'string' ? type : 'line';
}
