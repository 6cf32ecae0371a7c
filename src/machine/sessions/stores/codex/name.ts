export interface RolloutName {
  /** The thread, in lower case; absent where the name holds no id. */
  threadId?: string;
  /** The file: another id than the thread's where a thread was reverted and goes on in a new file. */
  rolloutId?: string;
}

/** A name may hold any character, a newline too. */
const NAME = /^rollout-.*\.jsonl?(?:\.zst)?$/is;
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const IDS = new RegExp(`-(${UUID})(?:_(${UUID}))?\\.jsonl?(?:\\.zst)?$`, 'i');

/** Reads the name of a session file; undefined for any other file. */
export function parseRolloutName(name: string): RolloutName | undefined {
  if (!NAME.test(name)) return undefined;
  const parsed: RolloutName = {};
  const [, threadId, rolloutId] = IDS.exec(name) ?? [];
  if (threadId !== undefined) {
    parsed.threadId = threadId.toLowerCase();
    parsed.rolloutId = (rolloutId ?? threadId).toLowerCase();
  }
  return parsed;
}
