/** Forgets the oldest entries of a list of known things that has more than `most`. */
export function forgetOldest<Key>(known: Set<Key> | Map<Key, unknown>, most: number): void {
  if (known.size <= most) return;
  for (const oldest of known.keys()) {
    known.delete(oldest);
    if (known.size <= most) return;
  }
}
