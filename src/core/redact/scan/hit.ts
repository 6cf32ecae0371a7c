/** The position of a secret in a text. */
export interface Hit {
  /** The start of the text that reveals it. */
  from: number;
  start: number;
  end: number;
  name: string;
  /** The text before it revealed it, not its own form. A rule that knows the form names it better. */
  isByContext: boolean;
}

/** A secret that the text around it reveals. */
export function contextHit(from: number, start: number, end: number, name: string): Hit {
  return { from, start, end, name, isByContext: true };
}

/** Sorts hits. One that begins inside another is part of it. */
export function inOrder(hits: Hit[]): Hit[] {
  hits.sort((a, b) => a.start - b.start || Number(a.isByContext) - Number(b.isByContext));
  const kept: Hit[] = [];
  for (const hit of hits) {
    const last = kept.at(-1);
    if (!last || hit.start >= last.end) kept.push(hit);
    else if (hit.end > last.end) last.end = hit.end;
  }
  return kept;
}
