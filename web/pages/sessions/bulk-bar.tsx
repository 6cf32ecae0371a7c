import { useState } from 'react';
import { api } from '../../api/client.ts';
import { plural } from '../../format/figures.ts';
import { compareUrl } from '../../router.ts';
import { hello } from '../../stores/hello.ts';
import { useStore } from '../../stores/store.ts';
import { announce } from '../../ui/announcer.tsx';
import { copyText } from '../../ui/copy.ts';
import { ExportDialog } from '../../ui/export-dialog.tsx';

/** The actions on marked sessions. */
export function BulkBar({ marked, onClear }: { marked: ReadonlySet<string>; onClear: () => void }) {
  const [isExporting, setExporting] = useState(false);
  const canNote = useStore(hello).value?.features.notes === true;
  if (marked.size === 0) return null;
  async function copyResume() {
    const sessions = await Promise.all([...marked].map((key) => api.session(key)));
    const commands = sessions.flatMap((session) => session.resume ?? []);
    await copyText(commands.join('\n'), `${plural(commands.length, 'command')} copied`);
  }
  async function starAll() {
    for (const key of marked) await api.note(key, { kind: 'star' });
    announce(`${plural(marked.size, 'session')} starred`);
    onClear();
  }
  return (
    <div className="bulk-bar" role="toolbar" aria-label="Marked sessions">
      <span>{plural(marked.size, 'session')} marked</span>
      {(marked.size === 2 || marked.size === 3) && (
        <a className="btn" href={compareUrl([...marked])}>
          Compare
        </a>
      )}
      {canNote && (
        <button type="button" className="btn" onClick={() => void starAll()}>
          Star
        </button>
      )}
      <button type="button" className="btn" onClick={() => setExporting(true)}>
        Export
      </button>
      <button type="button" className="btn" onClick={() => void copyResume()}>
        Copy resume command
      </button>
      <button type="button" className="btn" onClick={onClear}>
        Clear
      </button>
      {isExporting && <ExportDialog keys={[...marked]} onClose={() => setExporting(false)} />}
    </div>
  );
}
