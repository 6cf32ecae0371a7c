import { Component, type ReactNode } from 'react';
import { visibleLine } from '../../src/core/text/visible-text.ts';
import { EmptyState } from './empty-state.tsx';
import { PageMain } from './page-main.tsx';

/** Catches a page that cannot be drawn or loaded. The frame around it stays, and other places open. */
export class PageBoundary extends Component<{ children: ReactNode }, { fault?: string }> {
  override state: { fault?: string } = {};

  static getDerivedStateFromError(error: unknown) {
    return { fault: error instanceof Error ? error.message : 'fault' };
  }

  override render() {
    const { fault } = this.state;
    if (fault === undefined) return this.props.children;
    const isMissing = LOAD_FAULT.test(fault);
    return (
      <PageMain page="not-found" state="error">
        <EmptyState level={1} title={isMissing ? 'A part of this page is missing' : 'This page could not be drawn'}>
          {isMissing ? (
            <p>It could not be loaded: the server is gone, or was started anew in another version.</p>
          ) : (
            <>
              <p>This is a fault of the viewer. What the agents wrote is not touched, and other places still open.</p>
              <code>{visibleLine(fault)}</code>
            </>
          )}
          <button type="button" className="btn" onClick={() => location.reload()}>
            Load again
          </button>
          <a className="text-link" href="/">
            All sessions
          </a>
        </EmptyState>
      </PageMain>
    );
  }
}

/** Browsers' messages for code that did not load. */
const LOAD_FAULT = /dynamically imported module|importing a module script failed/i;
