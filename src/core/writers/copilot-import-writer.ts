import { handedOverId, noteText } from '../thread/hand-over.ts';
import { cutOutput } from './cut-output.ts';
import type { SessionCall, SessionContext, SessionFormat, SessionMessage } from './session-format.ts';
import { sessionWriter } from './session-writer.ts';
import { type ToolTwin, twinCall } from './tool-twins.ts';

/** The lines that `copilot sessions import` takes. It gives the session and its messages ids of its own. */
export const createCopilotImportWriter = sessionWriter(copilotImport);

const TWINS = new Map<string, ToolTwin>([
  ['Bash', { name: 'bash' }],
  ['Read', { name: 'view', keys: { file_path: 'path' } }],
  ['Write', { name: 'create', keys: { file_path: 'path', content: 'file_text' } }],
  ['Edit', { name: 'edit', keys: { file_path: 'path', old_string: 'old_str', new_string: 'new_str' } }],
  ['Glob', { name: 'glob' }],
  ['Grep', { name: 'grep' }],
]);

function copilotImport(context: SessionContext): SessionFormat {
  const { omit } = context;
  let messages = 0;
  /** True after a message of the assistant: a call stands only behind one. */
  let isAnswering = false;

  function said(role: 'user' | 'assistant', timestamp: string, text: string): object {
    messages += 1;
    isAnswering = role === 'assistant';
    return { type: 'message', id: handedOverId(messages), timestamp, role, content: [{ type: 'text', text }] };
  }

  function called(call: SessionCall, timestamp: string): object {
    const { name, input } = twinCall(call, TWINS);
    return { type: 'tool-call', id: call.id, timestamp, name, arguments: input };
  }

  function result({ id, output, isError, images }: SessionCall, timestamp: string): object {
    for (const _ of images) omit('image');
    const content = cutOutput(output);
    if (content !== output) omit('output');
    // A failure without one is refused.
    const error = isError ? { error: { message: content } } : {};
    return { type: 'tool-result', id: `${id}-result`, timestamp, toolCallId: id, success: !isError, content, ...error };
  }

  function message({ role, time, parts, calls }: SessionMessage): object[] {
    if (role === 'system') {
      omit('notice');
      return [];
    }
    const lines: object[] = [];
    for (const part of parts) {
      if (part.type === 'text') lines.push(said(role, time, part.text));
      else omit(part.type);
    }
    if (calls.length === 0) return lines;
    if (!isAnswering) lines.push(said('assistant', time, ''));
    isAnswering = false;
    return [...lines, ...calls.map((call) => called(call, time)), ...calls.map((call) => result(call, time))];
  }

  return {
    begin() {
      const head = { type: 'session', version: 1, externalId: context.id, createdAt: context.time };
      return context.note === undefined ? [head] : [head, said('user', context.time, noteText(context.note))];
    },
    message,
    end: () => [],
  };
}
