/** What the name of a session file says. */
export interface RolloutName {
  /** The name of the plain file: a compressed one and its plain one have the same. */
  plainName: string;
  /** One JSON document instead of lines: the TypeScript era. */
  isDocument: boolean;
  isCompressed: boolean;
  /** The thread, in lower case; absent where the name holds no id. */
  threadId?: string;
  /** The file: another id than the thread's where a thread was reverted and goes on in a new file. */
  rolloutId?: string;
}

const NAME = /^(rollout-.*\.(?:jsonl|json))(\.zst)?$/i;
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const IDS = new RegExp(`-(${UUID})(?:_(${UUID}))?\\.jsonl?$`, 'i');

/** Reads the name of a session file; undefined for any other file. */
export function parseRolloutName(name: string): RolloutName | undefined {
  const [, plainName, zst] = NAME.exec(name) ?? [];
  if (plainName === undefined) return undefined;
  const parsed: RolloutName = {
    plainName,
    isDocument: plainName.toLowerCase().endsWith('.json'),
    isCompressed: zst !== undefined,
  };
  const [, threadId, rolloutId] = IDS.exec(plainName) ?? [];
  if (threadId !== undefined) {
    parsed.threadId = threadId.toLowerCase();
    parsed.rolloutId = (rolloutId ?? threadId).toLowerCase();
  }
  return parsed;
}

/** An id in the form in which ids are compared: exactly, but for the case of its letters and the URN prefix. */
export function normaliseId(id: string): string {
  return id
    .trim()
    .toLowerCase()
    .replace(/^urn:uuid:/, '');
}
