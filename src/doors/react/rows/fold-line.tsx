import { withoutAnsi } from '../../../core/text/ansi.ts';
import { visibleLine } from '../../../core/text/visible-text.ts';
import type { Row } from '../../../core/writers/rows/row.ts';
import { Icon } from '../icon.tsx';
import { useThreadView } from '../thread-view.ts';

const FIRST_WORDS = 200;

/** A row that shows only its first words until it is opened. */
export function FoldLine({ row, name, text, aside, onToggle }: FoldLineProps) {
  const view = useThreadView();
  const isOpen = onToggle === undefined && view.isOpen(row, false);
  const toggle = onToggle ?? (() => view.toggle(row, !isOpen));
  return (
    <button type="button" className="fold-line" aria-expanded={isOpen} onClick={toggle}>
      <Icon name="right" />
      <span>{name}</span>
      <em>{isOpen ? '' : visibleLine(firstWords(text))}</em>
      <time>{aside}</time>
    </button>
  );
}

interface FoldLineProps {
  row: Row;
  name: string;
  text: string;
  aside: string;
  /** Opens something else than the row. */
  onToggle?: () => void;
}

function firstWords(text: string): string {
  const beginning = withoutAnsi(text.slice(0, FIRST_WORDS * 4))
    .slice(0, FIRST_WORDS * 2)
    .replace(/[*#`]+/g, '')
    .trim();
  return beginning.replace(/\s+/g, ' ').slice(0, FIRST_WORDS);
}
