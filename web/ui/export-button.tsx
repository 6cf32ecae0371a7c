import { useState } from 'react';
import { Icon } from './icon.tsx';
import { late } from './late.tsx';

const ExportDialog = late(async () => (await import('./export-dialog.tsx')).ExportDialog);

/** Opens what can be downloaded of a session. */
export function ExportButton({ sessionKey }: { sessionKey: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn wide" onClick={() => setOpen(true)}>
        <Icon name="share" />
        Export
      </button>
      {isOpen && <ExportDialog keys={[sessionKey]} onClose={() => setOpen(false)} />}
    </>
  );
}
