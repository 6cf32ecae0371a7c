import { HAND_OVER_FIELD, noteText } from '../thread/hand-over.ts';
import { parseTime } from '../thread/time.ts';
import { createJoinedAnswers } from './joined-answers.ts';
import { ownCalls, piCall } from './pi-calls.ts';
import type { SessionCall, SessionContext, SessionFormat, SessionMessage } from './session-format.ts';
import { imageUrl } from './session-format.ts';
import { sessionWriter } from './session-writer.ts';

/** A session that pi resumes: `<time>_<id>.jsonl` in the folder of its working folder. */
export const createPiSessionWriter = sessionWriter(piSession);

/** pi adds counts up, and takes none for granted. */
const NOTHING_USED = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 0,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};

function piSession(context: SessionContext): SessionFormat {
  const { origin, omit } = context;
  const mark = { agent: origin.agent, id: origin.thread_id };
  const answers = createJoinedAnswers(answered);
  let entries = 0;
  /** Entries are a tree. The path from the last one to a root is the conversation. */
  let parentId: string | null = null;
  let lastTime = 0;

  /** The time of a message, of which no two have the same: that is how messages are told apart. */
  function timeOf(time: string): number {
    lastTime = Math.max(lastTime + 1, parseTime(time) ?? 0);
    return lastTime;
  }

  function entry(type: string, time: string, more: object, own: object = {}): object {
    entries += 1;
    const id = entries.toString(16).padStart(8, '0');
    const value = { type, id, parentId, timestamp: time, ...more, [HAND_OVER_FIELD]: { ...mark, ...own } };
    parentId = id;
    return value;
  }

  function message(time: string, content: object, calls: readonly SessionCall[] = []): object {
    return entry('message', time, { message: { ...content, timestamp: timeOf(time) } }, ownCalls(calls));
  }

  /** Names no model that pi could try to go on with. */
  function answered({ time, parts, calls }: SessionMessage, isLast: boolean): object[] {
    const content: object[] = [];
    for (const part of parts) {
      if (part.type === 'text') content.push({ type: 'text', text: part.text });
      // A thought would be sent as a text to a model that did not think it.
      else omit(part.type);
    }
    for (const call of calls) {
      const { name, input } = piCall(call);
      content.push({ type: 'toolCall', id: call.id, name, arguments: input });
    }
    if (content.length === 0) return [];
    const model = { api: 'threadline', provider: 'threadline', model: origin.agent };
    const stopReason = isLast && calls.length === 0 ? 'stop' : 'toolUse';
    const answer = message(time, { role: 'assistant', content, ...model, usage: NOTHING_USED, stopReason }, calls);
    return [answer, ...calls.map((call) => result(call, time))];
  }

  function result(call: SessionCall, time: string): object {
    const content: object[] = call.output === '' ? [] : [{ type: 'text', text: call.output }];
    for (const image of call.images) content.push(...contentOf(image));
    const { name } = piCall(call);
    return message(time, { role: 'toolResult', toolCallId: call.id, toolName: name, content, isError: call.isError }, [
      call,
    ]);
  }

  function contentOf(part: SessionMessage['parts'][number]): object[] {
    if (part.type === 'text') return [{ type: 'text', text: part.text }];
    if (part.type === 'image' && part.source.type !== 'url' && imageUrl(part) !== undefined)
      return [{ type: 'image', data: part.source.data, mimeType: part.source.media_type }];
    omit(part.type);
    return [];
  }

  function prompt({ time, parts }: SessionMessage): object[] {
    const content = parts.flatMap(contentOf);
    return content.length === 0 ? [] : [message(time, { role: 'user', content })];
  }

  return {
    begin() {
      const { id, cwd, time: timestamp } = context;
      const header = { type: 'session', version: 3, id, timestamp, cwd, [HAND_OVER_FIELD]: mark };
      if (context.note === undefined) return [header];
      const note = { customType: 'threadline', content: noteText(context.note), display: false };
      return [header, entry('custom_message', timestamp, note)];
    },
    message(read) {
      if (read.role === 'assistant') return answers.add(read);
      if (read.role === 'user') return [...answers.end(), ...prompt(read)];
      omit('notice');
      return [];
    },
    end() {
      const rest = answers.end();
      if (context.title === undefined) return rest;
      const time = new Date(lastTime || (parseTime(context.time) ?? 0)).toISOString();
      return [...rest, entry('session_info', time, { name: context.title })];
    },
  };
}
