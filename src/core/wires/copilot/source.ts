import type { JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import type { Extra } from '../../thread/usage.ts';
import type { Agent } from './places.ts';
import type { Envelope } from './records.ts';

/** A line of the log, taken apart. */
export interface Source {
  type: string;
  line: Envelope;
  /** Its number, from 1. */
  number: number;
  data: JsonObject;
  /** The sub-agent that it belongs to. */
  agent: Agent | undefined;
}

/** The events of a line, and the fields of its data that they do not have. */
export interface Read {
  events: ThreadEvent[];
  /** The event that the line is about, if it is not the first. It keeps the rest. */
  main?: ThreadEvent;
  rest?: Extra | undefined;
}
