import { isObject } from '../../lines/json.ts';
import type { Wire } from '../wire.ts';
import { createAmpReader } from './read.ts';

/** `~/.local/share/amp/threads/T-<id>.json`, and what `amp threads export` prints, by description. */
export const ampThread: Wire = {
  name: 'amp-thread',
  agent: 'amp',
  kind: 'store',
  marksTurnEnds: false,
  hasThreadIds: true,
  ids: 'wire',
  // A thread is always one document.
  recognises: () => false,
  createReader: createAmpReader,
  document: {
    recognises: (value) =>
      isObject(value) && typeof value.id === 'string' && value.id.startsWith('T-') && Array.isArray(value.messages),
    *records(value) {
      if (!isObject(value)) return;
      const { messages, ...header } = value;
      yield header;
      for (const message of Array.isArray(messages) ? messages : []) {
        yield isObject(message) ? { role: '', ...message } : { role: '', content: message };
      }
    },
  },
};
