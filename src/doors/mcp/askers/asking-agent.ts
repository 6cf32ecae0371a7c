/** How an agent lets a server know which of its sessions asks. */
export interface AskingAgent {
  agent: string;
  /** What its client's name has in it, in small letters. */
  client: string;
  /** The threads that a call names in its `_meta`. They are sure. */
  called?(meta: Readonly<Record<string, unknown>>): unknown[];
  /** The threads that the server's variables name. The agent may have gone on with another since. */
  started?(env: Readonly<Record<string, string | undefined>>): unknown[];
}
