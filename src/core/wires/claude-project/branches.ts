/**
 * Finds the turns that a rewind left. Lines form a tree, and the conversation is the path from the last line to the
 * root. A prompt that follows an older line leaves the turns after that line. The tree is used for nothing else:
 * results of parallel tools are beside the path and still part of the conversation.
 */
export interface Branches {
  /** Takes the next line of the conversation. A line that began a turn is known already. */
  add(uuid: string | undefined, parent: string | undefined): void;
  /** Begins a turn with a line that follows `parent`. Returns the numbers of the turns that it leaves. */
  beginTurn(turn: number, uuid: string | undefined, parent: string | undefined): number[];
  /** True if the line was taken before. */
  has(uuid: string): boolean;
  /** A summary replaced older context, so the tree has another root. */
  cut(): void;
}

export function createBranches(): Branches {
  /** The turn of each line. */
  const turnOfLine = new Map<string, number>();
  /** Turns that are part of the conversation, oldest first. */
  let live: number[] = [];
  let current = 0;
  /** A prompt was at the root, and lines followed others. Some programs write files in which every line is a root. */
  let hasRoot = false;
  let hasTree = false;
  /** The line before. The next one nearly always follows it. */
  let lastLine: string | undefined;
  let lastTurn = 0;

  function turnOf(line: string | undefined): number | undefined {
    if (line === undefined) return undefined;
    return line === lastLine ? lastTurn : turnOfLine.get(line);
  }

  function note(line: string, turn: number): void {
    turnOfLine.set(line, turn);
    lastLine = line;
    lastTurn = turn;
  }

  /** The last turn that stays. Undefined if the tree does not tell. */
  function lastKept(parent: string | undefined): number | undefined {
    if (parent !== undefined) return turnOf(parent);
    const isSecondRoot = hasRoot;
    hasRoot = true;
    return isSecondRoot && hasTree ? 0 : undefined;
  }

  return {
    add(uuid, parent) {
      if (uuid === undefined || uuid === lastLine || turnOfLine.has(uuid)) return;
      const turn = turnOf(parent);
      if (turn !== undefined) hasTree = true;
      note(uuid, turn ?? current);
    },
    beginTurn(turn, uuid, parent) {
      const kept = lastKept(parent);
      const left = kept === undefined ? [] : live.filter((other) => other > kept);
      if (left.length > 0) live = live.filter((other) => other <= (kept ?? 0));
      live.push(turn);
      if (uuid !== undefined) note(uuid, turn);
      current = turn;
      return left;
    },
    has: (uuid) => turnOfLine.has(uuid),
    cut() {
      hasRoot = false;
    },
  };
}
