import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiCompare } from '../../../src/doors/server/api-types.ts';
import { formatCount } from '../../format/figures.ts';

/** More are in the answer of the command. */
const SHOWN = 100;

/** What each session changed, file by file, and the lines that all of them added. */
export function ComparedFiles({ comparison: { files, heads } }: { comparison: ApiCompare }) {
  if (files.length === 0) return null;
  return (
    <section className="panel" aria-label="Files">
      <h2>Files</h2>
      <table className="figures num">
        <thead>
          <tr>
            <th>File</th>
            {heads.map(({ side }) => (
              <th key={side}>{side.toUpperCase()}</th>
            ))}
            <th>Added by all</th>
          </tr>
        </thead>
        <tbody>
          {files.slice(0, SHOWN).map((file) => (
            <tr key={file.path} data-path={file.path}>
              <td className="mono words">{visibleLine(file.path)}</td>
              {heads.map(({ side }) => {
                const changed = file[side];
                if (!changed) return <td key={side}>–</td>;
                return (
                  <td key={side} data-side={side}>
                    <span data-value={changed.added}>+{changed.added}</span>{' '}
                    <span data-value={changed.removed}>−{changed.removed}</span>
                  </td>
                );
              })}
              <td data-value={file.common}>{formatCount(file.common)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {files.length > SHOWN && <p className="note">{formatCount(files.length - SHOWN)} more files are not shown.</p>}
    </section>
  );
}
