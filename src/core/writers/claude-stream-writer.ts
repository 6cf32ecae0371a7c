import type { UnifiedUsage } from '../messages/message.ts';
import { derivedIds } from './derived-id.ts';
import type { SessionCall, SessionContext, SessionFormat, SessionMessage } from './session-format.ts';
import { sessionWriter } from './session-writer.ts';

/**
 * The lines that Claude Code prints with `--output-format stream-json`, for programs that read those. Nothing resumes
 * them, so ids, models, thinking and token counts are kept.
 */
export const createClaudeStreamWriter = sessionWriter(claudeStream, true);

function claudeStream(context: SessionContext): SessionFormat {
  const session_id = context.origin.thread_id ?? context.id;
  const uuids = derivedIds(session_id, 'line');
  let lines = 0;
  let messages = 0;
  let isTurnOpen = false;
  let model: string | undefined;
  /** The result of the open turn. */
  let result = '';
  let used: UnifiedUsage | undefined;

  function line(type: string, fields: object): object {
    lines += 1;
    return { type, ...fields, session_id, uuid: uuids(lines) };
  }

  function startTurn(): object[] {
    if (isTurnOpen) return [];
    isTurnOpen = true;
    result = '';
    used = undefined;
    return [line('system', { subtype: 'init', cwd: context.cwd, tools: [], mcp_servers: [], ...(model && { model }) })];
  }

  function endTurn(): object[] {
    if (!isTurnOpen) return [];
    isTurnOpen = false;
    const counts = used && { usage: claudeUsage(used) };
    return [line('result', { subtype: 'success', is_error: false, num_turns: 1, result, ...counts })];
  }

  /** Usage is known for whole turns, so only their ends have it. */
  function assistant(time: string, block: object, stop: string): object {
    const message = {
      id: `msg_${uuids(messages).replaceAll('-', '')}`,
      type: 'message',
      role: 'assistant',
      ...(model && { model }),
      content: [block],
      stop_reason: stop,
      stop_sequence: null,
    };
    return line('assistant', { message, parent_tool_use_id: null, timestamp: time });
  }

  function user(time: string, content: unknown): object {
    return line('user', { message: { role: 'user', content }, parent_tool_use_id: null, timestamp: time });
  }

  function answered({ time, parts, calls, usage }: SessionMessage): object[] {
    const found = startTurn();
    for (const part of parts) {
      messages += 1;
      if (part.type === 'text') result = part.text;
      const block = part.type === 'thinking' ? { ...part, signature: '' } : part;
      found.push(assistant(time, block, 'end_turn'));
    }
    if (calls.length > 0) messages += 1;
    for (const { ownId: id, name, input } of calls) {
      found.push(assistant(time, { type: 'tool_use', id, name, input }, 'tool_use'));
    }
    for (const call of calls) found.push(user(time, [resultBlock(call)]));
    used = usage ?? used;
    return found;
  }

  return {
    begin: () => (context.note === undefined ? [] : [...startTurn(), user(context.time, context.note)]),
    message(message) {
      model = message.model ?? model;
      if (message.role === 'assistant') return answered(message);
      if (message.role === 'user') return [...endTurn(), ...startTurn(), user(message.time, message.parts)];
      context.omit('notice');
      return [];
    },
    end: endTurn,
  };
}

function resultBlock({ ownId, output, images, isError }: SessionCall): object {
  const texts = output === '' ? [] : [{ type: 'text', text: output }];
  const content = images.length === 0 ? output : [...texts, ...images];
  return { type: 'tool_result', tool_use_id: ownId, content, is_error: isError };
}

/** Claude counts cached input separately from the rest of the input. */
function claudeUsage({
  inputTokens,
  outputTokens,
  cacheReadTokens = 0,
  cacheCreationTokens = 0,
}: UnifiedUsage): object {
  return {
    input_tokens: Math.max(inputTokens - cacheReadTokens - cacheCreationTokens, 0),
    cache_creation_input_tokens: cacheCreationTokens,
    cache_read_input_tokens: cacheReadTokens,
    output_tokens: outputTokens,
  };
}
