import { useRef, useState } from 'react';
import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiChangedFile, ApiHunk } from '../../../src/doors/server/api-types.ts';
import { plural } from '../../format/figures.ts';
import { sessionUrl } from '../../router.ts';
import { Diff } from '../../text/diff.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { ChangedFileProps } from './changed-file.tsx';
import { CommentForm } from './comment-form.tsx';
import { LaterDiff, LINE_PIXELS } from './later-diff.tsx';

interface HunkProps extends Pick<ChangedFileProps, 'file' | 'session' | 'prompts' | 'comments'> {
  hunk: ApiHunk;
  /** More lines are not drawn. */
  maxLines: number | undefined;
  /** The part before it. */
  before: ApiHunk | undefined;
  /** It is in sight when the page opens. */
  isFirst: boolean;
}

/** A part of the change, and beside it who wrote it. */
export function Hunk({ hunk, maxLines, isFirst, before: previous, file, session, prompts, comments }: HunkProps) {
  const drawn = hunk.lines.slice(0, maxLines);
  const [line, setLine] = useState<number>();
  const row = useRef<HTMLDivElement>(null);
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
  const codeAt = (at: number) => kept[at - hunk.new]?.slice(1) ?? '';
  // Without a base each edit counts from its own first line, so that the line itself tells whose comment it is.
  const isEdit = file.base === 'unknown';
  const own = comments.all.filter(
    ({ path, line: at, code }) => path === file.path && numbers.includes(at) && (!isEdit || code === codeAt(at)),
  );
  /** The keys go on from this part. */
  function closeForm(): void {
    setLine(undefined);
    row.current?.focus();
  }
  return (
    <div ref={row} className="hunk-row" data-hunk={`${hunk.old},${hunk.new}`} tabIndex={-1}>
      <div>
        <p className="hunk-gap">{gapWords(file, previous, hunk)}</p>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the button beside it does the same by key */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button beside it does the same by key */}
        <div
          className="hunk-diff"
          style={{ containIntrinsicBlockSize: `auto ${drawn.length * LINE_PIXELS}px` }}
          onClick={(event) => setLine(pressedLine(event.target) ?? line)}
        >
          {isFirst ? (
            <Diff diff={diff} path={file.path} maxLines={maxLines} />
          ) : (
            <LaterDiff diff={diff} path={file.path} maxLines={maxLines} lines={drawn} />
          )}
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
            onCancel={closeForm}
            onSave={(at, text) => {
              comments.add({
                path: file.path,
                line: at,
                code: codeAt(at),
                text,
                ...(isEdit && { ofEdit: true as const }),
              });
              closeForm();
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
