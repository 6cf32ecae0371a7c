import { useEffect, useRef } from 'react';
import { preferences } from './stores/preferences.ts';

/** Keys and their actions: `j`, `G`, `g s` (one after the other), `Mod+k` (Ctrl or ⌘). */
export type KeyMap = Record<string, (event: KeyboardEvent) => void>;

/** What is printed on the key that `Mod` means: ⌘ on a Mac, Ctrl elsewhere. */
export const MOD_KEY = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';

const SEQUENCE_MS = 900;
const layers: { current: KeyMap }[] = [];
let pending = '';
let pendingAt = 0;

/** Keys that work while the component is mounted. A later layer wins over an earlier one. */
export function useKeys(keys: KeyMap): void {
  const layer = useRef(keys);
  layer.current = keys;
  useEffect(() => {
    layers.push(layer);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
    };
  }, []);
}

export function startKeyboard(): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const name = keyName(event);
    if (name === undefined) return;
    const isSingle = !name.startsWith('Mod+');
    if (isSingle && (isTyping(event.target) || !preferences.get().singleKeys || isDialogOpen())) return;
    const sequence = pending && event.timeStamp - pendingAt < SEQUENCE_MS ? `${pending} ${name}` : name;
    pending = '';
    for (const layer of layers.toReversed()) {
      const action = layer.current[sequence];
      if (action) {
        event.preventDefault();
        action(event);
        return;
      }
    }
    if (layers.some((layer) => Object.keys(layer.current).some((key) => key.startsWith(`${name} `)))) {
      pending = name;
      pendingAt = event.timeStamp;
    }
  });
}

function keyName(event: KeyboardEvent): string | undefined {
  if (event.altKey) return undefined;
  if (event.ctrlKey || event.metaKey) return event.shiftKey ? undefined : `Mod+${event.key.toLowerCase()}`;
  // Enter and Space belong to the focused button or link.
  if ((event.key === 'Enter' || event.key === ' ') && isControl(event.target)) return undefined;
  return event.key;
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, a, summary, [role=option]') !== null;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input:not([type=radio], [type=checkbox]), textarea, select');
}

function isDialogOpen(): boolean {
  return document.querySelector('dialog[open]') !== null;
}
