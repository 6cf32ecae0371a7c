import { HAND_OVER_FIELD, noteText } from '../thread/hand-over.ts';
import { derivedIds } from './derived-id.ts';
import { createJoinedAnswers } from './joined-answers.ts';
import type { SessionCall, SessionContext, SessionFormat, SessionMessage } from './session-format.ts';
import { plainName } from './session-format.ts';
import { sessionWriter } from './session-writer.ts';

/** A chat that Qwen Code resumes: `<id>.jsonl` among the chats of its project. */
export const createQwenChatWriter = sessionWriter(qwenChat);

/** Qwen's name for a tool of Claude's whose input has the same form. All others keep their name. */
const NAMES = new Map([
  ['Bash', 'run_shell_command'],
  ['Read', 'read_file'],
  ['Write', 'write_file'],
  ['Edit', 'edit'],
  ['Grep', 'grep_search'],
  ['Glob', 'glob'],
  ['LS', 'list_directory'],
  ['WebFetch', 'web_fetch'],
  ['WebSearch', 'web_search'],
]);

function qwenChat(context: SessionContext): SessionFormat {
  const { id: sessionId, cwd, origin, omit } = context;
  const mark = { agent: origin.agent, id: origin.thread_id };
  const uuids = derivedIds(sessionId, 'line');
  const answers = createJoinedAnswers(answered);
  let lines = 0;
  let lastTime = context.time;
  /** Records are a chain. Qwen Code follows it back from the last one. */
  let parentUuid: string | null = null;

  function record(type: string, provenance: string, timestamp: string, more: object, own: object = {}): object {
    lines += 1;
    const uuid = uuids(lines);
    const value = {
      uuid,
      parentUuid,
      sessionId,
      timestamp,
      type,
      provenance,
      cwd,
      version: '0.0.0',
      ...more,
      [HAND_OVER_FIELD]: { ...mark, ...own },
    };
    parentUuid = uuid;
    lastTime = timestamp;
    return value;
  }

  function answered({ time, parts, calls }: SessionMessage): object[] {
    const said: object[] = [];
    for (const part of parts) {
      if (part.type === 'text') said.push({ text: part.text });
      // A thought would be sent to a model that did not think it.
      else omit(part.type);
    }
    for (const call of calls) said.push({ functionCall: { id: call.id, name: nameOf(call), args: call.input } });
    if (said.length === 0) return [];
    const message = { role: 'model', parts: said };
    const answer = record('assistant', 'assistant_output', time, { message }, ownCalls(calls));
    return [answer, ...calls.map((call) => result(call, time))];
  }

  function result(call: SessionCall, time: string): object {
    for (const _ of call.images) omit('image');
    const { id, output, isError } = call;
    const response = isError ? { error: output } : { output };
    const message = { role: 'user', parts: [{ functionResponse: { id, name: nameOf(call), response } }] };
    const status = isError ? 'error' : 'success';
    const toolCallResult = { callId: id, status, resultDisplay: output };
    return record('tool_result', 'tool_result', time, { message, toolCallResult }, ownCalls([call]));
  }

  function prompt({ time, parts }: SessionMessage): object[] {
    const said: object[] = [];
    for (const part of parts) {
      if (part.type === 'text') said.push({ text: part.text });
      else omit(part.type);
    }
    return said.length === 0 ? [] : [record('user', 'real_user', time, { message: { role: 'user', parts: said } })];
  }

  return {
    begin() {
      if (context.note === undefined) return [];
      const message = { role: 'user', parts: [{ text: noteText(context.note) }] };
      return [record('user', 'system', context.time, { message })];
    },
    message(message) {
      if (message.role === 'assistant') return answers.add(message);
      if (message.role === 'user') return [...answers.end(), ...prompt(message)];
      omit('notice');
      return [];
    },
    end() {
      const rest = answers.end();
      if (context.title === undefined) return rest;
      const systemPayload = { customTitle: context.title, titleSource: 'manual' };
      return [...rest, record('system', 'system', lastTime, { subtype: 'custom_title', systemPayload })];
    },
  };
}

function nameOf(call: SessionCall): string {
  return twinOf(call) ?? plainName(call.name);
}

/** Readers take an older name of an input for another. */
function twinOf({ name, input }: SessionCall): string | undefined {
  return name === 'Read' && Object.hasOwn(input, 'absolute_path') ? undefined : NAMES.get(name);
}

/** The calls that keep their name, which may be that of a tool of Qwen's. */
function ownCalls(calls: readonly SessionCall[]): object {
  const own = calls.filter((call) => twinOf(call) === undefined).map(({ id }) => id);
  return own.length === 0 ? {} : { own };
}
