export interface RolloutName {
  /** The thread id in lower case; absent if the name holds none. */
  threadId?: string;
  /** The id of the file. Differs from the thread's if the thread was reverted and continued in a new file. */
  rolloutId?: string;
}

/** A name may hold any character, even a newline. */
const NAME = /^rollout-.*\.jsonl?(?:\.zst)?$/is;
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const IDS = new RegExp(`-(${UUID})(?:_(${UUID}))?\\.jsonl?(?:\\.zst)?$`, 'i');

/** Parses the name of a session file; undefined for any other file. */
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
