import { Component, type ReactNode } from 'react';
import { FailureState } from './empty-state.tsx';

/** A page that cannot be drawn, or whose code cannot be loaded because the server is gone: the frame around it stays. */
export class PageBoundary extends Component<{ children: ReactNode }, { isFaulty: boolean }> {
  override state = { isFaulty: false };

  static getDerivedStateFromError() {
    return { isFaulty: true };
  }

  override render() {
    if (!this.state.isFaulty) return this.props.children;
    return (
      <main id="main">
        <FailureState code="unreachable" onRetry={() => location.reload()} />
      </main>
    );
  }
}
