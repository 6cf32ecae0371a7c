import { doorLimits } from '../../limits/doors.ts';
import type { BaseChatRequest, RequestSchema } from './chat-agent.ts';

interface Issue {
  path: readonly PropertyKey[];
  message: string;
}

const FIELDS = ['message', 'session_id', 'sandbox_id', 'snapshot_id'] as const;

/** The requests that the agents of this package take. Unknown fields are dropped. */
export const chatRequestSchema: RequestSchema<BaseChatRequest> = {
  safeParse(value) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return failed([{ path: [], message: 'is not an object' }]);
    }
    const issues: Issue[] = [];
    const fields: Partial<Record<(typeof FIELDS)[number], string>> = {};
    for (const name of FIELDS) {
      const field: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
      if (field === undefined && name !== 'message') continue;
      const message = typeof field === 'string' ? findFault(name, field) : 'is not a text';
      if (message !== undefined) issues.push({ path: [name], message });
      else if (typeof field === 'string') fields[name] = field;
    }
    const { message } = fields;
    if (issues.length > 0 || message === undefined) return failed(issues);
    return { success: true, data: { ...fields, message } };
  },
  parse(value) {
    const parsed = this.safeParse(value);
    if (parsed.success) return parsed.data;
    throw new TypeError(parsed.error.issues.map(({ path, message }) => [...path, message].join(' ')).join(', '));
  },
};

function failed(issues: Issue[]) {
  return { success: false, error: { issues } } as const;
}

/** An argument cannot hold a NUL, and an id that begins with a dash would be taken for an option. */
function findFault(name: string, text: string): string | undefined {
  if (name !== 'message') return isId(text) ? undefined : 'is not an id';
  if (text === '') return 'is empty';
  if (text.includes('\0')) return 'holds a NUL character';
  return text.length > doorLimits.maxChatMessageLength ? 'is too long' : undefined;
}

function isId(text: string): boolean {
  return text.length <= doorLimits.maxChatIdLength && /^[A-Za-z0-9_][^\0\s]*$/.test(text);
}
