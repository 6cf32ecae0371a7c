/** True for a value with more than `depth` levels of lists and objects. */
export function isDeeper(value: unknown, depth: number): boolean {
  let level: unknown[] = [value];
  for (let count = 0; level.length > 0; count += 1) {
    if (count > depth) return true;
    const next: unknown[] = [];
    for (const entry of level) {
      if (typeof entry !== 'object' || entry === null) continue;
      for (const inner of Object.values(entry)) if (typeof inner === 'object' && inner !== null) next.push(inner);
    }
    level = next;
  }
  return false;
}
