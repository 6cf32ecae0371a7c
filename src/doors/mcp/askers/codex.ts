import { isObject } from '../../../core/lines/json.ts';
import type { AskingAgent } from './asking-agent.ts';

/** Names its thread with each call, and passes no variables to servers. Versions before about 0.123 tell nothing. */
export const codexAsker: AskingAgent = {
  agent: 'codex',
  client: 'codex',
  called(meta) {
    const turn = meta['x-codex-turn-metadata'];
    const { thread_id, session_id } = isObject(turn) ? turn : {};
    // A sub-agent has its own thread in its parent's session.
    return [meta.threadId, meta.sessionId, thread_id, session_id];
  },
};
