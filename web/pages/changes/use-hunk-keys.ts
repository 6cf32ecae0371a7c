import { type KeyMap, useKeys } from '../../keyboard.ts';

/** Keys of Changes: from part to part, from file to file, and what is done with the one that has the focus. */
export function useHunkKeys(more: KeyMap): void {
  useKeys({
    j: () => step('[data-hunk]', 1),
    k: () => step('[data-hunk]', -1),
    J: () => step('[data-path]', 1),
    K: () => step('[data-path]', -1),
    v: () => {
      // A viewed file is folded, and its parts go.
      focused('[data-path]')?.focus();
      press('[data-path]', 'input[type=checkbox]');
    },
    c: () => press('[data-hunk]', '.comment-here button'),
    o: () => press('[data-hunk]', '.origins a'),
    ...more,
  });
}

function focused(of: string): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>(of) ?? null;
}

/** Goes to the next of its kind; from a file to the part that follows it or stands before it; from nowhere to the first. */
function step(of: string, by: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>(`.changed-files ${of}`)];
  const here = focused(of);
  const at = here ? all.indexOf(here) + by : besides(all, focused('[data-path]'), by);
  const next = all[Math.min(Math.max(0, at), all.length - 1)];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

function besides(all: readonly HTMLElement[], file: HTMLElement | null, by: 1 | -1): number {
  if (!file) return 0;
  const before = all.filter((one) => !(file.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING)).length;
  return by === 1 ? before : before - 1;
}

function press(of: string, control: string): void {
  const place = focused(of) ?? document.querySelector(`.changed-files ${of}`);
  place?.querySelector<HTMLElement>(control)?.click();
}
