import type { ThreadEvent } from '../../../core/thread/event.ts';
import type { Outcome } from '../../../core/thread/outcome.ts';
import type { Row } from '../../../core/writers/rows/row.ts';
import { createRowFold } from '../../../core/writers/rows/row-fold.ts';
import { type KeptImages, keepImages } from './kept-images.ts';

/** Events as rows, one after the other. */
export interface EventRows {
  push(given: ThreadEvent | Outcome): void;
  /** The rows so far. A row that changed is another object, so that only it is drawn again. */
  rows(): readonly Row[];
  readonly images: KeptImages;
}

export function createEventRows(): EventRows {
  const images = keepImages();
  const fold = createRowFold({ parts: images });
  let shown: Row[] = [];
  const changed = new Set<number>();
  return {
    images,
    push(given) {
      // An event by itself has no line.
      const outcome = isOutcome(given)
        ? given
        : { ok: true as const, line: 0, offset: 0, events: [given], problems: [] };
      for (const { row } of fold.push(outcome)) changed.add(row);
    },
    rows() {
      if (changed.size === 0) return shown;
      shown = shown.slice();
      for (const place of changed) {
        const row = fold.rows[place];
        if (row) shown[place] = { ...row };
      }
      changed.clear();
      return shown;
    },
  };
}

function isOutcome(given: ThreadEvent | Outcome): given is Outcome {
  return 'ok' in given && 'line' in given;
}
