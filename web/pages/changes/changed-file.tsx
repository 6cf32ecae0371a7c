import { useState } from 'react';
import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiChangedFile, ApiHunk, ApiSession } from '../../../src/doors/server/api-types.ts';
import { sessionUrl } from '../../router.ts';
import { Diff } from '../../text/diff.tsx';
import { Icon } from '../../ui/icon.tsx';
import { fileAnchor, shortened } from './file-list.tsx';

/** More lines than these are shown on request. */
const MOST_LINES = 1000;

/** The net change of one file. Beside each part stands who wrote it. */
export function ChangedFile({ file, session, prompts, isViewed, onViewed }: ChangedFileProps) {
  const [isFolded, setFolded] = useState(isViewed);
  const [isWhole, setWhole] = useState(false);
  const { hunks = [] } = file;
  const count = hunks.reduce((sum, { lines }) => sum + lines.length, 0);
  const isCut = count > MOST_LINES && !isWhole;
  return (
    <article className="panel changed-file" id={fileAnchor(file.path)} data-path={file.path}>
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
        <span className="mono">{visibleLine(shortened(file.path, session.head.project))}</span>
        <span className="num tag">
          <ins data-value={file.added}>+{file.added}</ins> <del data-value={file.removed}>−{file.removed}</del>
        </span>
        {file.kind !== 'changed' && <span className="tag">{file.kind}</span>}
        {file.base === 'unknown' && <span className="tag warn">base unknown</span>}
        {file.base !== 'unknown' && file.level === 'unsure' && <span className="tag warn">a command ran since</span>}
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
          The agent did not keep what was there before, so only the lines that it wrote are counted.
        </p>
      )}
      {!isFolded &&
        hunks
          .slice(0, isCut ? hunksWithin(hunks) : undefined)
          .map((hunk) => (
            <Hunk key={`${hunk.old} ${hunk.new}`} hunk={hunk} file={file} session={session} prompts={prompts} />
          ))}
      {!isFolded && isCut && (
        <button type="button" className="btn" onClick={() => setWhole(true)}>
          Show all {count} lines
        </button>
      )}
    </article>
  );
}

interface ChangedFileProps {
  file: ApiChangedFile;
  session: ApiSession;
  /** What was asked for in each turn, by its number. */
  prompts: ReadonlyMap<number, string>;
  isViewed: boolean;
  onViewed: () => void;
}

interface HunkProps extends Pick<ChangedFileProps, 'file' | 'session' | 'prompts'> {
  hunk: ApiHunk;
}

function Hunk({ hunk, file, session, prompts }: HunkProps) {
  const [before, after] = ['-', '+'].map((sign) => hunk.lines.filter((line) => !line.startsWith(sign)).length);
  // The two signs stand for the other side, so each count is that of its own.
  const diff = [`@@ -${hunk.old},${after} +${hunk.new},${before} @@`, ...hunk.lines].join('\n');
  return (
    <div className="hunk-row" data-hunk={`${hunk.old},${hunk.new}`}>
      <Diff diff={diff} path={file.path} />
      <ul className="origins">
        {byCall(hunk.origin).map((runs) => (
          <Origin key={runs[0].call} runs={runs} session={session} prompts={prompts} />
        ))}
      </ul>
    </div>
  );
}

type Run = ApiHunk['origin'][number];

/** One call, and the lines of this part that it wrote. */
function Origin({ runs, session, prompts }: Pick<ChangedFileProps, 'session' | 'prompts'> & { runs: [Run, ...Run[]] }) {
  const [{ turn, at, row, agentThread }] = runs;
  const prompt = visibleLine(prompts.get(turn) ?? '');
  return (
    <li>
      <a href={`${sessionUrl(session.head.key)}#L${at}`}>turn {turn}</a>{' '}
      {prompt !== '' && <span className="asked-for">“{prompt}”</span>}
      <span className="key num">
        lines {runs.map(({ line, count }) => (count === 1 ? line : `${line}–${line + count - 1}`)).join(', ')}
        {row !== undefined && ` · row ${row + 1}`}
        {agentThread !== undefined && ' · by a sub-agent'}
      </span>
    </li>
  );
}

function byCall(origin: readonly Run[]): [Run, ...Run[]][] {
  const calls = new Map<string, [Run, ...Run[]]>();
  for (const run of origin) {
    const known = calls.get(run.call);
    if (known) known.push(run);
    else calls.set(run.call, [run]);
  }
  return [...calls.values()];
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
