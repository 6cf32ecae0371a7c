import * as coreLimits from '../../limits/core.ts';
import type { UnifiedMessage } from '../messages/message.ts';
import { shortHash } from '../messages/message-ids.ts';
import { handedOverCallId, withoutCallPrefix } from '../thread/hand-over.ts';
import { isDeeper } from './depth.ts';
import { NO_RESULT } from './no-result.ts';
import { notesText } from './note-groups.ts';
import type { SessionCall, SessionMessage } from './session-format.ts';
import type { Omitted } from './writer.ts';

/** Prepares the messages of a thread for a session file. */
export function createSessionMessages(omit: (what: Omitted) => void) {
  let calls = 0;
  let lastTime = 0;

  /** The time of a message, or of the one before if it has none. Files are in the order of time. */
  function time(timestamp: number): string {
    if (timestamp > lastTime && timestamp <= LAST_TIME) lastTime = timestamp;
    return new Date(lastTime).toISOString();
  }

  function read(message: UnifiedMessage): SessionMessage {
    const { role, timestamp, model, usage } = message;
    const found: SessionMessage = { role, time: time(timestamp), model, usage, parts: [], calls: [] };
    const byId = new Map<string, SessionCall>();
    const answered = new Set<string>();
    for (const block of message.content) {
      if (block.type === 'tool_use') {
        const call = createCall(block);
        byId.set(block.id, call);
        found.calls.push(call);
      } else if (block.type === 'tool_result') {
        const call = byId.get(block.tool_use_id);
        if (!call) continue;
        answered.add(call.id);
        call.output = block.content;
        call.isError = block.is_error;
      } else if (block.type === 'image' && found.calls[0]) found.calls[0].images.push(block);
      else if (block.type !== 'thinking' || block.thinking.trim() !== '') found.parts.push(block);
    }
    for (const call of found.calls) if (!answered.has(call.id)) leaveOpen(call);
    // What the CLI put before a prompt is no part of the conversation.
    addNotes(found, notesText(message.notes?.filter(({ kind }) => role !== 'user' || kind !== 'context')));
    return found;
  }

  function createCall({ id, name, input }: { id: string; name: string; input: Record<string, unknown> }): SessionCall {
    calls += 1;
    const isDeep = isDeeper(input, coreLimits.maxWrittenDepth);
    if (isDeep) omit('input');
    const kept = isDeep ? { threadline: 'This input was nested too deeply to be handed over.' } : input;
    const newId = handedOverCallId(calls, plainId(id));
    return { id: newId, ownId: id, name, input: kept, output: '', isError: false, images: [] };
  }

  /** No format has a place for notes. The model reads them in the result of the call, or after the text. */
  function addNotes({ parts, calls: [call] }: SessionMessage, text: string): void {
    const last = parts.at(-1);
    if (text === '') return;
    if (call) call.output = call.output === '' ? text : `${call.output}\n\n${text}`;
    // Some formats join the texts of a message without a line break.
    else if (last?.type === 'text') parts.splice(-1, 1, { ...last, text: `${last.text}\n${text}` });
    else parts.push({ type: 'text', text });
  }

  /** Providers refuse a call without a result. */
  function leaveOpen(call: SessionCall): void {
    omit('result');
    call.output = NO_RESULT;
    call.isError = true;
  }

  return { read, time };
}

/** The last millisecond of the year 9999. Other programs do not read a longer year as ISO time. */
const LAST_TIME = 253_402_300_799_999;

/** An id that any provider accepts. The hash separates ids that would become equal. */
function plainId(id: string): string {
  const own = withoutCallPrefix(id);
  if (/^[\w-]{1,44}$/.test(own)) return own;
  return `${own.slice(0, 32).replace(/[^\w-]/g, '-')}-${shortHash(own)}`;
}
