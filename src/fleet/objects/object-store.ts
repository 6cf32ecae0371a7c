/** Bytes outside of the database, by key. A key is made by us and never used for other bytes. */
export interface ObjectStore {
  /** For people: the place, without keys or passwords. */
  readonly name: string;
  /** Answers only after the bytes are stored. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Undefined if there is no such object. */
  get(key: string): Promise<Uint8Array | undefined>;
  /** Succeeds if there is no such object. */
  remove(key: string): Promise<void>;
}
