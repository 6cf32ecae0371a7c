import { visibleLine } from '../../src/core/text/visible-text.ts';
import type { SessionHead } from '../../src/doors/server/api-types.ts';

/** What a person noted about a session, and that it is a copy of another. */
export function Noted({ head: { starred, tags = [], note, copyOf } }: { head: SessionHead }) {
  return (
    <>
      {starred && (
        <span className="tag warn" role="img" aria-label="starred">
          ★
        </span>
      )}
      {tags.map((tag) => (
        <span className="tag" key={tag}>
          #{visibleLine(tag)}
        </span>
      ))}
      {note !== undefined && (
        <span className="tag" title={visibleLine(note)}>
          note
        </span>
      )}
      {copyOf !== undefined && <span className="tag">copy</span>}
    </>
  );
}
