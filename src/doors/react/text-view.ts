import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import type { TokenizeCode } from '../../core/text/code-tokens.ts';

/** How texts are drawn: by whom code is coloured, how diffs stand, what a link is. */
export interface TextView {
  /** A hook: it may draw again when tokens have come. */
  useTokenizer: () => TokenizeCode;
  diff: 'unified' | 'split';
  /** Long lines are wrapped. */
  wrap: boolean;
  copy: (text: string, what?: string) => void;
  /** Draws a link whose address was checked. By default an `<a>` that opens a new window. */
  Link?: ComponentType<TextLink> | undefined;
}

/** A link in a text. Its address begins with `http:`, `https:` or `mailto:`. */
export interface TextLink {
  href: string;
  title?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

const withoutColours: TokenizeCode = () => undefined;

/** Code without colours, unified diffs. */
export const plainTextView: TextView = {
  useTokenizer: () => withoutColours,
  diff: 'unified',
  wrap: false,
  copy: (text) => {
    // A page without the right to copy leaves the clipboard as it is.
    void navigator.clipboard?.writeText(text).catch(() => {});
  },
};

export const TextViewContext = createContext<TextView>(plainTextView);

export function useTextView(): TextView {
  return useContext(TextViewContext);
}
