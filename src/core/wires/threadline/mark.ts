import type { JsonObject } from '../../lines/json.ts';
import type { AgentName } from '../../thread/event.ts';

/** What threadline's writers put on the first line of their output, beside its own fields. */
export interface Mark {
  schema: string;
  /** The agent of the thread. Absent if it was not known when the line was written. */
  agent?: AgentName | undefined;
}

/** The mark of this version. */
export const SCHEMA = 'threadline/1';

/** True for a line with the mark of any version. */
export function isMarked({ schema }: JsonObject): boolean {
  return typeof schema === 'string' && schema.startsWith('threadline/');
}

/** Takes the mark off a line, which is then as it was before it was written. Undefined if it has none. */
export function takeMark(record: JsonObject): Mark | undefined {
  if (!isMarked(record)) return undefined;
  const { schema, agent } = record;
  delete record.schema;
  // A thread names its agent itself.
  if (record.type !== 'thread.started') delete record.agent;
  return { schema: String(schema), agent: typeof agent === 'string' && agent !== '' ? agent : undefined };
}
