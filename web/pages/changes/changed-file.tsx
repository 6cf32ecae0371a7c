import { useState } from 'react';
import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiChangedFile, ApiHunk, ApiSession } from '../../../src/doors/server/api-types.ts';
import { plural } from '../../format/figures.ts';
import { Icon } from '../../ui/icon.tsx';
import { fileAnchor, LOST, lastPart, shortened } from './file-list.tsx';
import { Hunk } from './hunk.tsx';
import type { Comments } from './use-comments.ts';

/** More lines than these are shown on request. */
const MOST_LINES = 1000;
/** These are in sight at first: they are drawn with the page. */
const FIRST_LINES = 60;

/** The net change of one file. Beside each part stands who wrote it. */
export function ChangedFile({ file, linesAbove, session, prompts, comments, isViewed, onViewed }: ChangedFileProps) {
  const [isFolded, setFolded] = useState(isViewed);
  const [isWhole, setWhole] = useState(false);
  const { hunks = [] } = file;
  const count = lineCount(hunks);
  const isCut = count > MOST_LINES && !isWhole;
  return (
    <article className="panel changed-file" id={fileAnchor(file.path)} data-path={file.path} tabIndex={-1}>
      <h2>
        <button
          type="button"
          className="fold"
          aria-expanded={!isFolded}
          aria-label={`Fold ${visibleLine(file.path)}`}
          onClick={() => setFolded(!isFolded)}
        >
          <Icon name={isFolded ? 'right' : 'open'} />
        </button>
        <FilePath path={visibleLine(shortened(file.path, session.head.project))} />
        <span className="num tag">
          <ins data-value={file.added}>+{file.added}</ins> <del data-value={file.removed}>−{file.removed}</del>
        </span>
        {file.kind !== 'changed' && <span className="tag">{file.kind}</span>}
        {file.base === 'unknown' && <span className="tag warn">base unknown</span>}
        {(file.lost ?? 0) > 0 && (
          <span className="tag warn" title={LOST} data-value={file.lost}>
            {plural(file.lost ?? 0, 'written line')} in no commit
          </span>
        )}
        {(file.editedSince ?? 0) > 0 && (
          <span className="tag warn" data-value={file.editedSince}>
            {plural(file.editedSince ?? 0, 'line')} changed since
          </span>
        )}
        {file.base !== 'unknown' && file.level === 'unsure' && file.editedSince === undefined && (
          <span className="tag warn">a command ran since</span>
        )}
        <span className="spacer" />
        <span className="key">{turnWords(file.turns)}</span>
        <label className="key">
          <input
            type="checkbox"
            checked={isViewed}
            onChange={() => {
              setFolded(!isViewed);
              onViewed();
            }}
          />{' '}
          Viewed
        </label>
      </h2>
      {!isFolded && file.base === 'unknown' && (
        <p className="note">
          The agent did not keep what was there before. Each edit is shown by itself, with lines counted from its own
          first one.
        </p>
      )}
      {!isFolded &&
        hunks.slice(0, isCut ? hunksWithin(hunks) : undefined).map((hunk, index) => (
          <Hunk
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of unknown places may be equal, and come in their order
            key={index}
            hunk={hunk}
            maxLines={isCut ? MOST_LINES : undefined}
            before={index === 0 ? undefined : hunks[index - 1]}
            isFirst={linesAbove + lineCount(hunks.slice(0, index)) < FIRST_LINES}
            file={file}
            session={session}
            prompts={prompts}
            comments={comments}
          />
        ))}
      {!isFolded && isCut && (
        <button type="button" className="btn" onClick={() => setWhole(true)}>
          Show all {count} lines
        </button>
      )}
    </article>
  );
}

/** The name of a file tells more than its folders. */
function FilePath({ path }: { path: string }) {
  const name = lastPart(path);
  return (
    <span className="mono file-path">
      {path.slice(0, path.length - name.length)}
      <b>{name}</b>
    </span>
  );
}

export interface ChangedFileProps {
  file: ApiChangedFile;
  /** How many lines of changes stand above it. */
  linesAbove: number;
  session: ApiSession;
  /** What was asked for in each turn, by its number. */
  prompts: ReadonlyMap<number, string>;
  comments: Comments;
  isViewed: boolean;
  onViewed: () => void;
}

export function lineCount(hunks: readonly ApiHunk[]): number {
  return hunks.reduce((sum, { lines }) => sum + lines.length, 0);
}

function hunksWithin(hunks: readonly ApiHunk[]): number {
  let lines = 0;
  const found = hunks.findIndex((hunk) => {
    lines += hunk.lines.length;
    return lines > MOST_LINES;
  });
  return Math.max(1, found);
}

function turnWords(turns: readonly number[]): string {
  return `changed in turn${turns.length === 1 ? '' : 's'} ${turns.join(', ')}`;
}
