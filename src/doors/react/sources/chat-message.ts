import type { UnifiedContent, UnifiedMessage } from '../../../core/messages/message.ts';

/** A message of the AI SDK, as `useChat` has it. Parts are read by their fields; a part of no known type is left out. */
export interface ChatMessage {
  id: string;
  role: 'system' | 'user' | 'assistant';
  parts: readonly ChatPart[];
}

/** A part of a message. Its type is `text`, `reasoning`, `tool-NAME`, `dynamic-tool`, `file`, `source-url` or another. */
export interface ChatPart {
  type: string;
  /** Of `text` and `reasoning`. */
  text?: unknown;
  /** Of a tool: its call, its name where the type does not say it, its state, and what went in and came out. */
  toolCallId?: unknown;
  toolName?: unknown;
  state?: unknown;
  input?: unknown;
  output?: unknown;
  errorText?: unknown;
  approval?: unknown;
  /** Of a file or a source. */
  url?: unknown;
  mediaType?: unknown;
  filename?: unknown;
  title?: unknown;
  data?: unknown;
}

/** The parts of a message as messages of a thread, each a row of its own. */
export function spokenParts({ id, role, parts }: ChatMessage): UnifiedMessage[] {
  return parts.flatMap((part, index) => {
    const content = contentOf(part, `${id}.${index}`);
    const said = part.type === 'data-notice' ? 'system' : role;
    return content.length === 0 ? [] : [{ id: `${id}.${index}`, role: said, content, timestamp: 0, tool: 'unknown' }];
  });
}

function contentOf(part: ChatPart, id: string): UnifiedContent[] {
  const text = stringOf(part, 'text');
  switch (part.type) {
    case 'text':
      return text === '' ? [] : [{ type: 'text', text }];
    case 'reasoning':
      return text === '' ? [] : [{ type: 'thinking', thinking: text }];
    case 'file':
      return imageOf(part);
    case 'source-url':
      return [{ type: 'text', text: [stringOf(part, 'title'), stringOf(part, 'url')].filter(Boolean).join(' · ') }];
    case 'data-notice':
      return [{ type: 'text', text: stringOf(fieldOf(part, 'data'), 'text') }];
    default:
      return part.type === 'dynamic-tool' || part.type.startsWith('tool-') ? callOf(part, id) : [];
  }
}

const DATA_URL = /^data:([\w.+/-]{1,100});base64,/;

function imageOf(part: ChatPart): UnifiedContent[] {
  const url = stringOf(part, 'url');
  const [head = '', mediaType = ''] = DATA_URL.exec(url) ?? [];
  if (!(mediaType || stringOf(part, 'mediaType')).startsWith('image/'))
    return [{ type: 'text', text: stringOf(part, 'filename') || stringOf(part, 'mediaType') || 'file' }];
  return head === ''
    ? [{ type: 'image', source: { type: 'url', url } }]
    : [{ type: 'image', source: { type: 'base64', media_type: mediaType, data: url.slice(head.length) } }];
}

/** A call in any of its states. One that has no end yet is running. */
function callOf(part: ChatPart, id: string): UnifiedContent[] {
  const name = part.type === 'dynamic-tool' ? stringOf(part, 'toolName') || 'tool' : part.type.slice('tool-'.length);
  const given = fieldOf(part, 'input');
  const input = typeof given === 'object' && given !== null && !Array.isArray(given) ? { ...given } : {};
  const call = stringOf(part, 'toolCallId') || id;
  const use: UnifiedContent = {
    type: 'tool_use',
    id: call,
    name,
    input: given === undefined || Object.keys(input).length > 0 || isEmptyObject(given) ? input : { input: given },
  };
  const end = endOf(part);
  return end ? [use, { type: 'tool_result', tool_use_id: call, ...end }] : [use];
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function endOf(part: ChatPart): { content: string; is_error: boolean } | undefined {
  switch (fieldOf(part, 'state')) {
    case 'output-available':
      return { content: textOf(fieldOf(part, 'output')), is_error: false };
    case 'output-error':
      return { content: stringOf(part, 'errorText'), is_error: true };
    case 'output-denied':
      return { content: stringOf(fieldOf(part, 'approval'), 'reason') || 'Declined.', is_error: true };
    default:
      return undefined;
  }
}

function textOf(output: unknown): string {
  if (typeof output === 'string') return output;
  try {
    return JSON.stringify(output, null, 2) ?? '';
  } catch {
    return '(nested too deeply to be shown)';
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

function stringOf(value: unknown, name: string): string {
  const field = fieldOf(value, name);
  return typeof field === 'string' ? field : '';
}
