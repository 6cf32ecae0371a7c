/** Every value of a JSON tree that holds no other, as text; a key without a value counts by its name. */
export function leaves(value: unknown): string[] {
  const found: string[] = [];
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (Array.isArray(next)) open.push(...next);
    else if (typeof next === 'object' && next !== null) open.push(...Object.values(next));
    else if (next !== null && next !== undefined && next !== '') found.push(`${typeof next}:${next}`);
  }
  return found;
}
