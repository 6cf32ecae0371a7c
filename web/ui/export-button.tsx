import { lazy, Suspense, useState } from 'react';
import { Icon } from './icon.tsx';

const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }));

/** Opens what can be downloaded of a session. */
export function ExportButton({ sessionKey }: { sessionKey: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn wide" onClick={() => setOpen(true)}>
        <Icon name="share" />
        Export
      </button>
      <Suspense>{isOpen && <ExportDialog keys={[sessionKey]} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
