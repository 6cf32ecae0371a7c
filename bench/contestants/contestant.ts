/** Reads every line of the files, one file after the other, and gives the number of lines that it read. */
export type Contestant = (paths: readonly string[]) => number | Promise<number>;
