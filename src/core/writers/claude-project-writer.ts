import type { ImageContent } from '../messages/message.ts';
import { HAND_OVER_FIELD, handedOverId, noteText } from '../thread/hand-over.ts';
import { cutOutput } from './cut-output.ts';
import { derivedIds } from './derived-id.ts';
import type { SessionCall, SessionContext, SessionFormat, SessionMessage } from './session-format.ts';
import { imageUrl, plainName } from './session-format.ts';
import { sessionWriter } from './session-writer.ts';

/** A session that Claude Code resumes: `<id>.jsonl` in the folder of its project. */
export const createClaudeProjectWriter = sessionWriter(claudeProject);

function claudeProject(context: SessionContext): SessionFormat {
  const { id: sessionId, cwd, origin, omit } = context;
  const mark = { agent: origin.agent, id: origin.thread_id };
  const uuids = derivedIds(sessionId, 'line');
  let lines = 0;
  let messages = 0;
  /** Lines are a chain. Claude Code follows it back from the last one, and lines outside it are lost. */
  let parentUuid: string | null = null;

  function line(type: 'user' | 'assistant', time: string, message: object, more: object = {}): object {
    lines += 1;
    const uuid = uuids(lines);
    const value = {
      parentUuid,
      isSidechain: false,
      userType: 'external',
      cwd,
      sessionId,
      version: '2.1.0',
      gitBranch: '',
      type,
      message,
      ...more,
      uuid,
      timestamp: time,
      [HAND_OVER_FIELD]: mark,
    };
    parentUuid = uuid;
    return value;
  }

  /** Has no model, which Claude Code would try to continue with, and no counts, which it would believe. */
  function assistant(time: string, block: object, stop: string): object {
    const message = {
      id: `msg_${handedOverId(messages)}`,
      type: 'message',
      role: 'assistant',
      content: [block],
      stop_reason: stop,
      stop_sequence: null,
      usage: { input_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 0 },
    };
    return line('assistant', time, message);
  }

  function said({ time, parts }: SessionMessage): object[] {
    const found: object[] = [];
    for (const part of parts) {
      messages += 1;
      if (part.type === 'text') found.push(assistant(time, part, 'end_turn'));
      // Only thinking signed by its own model is accepted, and the assistant sends no images.
      else omit(part.type);
    }
    return found;
  }

  function prompt({ time, parts }: SessionMessage): object[] {
    const [only] = parts;
    const blocks = parts.flatMap((part) => (part.type === 'image' ? imageBlocks(part, omit) : [part]));
    if (blocks.length === 0) return [];
    const content = parts.length === 1 && only?.type === 'text' ? only.text : blocks;
    return [line('user', time, { role: 'user', content })];
  }

  /** Simultaneous calls belong to one message, or Claude Code drops the result of one. */
  function called({ time, calls }: SessionMessage): object[] {
    messages += 1;
    const uses = calls.map(({ id, name, input }) =>
      assistant(time, { type: 'tool_use', id, name: plainName(name), input }, 'tool_use'),
    );
    const source = parentUuid;
    return [...uses, ...calls.map((call) => result(call, time, source))];
  }

  function result(call: SessionCall, time: string, sourceToolAssistantUUID: string | null): object {
    const output = cutOutput(call.output);
    if (output !== call.output) omit('output');
    const images = call.images.flatMap((image) => imageBlocks(image, omit));
    const texts = output === '' ? [] : [{ type: 'text', text: output }];
    const content = images.length === 0 ? output : [...texts, ...images];
    const block = { type: 'tool_result', tool_use_id: call.id, content, ...(call.isError && { is_error: true }) };
    return line('user', time, { role: 'user', content: [block] }, { sourceToolAssistantUUID });
  }

  return {
    begin() {
      if (context.note === undefined) return [];
      const message = { role: 'user', content: noteText(context.note) };
      return [line('user', context.time, message, { isMeta: true })];
    },
    message(message) {
      if (message.role === 'system') {
        omit('notice');
        return [];
      }
      if (message.role === 'user') return prompt(message);
      return message.calls.length > 0 ? [...said(message), ...called(message)] : said(message);
    },
    end: () => (context.title === undefined ? [] : [{ type: 'custom-title', customTitle: context.title, sessionId }]),
  };
}

function imageBlocks(image: ImageContent, omit: SessionContext['omit']): object[] {
  if (imageUrl(image) !== undefined) return [image];
  omit('image');
  return [];
}
