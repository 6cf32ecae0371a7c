/**
 * Which turns a rewind left. Lines form a tree, and the conversation is the way from the last line to the root; a prompt
 * that follows an older line leaves the turns that came after that line. Nothing else is asked of the tree: results of
 * parallel tools hang beside the way and are part of it all the same.
 */
export interface Branches {
  /** Takes the next line of the conversation. One that began a turn is known already. */
  add(uuid: string | undefined, parent: string | undefined): void;
  /** A line that follows `parent` begins a turn. Gives the numbers of the turns that it leaves. */
  beginTurn(turn: number, uuid: string | undefined, parent: string | undefined): number[];
  /** The line was taken before. */
  has(uuid: string): boolean;
  /** Older context was replaced by a summary, so the tree has another root. */
  cut(): void;
}

export function createBranches(): Branches {
  /** The turn in which each line stands. */
  const turnOfLine = new Map<string, number>();
  /** Turns that are part of the conversation, oldest first. */
  let live: number[] = [];
  let current = 0;
  /** A prompt stood at the root, and lines followed others: some programs write files in which every line is a root. */
  let hasRoot = false;
  let hasTree = false;
  /** The line before, which is nearly always the one that the next follows. */
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

  /** The last turn that stays; undefined where the tree does not tell. */
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
