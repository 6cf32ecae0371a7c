import { createContext, type ReactElement, type ReactNode, useContext, useMemo } from 'react';
import type { TokenizeCode } from '../../core/text/code-tokens.ts';
import { LinkContext, RenderedLink } from './renderers.tsx';
import { plainTextView, type TextLink, type TextView, TextViewContext } from './text-view.ts';

/** How a component looks, and how texts in it are drawn. */
export interface LookProps {
  /** Light or dark; by default that of the page, by its `color-scheme`. */
  theme?: 'light' | 'dark' | undefined;
  density?: 'comfortable' | 'compact' | undefined;
  /** Diffs with both sides beside each other. */
  diff?: 'unified' | 'split' | undefined;
  /** Wraps long lines of output and diffs. */
  wrap?: boolean | undefined;
  /** Gives code its colours: the tokens of each line, or undefined for none. */
  highlight?: TokenizeCode | undefined;
  /** Draws a link, for a page with a router or a list of trusted hosts. Its address was checked. */
  renderLink?: ((link: TextLink) => ReactNode) | undefined;
  /** Also on the outer element. */
  className?: string | undefined;
}

/** True inside of one of our components: the outermost one brings the look. */
const InsideContext = createContext(false);

/** The outer element of each component, to which the style sheet is bound. */
export function Root({ children, ...look }: LookProps & { children: ReactNode }): ReactElement {
  const isInside = useContext(InsideContext);
  const outer = useContext(TextViewContext);
  const { theme, density, diff, wrap, highlight, renderLink, className } = look;
  const hasLink = renderLink !== undefined;
  const outerLink = useContext(LinkContext);
  const view = useMemo<TextView>(() => {
    const base = isInside ? outer : plainTextView;
    return {
      ...base,
      ...(diff && { diff }),
      ...(wrap !== undefined && { wrap }),
      ...(highlight && { useTokenizer: () => highlight }),
      ...(hasLink && { Link: RenderedLink }),
    };
  }, [isInside, outer, diff, wrap, highlight, hasLink]);
  return (
    <InsideContext.Provider value={true}>
      <TextViewContext.Provider value={view}>
        <LinkContext.Provider value={renderLink ?? outerLink}>
          <div
            className={['threadline', className].filter(Boolean).join(' ')}
            {...(theme && { 'data-theme': theme })}
            {...(density && { 'data-density': density })}
          >
            {children}
          </div>
        </LinkContext.Provider>
      </TextViewContext.Provider>
    </InsideContext.Provider>
  );
}
