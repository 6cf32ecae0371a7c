import { isObject, type JsonObject } from '../../lines/json.ts';
import type { WireForm } from '../wire.ts';

/** Who wrote a session. Other kinds are known by the rest of the header. */
const AGENTS: ReadonlySet<unknown> = new Set(['lead', 'subagent', 'teammate']);

function isOfCline({ sessionId, updated_at, origin }: JsonObject): boolean {
  return typeof sessionId === 'string' && typeof updated_at === 'string' && isObject(origin);
}

/** `<id>.messages.json` below `~/.cline/data/sessions`, of Cline 3. */
export const clineSessionForm = {
  name: 'cline-session',
  agent: 'cline',
  kind: 'store',
  marksTurnEnds: false,
  hasThreadIds: true,
  ids: 'wire',
  // A session is always one document.
  recognises: () => false,
  document: {
    recognises: (value) =>
      isObject(value) &&
      Array.isArray(value.messages) &&
      typeof value.agent === 'string' &&
      'version' in value &&
      (AGENTS.has(value.agent) || isOfCline(value)),
    *records(value) {
      if (!isObject(value)) return;
      const { messages, ...header } = value;
      const list = Array.isArray(messages) ? messages : [];
      const others = list.filter((message: unknown) => !isObject(message));
      const odd = Array.isArray(messages) ? others : messages;
      yield Array.isArray(odd) && odd.length === 0 ? header : { ...header, messages: odd };
      for (const message of list) if (isObject(message)) yield { role: '', ...message };
    },
  },
} satisfies WireForm;
