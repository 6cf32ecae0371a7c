import { handedOverId, noteText } from '../thread/hand-over.ts';
import { parseTime } from '../thread/time.ts';
import { cutOutput } from './cut-output.ts';
import type { SessionCall, SessionContext, SessionFormat, SessionMessage } from './session-format.ts';
import { sessionWriter } from './session-writer.ts';
import { type ToolTwin, twinCall } from './tool-twins.ts';

/** A document as `goose session export` writes it and `goose session import` takes it. The session gets another id. */
export const createGooseExportWriter = sessionWriter(gooseExport);

const TWINS = new Map<string, ToolTwin>([
  ['Bash', { name: 'shell' }],
  ['Write', { name: 'write', keys: { file_path: 'path' } }],
  ['Edit', { name: 'edit', keys: { file_path: 'path', old_string: 'before', new_string: 'after' } }],
]);

const VISIBLE = { userVisible: true, agentVisible: true };

function gooseExport(context: SessionContext): SessionFormat {
  const { omit } = context;
  const conversation: object[] = [];

  function add(role: 'user' | 'assistant', time: string, content: object[], metadata: object = VISIBLE): void {
    const id = `${context.id}-${handedOverId(conversation.length + 1)}`;
    conversation.push({ id, role, created: Math.floor((parseTime(time) ?? 0) / 1000), content, metadata });
  }

  function request(call: SessionCall): object {
    const { name, input } = twinCall(call, TWINS);
    return {
      type: 'toolRequest',
      id: call.id,
      toolCall: { status: 'success', value: { name, arguments: input } },
    };
  }

  function response({ id, output, isError, images }: SessionCall): object {
    for (const _ of images) omit('image');
    const text = cutOutput(output);
    if (text !== output) omit('output');
    const value = { content: [{ type: 'text', text }], isError };
    return { type: 'toolResponse', id, toolResult: { status: 'success', value } };
  }

  function take({ role, time, parts, calls }: SessionMessage): void {
    if (role === 'system') {
      omit('notice');
      return;
    }
    const said = parts.flatMap((part) => {
      if (part.type === 'text') return [{ type: 'text', text: part.text }];
      omit(part.type);
      return [];
    });
    if (said.length > 0) add(role, time, said);
    if (calls.length === 0) return;
    add('assistant', time, calls.map(request));
    add('user', time, calls.map(response));
  }

  return {
    begin() {
      if (context.note !== undefined)
        add('user', context.time, [{ type: 'text', text: noteText(context.note) }], { ...VISIBLE, userVisible: false });
      return [];
    },
    message(message) {
      take(message);
      return [];
    },
    end: () => [
      {
        id: context.id,
        working_dir: context.cwd,
        name: context.title ?? 'Handed over',
        user_set_name: context.title !== undefined,
        session_type: 'user',
        created_at: context.time,
        updated_at: context.time,
        extension_data: {},
        message_count: conversation.length,
        conversation,
      },
    ],
  };
}
