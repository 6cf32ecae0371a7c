import { isObject } from '../../lines/json.ts';
import type { Wire } from '../wire.ts';
import { createClineSessionReader } from './read.ts';

/** `<id>.messages.json` below `~/.cline/data/sessions`, of Cline 3. */
export const clineSession: Wire = {
  name: 'cline-session',
  agent: 'cline',
  kind: 'store',
  marksTurnEnds: false,
  hasThreadIds: true,
  ids: 'wire',
  // A session is always one document.
  recognises: () => false,
  createReader: createClineSessionReader,
  document: {
    recognises: (value) =>
      isObject(value) &&
      Array.isArray(value.messages) &&
      (value.agent === 'lead' || value.agent === 'subagent') &&
      'version' in value,
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
};
