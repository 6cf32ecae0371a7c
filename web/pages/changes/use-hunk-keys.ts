import { type KeyMap, useKeys } from '../../keyboard.ts';

/** Keys of Changes: from part to part, from file to file, and what is done with the one that has the focus. */
export function useHunkKeys(more: KeyMap): void {
  useKeys({
    j: () => step('[data-hunk]', 1),
    k: () => step('[data-hunk]', -1),
    J: () => step('[data-path]', 1),
    K: () => step('[data-path]', -1),
    v: () => press('[data-path]', 'input[type=checkbox]'),
    c: () => press('[data-hunk]', '.comment-here button'),
    o: () => press('[data-hunk]', '.origins a'),
    ...more,
  });
}

function focused(of: string): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>(of) ?? null;
}

/** Goes to the next of its kind. From a file to its first part, from nowhere to the first. */
function step(of: string, by: number): void {
  const all = [...document.querySelectorAll<HTMLElement>(`.changed-files ${of}`)];
  const at = all.findIndex((one) => one === focused(of));
  const within = at === -1 ? all.findIndex((one) => focused('[data-path]')?.contains(one)) : -1;
  const next = at === -1 ? Math.max(0, within) : Math.min(Math.max(0, at + by), all.length - 1);
  all[next]?.focus();
  all[next]?.scrollIntoView({ block: 'nearest' });
}

function press(of: string, control: string): void {
  const place = focused(of) ?? document.querySelector(`.changed-files ${of}`);
  place?.querySelector<HTMLElement>(control)?.click();
}
