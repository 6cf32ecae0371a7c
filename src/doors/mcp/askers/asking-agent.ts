/** Tells which session of an agent calls a server. */
export interface AskingAgent {
  agent: string;
  /** Part of its client's name, in lower case. */
  client: string;
  /** True if it is the whole name, because it is part of others' names. */
  isWholeName?: true;
  /** The threads that a call names in its `_meta`. They are certain. */
  called?(meta: Readonly<Record<string, unknown>>): unknown[];
  /** The threads that the server's variables name. The agent may have moved on to another since. */
  started?(env: Readonly<Record<string, string | undefined>>): unknown[];
}
