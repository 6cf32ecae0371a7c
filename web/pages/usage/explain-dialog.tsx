import { visibleLine } from '../../../src/core/text/visible-text.ts';
import { api } from '../../api/client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { formatCost, formatCount } from '../../format/figures.ts';
import { formatClock, formatWhole } from '../../format/times.ts';
import { sessionUrl } from '../../router.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureState } from '../../ui/empty-state.tsx';

/** The requests behind a figure, each with its line in the file. */
export function ExplainDialog({ of, by, title, common, onClose }: ExplainDialogProps) {
  const { value, error, loading } = useAnswer(`${by} ${of}`, () => api.explain({ ...common, by, key: of }));
  return (
    <Dialog title={`Requests behind ${title}`} onClose={onClose}>
      <div className="dialog-body scroll-x">
        {loading && <p className="note">Adding up …</p>}
        {error !== undefined && <FailureState code={error} />}
        {value && (
          <table className="figures num">
            <thead>
              <tr>
                <th>When</th>
                <th>Model</th>
                <th>Input</th>
                <th>Cached</th>
                <th>Output</th>
                <th>Cost</th>
                <th>Line</th>
              </tr>
            </thead>
            <tbody>
              {value.rows.map((row) => (
                <tr key={`${row.session} ${row.line} ${row.at}`}>
                  <td title={formatWhole(row.at)}>{formatClock(row.at)}</td>
                  <td>{visibleLine(row.model ?? '')}</td>
                  <td data-value={row.input}>{formatCount(row.input)}</td>
                  <td data-value={row.cached}>{formatCount(row.cached)}</td>
                  <td data-value={row.output}>{formatCount(row.output)}</td>
                  <td data-value={row.costUsd ?? ''}>{formatCost(row.costUsd)}</td>
                  <td>
                    <a href={`${sessionUrl(row.session)}#L${row.line}`}>{formatCount(row.line)}</a>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {value?.more !== undefined && (
          <p className="note">Only the first {formatCount(value.rows.length)} requests are shown.</p>
        )}
      </div>
    </Dialog>
  );
}

interface ExplainDialogProps {
  of: string;
  by: string;
  title: string;
  common: Record<string, string>;
  onClose: () => void;
}
