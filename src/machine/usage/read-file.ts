/** A file that is about to be read: its path, and its agent where that is known. */
export interface ReadFile {
  path: string;
  agent?: string | undefined;
}
