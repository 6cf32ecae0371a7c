import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { announce } from './announcer.tsx';
import { HeldKeys } from './held-keys.ts';

/** A component that is loaded when it is drawn for the first time. */
export interface Late<Props> {
  (props: Props): ReactNode;
  /** Loads it before somebody asks for it. */
  load(): Promise<unknown>;
}

/**
 * For what opens on a key or a click. `lazy` waits for a third of a second after a fallback was shown, and what is typed
 * meanwhile would be keys of the page: here it is held.
 */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): Late<Props> {
  let Loaded: ComponentType<Props> | undefined;

  async function start(): Promise<void> {
    Loaded ??= await load();
  }

  function Late(props: Props): ReactNode {
    const [state, setState] = useState<'loading' | 'loaded' | 'failed'>(Loaded ? 'loaded' : 'loading');
    useEffect(() => {
      let isHere = true;
      const tell = (next: 'loaded' | 'failed') => {
        if (!isHere) return;
        if (next === 'failed') announce('This could not be loaded');
        setState(next);
      };
      start().then(
        () => tell('loaded'),
        () => tell('failed'),
      );
      return () => {
        isHere = false;
      };
    }, []);
    if (state === 'failed') return null;
    return Loaded ? <Loaded {...props} /> : <HeldKeys />;
  }

  Late.load = start;
  return Late;
}
