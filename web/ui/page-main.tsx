import type { ReactNode } from 'react';
import type { PageRoute } from '../../src/doors/server/page-route.ts';
import type { RunStatus } from '../../src/doors/server/run-types.ts';

export type PageState = 'loading' | 'ready' | 'empty' | 'error' | RunPageState;

/** `off`: the server starts no agents. `lost`: it is not known what waits now. The others are those of the run. */
export type RunPageState = 'off' | 'lost' | RunStatus;

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
