import { useState } from 'react';
import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiChangedFile, ApiHunk, ApiSession } from '../../../src/doors/server/api-types.ts';
import { plural } from '../../format/figures.ts';
import { sessionUrl } from '../../router.ts';
import { Diff } from '../../text/diff.tsx';
import { Icon } from '../../ui/icon.tsx';
import { CommentForm } from './comment-form.tsx';
import { fileAnchor, LOST, lastPart, shortened } from './file-list.tsx';
import type { Comments } from './use-comments.ts';

/** More lines than these are shown on request. */
const MOST_LINES = 1000;

/** The net change of one file. Beside each part stands who wrote it. */
export function ChangedFile({ file, session, prompts, comments, isViewed, onViewed }: ChangedFileProps) {
  const [isFolded, setFolded] = useState(isViewed);
  const [isWhole, setWhole] = useState(false);
  const { hunks = [] } = file;
  const count = hunks.reduce((sum, { lines }) => sum + lines.length, 0);
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

interface ChangedFileProps {
  file: ApiChangedFile;
  session: ApiSession;
  /** What was asked for in each turn, by its number. */
  prompts: ReadonlyMap<number, string>;
  comments: Comments;
  isViewed: boolean;
  onViewed: () => void;
}

interface HunkProps extends Pick<ChangedFileProps, 'file' | 'session' | 'prompts' | 'comments'> {
  hunk: ApiHunk;
  /** More lines are not drawn. */
  maxLines: number | undefined;
  /** The part before it. */
  before: ApiHunk | undefined;
}

function Hunk({ hunk, maxLines, before: previous, file, session, prompts, comments }: HunkProps) {
  const [line, setLine] = useState<number>();
  const [before, after] = ['-', '+'].map((sign) => hunk.lines.filter((one) => !one.startsWith(sign)).length);
  // The two signs stand for the other side, so each count is that of its own.
  const diff = [`@@ -${hunk.old},${after} +${hunk.new},${before} @@`, ...hunk.lines].join('\n');
  const kept = hunk.lines.filter((one) => !one.startsWith('-') && !one.startsWith('\\'));
  const numbers = kept.map((_, index) => hunk.new + index);
  const firstAdded =
    hunk.new +
    Math.max(
      0,
      kept.findIndex((one) => one.startsWith('+')),
    );
  const own = comments.all.filter((one) => one.path === file.path && numbers.includes(one.line));
  return (
    <div className="hunk-row" data-hunk={`${hunk.old},${hunk.new}`} tabIndex={-1}>
      <div>
        <p className="hunk-gap">{gapWords(file, previous, hunk)}</p>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the button beside it does the same by key */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button beside it does the same by key */}
        <div onClick={(event) => setLine(pressedLine(event.target) ?? line)}>
          <Diff diff={diff} path={file.path} maxLines={maxLines} />
        </div>
        {own.map((comment) => (
          <div key={`${comment.line} ${comment.text}`} className="line-comment" data-comment={comment.line}>
            <p>
              <b>You</b> on line {comment.line} · goes to the agent with the next prompt
            </p>
            <p>{comment.text.split('\n').map(visibleLine).join('\n')}</p>
            <button type="button" className="btn icon" aria-label="Remove" onClick={() => comments.remove(comment)}>
              <Icon name="close" />
            </button>
          </div>
        ))}
        {line !== undefined && (
          <CommentForm
            key={line}
            lines={numbers}
            first={numbers.includes(line) ? line : firstAdded}
            onCancel={() => setLine(undefined)}
            onSave={(at, text) => {
              comments.add({ path: file.path, line: at, code: kept[at - hunk.new]?.slice(1) ?? '', text });
              setLine(undefined);
            }}
          />
        )}
      </div>
      <ul className="origins">
        {byCall(hunk.origin).map((runs) => (
          <Origin key={runs[0].call} runs={runs} session={session} prompts={prompts} />
        ))}
        <Commits hunk={hunk} />
        <li className="comment-here">
          <button type="button" className="text-link" onClick={() => setLine(firstAdded)}>
            Comment
          </button>
        </li>
      </ul>
    </div>
  );
}

/** What is left out before a part. */
function gapWords({ base, kind }: ApiChangedFile, before: ApiHunk | undefined, hunk: ApiHunk): string {
  if (base === 'unknown') return 'an edit by itself';
  const last = before ? before.new + before.lines.filter((line) => !/^[-\\]/.test(line)).length : 1;
  const count = hunk.new - last;
  if (count > 0) return `${plural(count, 'line')} unchanged`;
  return kind === 'added' ? 'new file' : kind === 'deleted' ? 'deleted file' : 'from the first line';
}

/** The number of the pressed line in the new text; undefined beside the numbers. */
function pressedLine(target: EventTarget): number | undefined {
  const cell = target instanceof Element ? target.closest('td.number') : null;
  const number = Number([...(cell?.closest('tr')?.querySelectorAll('td.number') ?? [])].at(-1)?.textContent);
  return cell && number > 0 ? number : undefined;
}

/** The commits that have the added lines, and the lines that are in none. */
function Commits({ hunk: { commits = [] } }: { hunk: ApiHunk }) {
  const names = [...new Set(commits.flatMap(({ commit }) => commit ?? []))];
  const lost = commits.filter(({ commit }) => commit === null).reduce((sum, { count }) => sum + count, 0);
  if (commits.length === 0) return null;
  return (
    <li className="hunk-commits">
      {names.map((name) => (
        <span key={name} className="mono" title={name}>
          <Icon name="commit" /> {name.slice(0, 7)}{' '}
        </span>
      ))}
      {lost > 0 && (
        <span className="warn" data-value={lost}>
          {plural(lost, 'line')} of this part in no commit
        </span>
      )}
    </li>
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
        {runs.length === 1 && runs[0].count === 1 ? 'line' : 'lines'}{' '}
        {runs.map(({ line, count }) => (count === 1 ? line : `${line}–${line + count - 1}`)).join(', ')}
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
