import { rowText } from '../../../src/doors/react/row-text.ts';
import { useThreadView } from '../../../src/doors/react/thread-view.ts';
import type { Row } from '../../../src/doors/server/api-types.ts';
import { copyText } from '../../ui/copy.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { useViewerThread } from '../viewer-thread.ts';

/** The buttons of a row that someone is at. */
export function RowActions({ row }: { row: Row }) {
  const view = useThreadView();
  const page = useViewerThread();
  return (
    <span className="item-actions">
      <button
        type="button"
        className="raw"
        aria-label="Raw line"
        title="Raw line (r)"
        onClick={() => page.showRaw(row.row)}
      >
        <Icon name="raw" />
      </button>
      <button type="button" aria-label="Copy text" title="Copy text (c)" onClick={() => void copyText(rowText(row))}>
        <Icon name="copy" />
      </button>
      <button type="button" aria-label="Copy link" title="Copy link (y)" onClick={() => page.copyLink(row)}>
        <Icon name="link" />
      </button>
      <Menu className="more-actions" label="Actions of the row" button={<Icon name="more" />}>
        <MenuItem onChoose={() => page.showRaw(row.row)}>Show the raw line</MenuItem>
        <MenuItem onChoose={() => void copyText(rowText(row))}>Copy text</MenuItem>
        <MenuItem onChoose={() => page.copyLink(row)}>Copy link</MenuItem>
        <MenuItem onChoose={() => view.toggle(row, !view.isOpen(row, row.kind === 'prompt'))}>Open or fold</MenuItem>
      </Menu>
    </span>
  );
}
