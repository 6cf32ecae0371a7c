import { useEffect, useState } from 'react';

let held = '';

/** The text of a field, which begins with what was typed while its dialog was loading. */
export function useHeldText(): [text: string, setText: (text: string) => void] {
  const state = useState(() => held);
  useEffect(() => {
    held = '';
  }, []);
  return state;
}

/** In the place of a dialog that is loading: what is typed meanwhile is meant for it, and is no key of the page. */
export function HeldKeys(): undefined {
  useEffect(() => {
    held = '';
    const hold = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.key.length === 1) held += event.key;
      else if (event.key === 'Backspace') held = held.slice(0, -1);
      else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener('keydown', hold, { capture: true });
    return () => removeEventListener('keydown', hold, { capture: true });
  }, []);
}
