/** What a door tells of a session as a whole. A field that a door does not tell is absent; one that is not known is null. */
export interface DoorFacts {
  title?: string | null;
  firstText?: string | null;
  /** A row of the viewer's list has room for one line: of the title, else of the first text; and of the first text. */
  titleLine?: string;
  firstLine?: string | null;
  folder?: string | null;
  branch?: string | null;
  model?: string | null;
  version?: string | null;
  startedAt?: number | null;
  /** The time of its last record. */
  endedAt?: number | null;
  turns?: number | null;
  messages?: number | null;
  tools?: number | null;
  errors?: number | null;
  problems?: number | null;
  status?: string | null;
  parent?: string | null;
  fork?: string | null;
  /** Tokens of requests that are counted for the session. */
  usage?: DoorUsage;
}

export interface DoorUsage {
  requests?: number;
  input: number;
  cached: number;
  cacheWrite: number;
  output: number;
  reasoning: number;
  /** Absent in stores, which keep tokens alone, and where a model has no price. */
  costUsd?: number | undefined;
}

/** A tenth of a thousandth of a dollar: each row is rounded on its own. */
const ROUNDING_USD = 1e-4;

/** What a door tells of all sessions of some homes. */
export interface Door {
  name: string;
  /** By `agent id path`, or by `agent id` for a door that tells a thread of several homes once. */
  sessions: Map<string, DoorFacts>;
}

const FIELDS = [
  'title',
  'firstText',
  'titleLine',
  'firstLine',
  'folder',
  'branch',
  'model',
  'version',
  'startedAt',
  'endedAt',
  'turns',
  'messages',
  'tools',
  'errors',
  'problems',
  'status',
  'parent',
  'fork',
] as const;

/**
 * Where two doors differ, a line each: `viewer: codex ID path: title "a", not "b"`. A difference that is meant stands as a
 * field of its own in `DoorFacts`.
 */
export function differences(door: Door, expected: Map<string, DoorFacts>): string[] {
  const found: string[] = [];
  for (const key of new Set([...expected.keys(), ...door.sessions.keys()])) {
    const [is, should] = [door.sessions.get(key), expected.get(key)];
    if (!is || !should) {
      found.push(`${door.name}: ${key}: ${is ? 'is told by this door alone' : 'is not told'}`);
      continue;
    }
    const told = FIELDS.filter((field) => is[field] !== undefined && should[field] !== undefined);
    for (const field of told) {
      if (is[field] !== should[field]) found.push(said(door, key, field, is[field], should[field]));
    }
    if (is.usage && should.usage) found.push(...usageDifferences(door, key, is.usage, should.usage));
  }
  return found;
}

function usageDifferences(door: Door, key: string, is: DoorUsage, should: DoorUsage): string[] {
  const fields = ['requests', 'input', 'cached', 'cacheWrite', 'output', 'reasoning'] as const;
  const told = fields.filter((field) => is[field] !== undefined && should[field] !== undefined);
  const found = told.flatMap((field) =>
    is[field] === should[field] ? [] : [said(door, key, `usage.${field}`, is[field], should[field])],
  );
  const isKnown = is.costUsd !== undefined && should.costUsd !== undefined;
  const isOther = isKnown && Math.abs((is.costUsd ?? 0) - (should.costUsd ?? 0)) > ROUNDING_USD;
  return isOther ? [...found, said(door, key, 'usage.costUsd', is.costUsd, should.costUsd)] : found;
}

function said(door: Door, key: string, field: string, is: unknown, should: unknown): string {
  return `${door.name}: ${key}: ${field} ${JSON.stringify(is)}, not ${JSON.stringify(should)}`;
}

export const NO_USAGE: DoorUsage = { requests: 0, input: 0, cached: 0, cacheWrite: 0, output: 0, reasoning: 0 };

export function addUsage(one: DoorUsage, other: DoorUsage): DoorUsage {
  return {
    requests: (one.requests ?? 0) + (other.requests ?? 0),
    input: one.input + other.input,
    cached: one.cached + other.cached,
    cacheWrite: one.cacheWrite + other.cacheWrite,
    output: one.output + other.output,
    reasoning: one.reasoning + other.reasoning,
    ...((one.costUsd ?? other.costUsd) !== undefined && { costUsd: (one.costUsd ?? 0) + (other.costUsd ?? 0) }),
  };
}
