import { useState } from 'react';
import { useKeys } from '../../keyboard.ts';
import { headUrl, navigate } from '../../router.ts';
import type { ListEntry } from './list-entries.ts';

/** Moves through the sessions by key, and returns the key of the selected one. */
export function useListKeys(
  entries: readonly ListEntry[],
  scrollTo: (index: number) => void,
  onMark: (key: string) => void,
): string | undefined {
  const [selected, setSelected] = useState<string>();
  const at = entries.findIndex((entry) => entry.type === 'session' && entry.key === selected);

  function step(direction: 1 | -1, from = at): void {
    let index = from + direction;
    while (index >= 0 && index < entries.length && entries[index]?.type !== 'session') index += direction;
    const entry = entries[index];
    if (entry?.type !== 'session') return;
    setSelected(entry.key);
    scrollTo(index);
  }

  const open = () => {
    const entry = entries[at];
    if (entry?.type === 'session') navigate(headUrl(entry.head));
  };
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    'g g': () => step(1, -1),
    G: () => step(-1, entries.length),
    o: open,
    Enter: open,
    x: () => {
      const entry = entries[at];
      if (entry?.type === 'session' && !entry.head.ghost) onMark(entry.key);
    },
  });
  return selected;
}
