import { Component, type ReactNode } from 'react';
import { visibleText } from '../../core/text/visible-text.ts';
import type { Row } from '../../core/writers/rows/row.ts';

/** Confines a fault to one row. The row shows its data, and its neighbours go on. */
export class RowBoundary extends Component<{ row: Row; children: ReactNode }, { fault?: string }> {
  override state: { fault?: string } = {};

  static getDerivedStateFromError(error: unknown) {
    return { fault: error instanceof Error ? error.message : 'fault' };
  }

  override render() {
    const { row, children } = this.props;
    if (this.state.fault === undefined) return children;
    return (
      <div className="problem-block bad">
        <b>This row could not be drawn.</b> {visibleText(this.state.fault)}
        <code className="open">{visibleText(JSON.stringify(row).slice(0, 4000))}</code>
      </div>
    );
  }
}
