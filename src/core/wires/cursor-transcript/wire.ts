import { isObject } from '../../lines/json.ts';
import type { Wire } from '../wire.ts';
import { createCursorTranscriptReader } from './read.ts';

/** `~/.cursor/projects/<folder>/agent-transcripts/<id>/<id>.jsonl`, by description. */
export const cursorTranscript: Wire = {
  name: 'cursor-transcript',
  agent: 'cursor',
  kind: 'store',
  marksTurnEnds: true,
  hasThreadIds: false,
  ids: 'derived',
  recognises({ type, role, message, status }) {
    if (type === 'turn_ended') return typeof status === 'string';
    return (
      type === undefined &&
      (role === 'user' || role === 'assistant') &&
      isObject(message) &&
      Array.isArray(message.content)
    );
  },
  createReader: createCursorTranscriptReader,
};
