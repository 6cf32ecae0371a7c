import type { ReactNode } from 'react';
import type { Row } from '../../../src/doors/server/api-types.ts';
import { api } from '../../api/client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { SecretsLine } from '../secrets-line.tsx';
import { useViewerThread } from '../viewer-thread.ts';

/** Secrets are not sent until the reader asks for them. */
export function RowSecrets({ row, draw }: { row: Row; draw: (row: Row) => ReactNode }) {
  const { store, showsSecrets, toggleSecrets } = useViewerThread();
  const isShown = showsSecrets(row.row);
  const place = isShown ? `${store.key} ${store.fold.reading} ${row.row} ${row.lines[1]}` : undefined;
  const { value } = useAnswer(place, () => api.rowWithSecrets(store.key, row.row));
  return (
    <>
      {draw(isShown && value ? value.row : row)}
      <SecretsLine isShown={isShown} onToggle={() => toggleSecrets(row.row, !isShown)} />
    </>
  );
}
