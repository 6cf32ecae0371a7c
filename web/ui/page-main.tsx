import type { ReactNode } from 'react';
import type { PageRoute } from '../../src/doors/server/page-route.ts';

export type PageState = 'loading' | 'ready' | 'empty' | 'error';

/** The content of a page. Its name and its state can be read by programs: tests, browser extensions. */
export function PageMain({ page, state, className, children }: PageMainProps) {
  return (
    <main className={className} id="main" data-page={page} data-state={state}>
      {children}
    </main>
  );
}

interface PageMainProps {
  page: PageRoute['page'];
  state: PageState;
  className?: string | undefined;
  children?: ReactNode;
}

/** The state of a page that shows one answer. */
export function stateOf(answer: { value?: unknown; error?: string | undefined }, isEmpty = false): PageState {
  if (answer.value !== undefined) return isEmpty ? 'empty' : 'ready';
  return answer.error === undefined ? 'loading' : 'error';
}
