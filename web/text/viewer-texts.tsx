import { type ReactNode, useMemo } from 'react';
import { type TextView, TextViewContext } from '../../src/doors/react/text-view.ts';
import { preferences } from '../stores/preferences.ts';
import { useStore } from '../stores/store.ts';
import { copyText } from '../ui/copy.ts';
import { useTokenizer } from './highlight.ts';

/** Texts of every page are drawn by the reader's preferences, with the colours that the worker gives. */
export function ViewerTexts({ children }: { children: ReactNode }) {
  const { diff, wrap } = useStore(preferences);
  const view = useMemo<TextView>(
    () => ({ useTokenizer, diff, wrap, copy: (text, what) => void copyText(text, what) }),
    [diff, wrap],
  );
  return <TextViewContext.Provider value={view}>{children}</TextViewContext.Provider>;
}
