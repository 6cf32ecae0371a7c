import { useState } from 'react';
import { visibleLine } from '../../src/core/text/visible-text.ts';
import { api, exportUrl } from '../api/client.ts';
import { useAnswer } from '../api/use-answer.ts';
import { formatBytes, plural } from '../format/figures.ts';
import { Dialog } from './dialog.tsx';

const formats = [
  { value: 'html', name: 'HTML', hint: 'one file, no script, opens anywhere' },
  { value: 'replay', name: 'Replay', hint: 'one file that plays the session' },
  { value: 'markdown', name: 'Markdown', hint: 'for an issue or a pull request' },
  { value: 'messages', name: 'JSON lines', hint: 'messages, for programs' },
];

/** Shows what redaction replaces, by rule and count, before anything is downloaded. */
export function ExportDialog({ keys, onClose }: { keys: readonly string[]; onClose: () => void }) {
  const [format, setFormat] = useState('html');
  const { value, error, loading } = useAnswer(keys.join(' '), () => previewOf(keys));
  return (
    <Dialog title={keys.length === 1 ? 'Export session' : `Export ${keys.length} sessions`} onClose={onClose}>
      <div className="dialog-body">
        <fieldset className="choices">
          <legend className="screen-reader">Format</legend>
          {formats.map((choice) => (
            <label key={choice.value}>
              <input
                type="radio"
                name="format"
                checked={format === choice.value}
                onChange={() => setFormat(choice.value)}
              />
              <b>{choice.name}</b>
              <span className="hint">{choice.hint}</span>
            </label>
          ))}
        </fieldset>
        {loading && <p className="note">Looking for secrets …</p>}
        {error !== undefined && <p className="note">What would be replaced could not be found out ({error}).</p>}
        {value && <Replaced redactions={value.redactions} />}
        <div className="dialog-actions">
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          {value &&
            keys.map((key) => (
              <a key={key} className="btn primary" href={exportUrl(key, format)} download>
                Download
                {keys.length > 1
                  ? ` ${visibleLine(key.slice(key.indexOf('/') + 1, key.indexOf('/') + 9))}`
                  : ` · about ${formatBytes(value.bytes)}`}
              </a>
            ))}
        </div>
      </div>
    </Dialog>
  );
}

function Replaced({ redactions }: { redactions: readonly { rule: string; count: number }[] }) {
  const total = redactions.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return <p className="note">Redaction found nothing to replace. Read it before you share it.</p>;
  return (
    <>
      <p className="note">{plural(total, 'place is', 'places are')} replaced in what is downloaded:</p>
      <table className="figures">
        <thead>
          <tr>
            <th>Rule</th>
            <th>Places</th>
          </tr>
        </thead>
        <tbody>
          {redactions.map(({ rule, count }) => (
            <tr key={rule}>
              <td>{visibleLine(rule)}</td>
              <td>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

async function previewOf(keys: readonly string[]) {
  const previews = await Promise.all(keys.map((key) => api.exportPreview(key)));
  const counts = new Map<string, number>();
  for (const { redactions } of previews) {
    for (const { rule, count } of redactions) counts.set(rule, (counts.get(rule) ?? 0) + count);
  }
  const bytes = previews.reduce((sum, preview) => sum + preview.bytes, 0);
  return { redactions: [...counts].map(([rule, count]) => ({ rule, count })), bytes };
}
