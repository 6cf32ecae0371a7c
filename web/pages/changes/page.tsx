import { useEffect, useMemo } from 'react';
import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiChanges, ApiOutline, ApiSession } from '../../../src/doors/server/api-types.ts';
import { api } from '../../api/client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { plural } from '../../format/figures.ts';
import { sessionUrl, setQuery, usePlace } from '../../router.ts';
import { preferences, setPreference } from '../../stores/preferences.ts';
import type { SessionStore } from '../../stores/session-store.ts';
import { sessionVersion } from '../../stores/session-version.ts';
import { useStore } from '../../stores/store.ts';
import { copyText } from '../../ui/copy.ts';
import { EmptyState, FailureState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageMain, stateOf } from '../../ui/page-main.tsx';
import { Segments } from '../../ui/segments.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { OneMenu } from '../sessions/filter-bar.tsx';
import { SessionFrame, SessionPageHead } from '../transcript/session-frame.tsx';
import { ChangedFile, lineCount } from './changed-file.tsx';
import { CommentDock } from './comment-dock.tsx';
import { FileList } from './file-list.tsx';
import { useComments } from './use-comments.ts';
import { useFileOfAddress } from './use-file-of-address.ts';
import { useHunkKeys } from './use-hunk-keys.ts';
import { useViewed, type Viewed } from './use-viewed.ts';

/** What a session changed, by file, with the turn behind each part. */
export function ChangesPage({ sessionKey }: { sessionKey: string }) {
  return (
    <SessionFrame page="changes" sessionKey={sessionKey}>
      {(store, session) => <Opened store={store} session={session} />}
    </SessionFrame>
  );
}

function Opened({ store, session }: { store: SessionStore; session: ApiSession }) {
  const { outline } = useStore(store.state);
  const of = usePlace().search.get('of') ?? '';
  // A new line of the session asks again; what is shown stays until the answer comes.
  const asked = `${of} ${sessionVersion(session)}`;
  // Step by step, each turn is asked for by itself, and the whole tells which turns there are.
  const answer = useAnswer(asked, (signal) => api.changes(store.key, { of: of === 'steps' ? '' : of }, signal));
  useTitle(`Changes: ${visibleLine(session.head.title)}`);
  const { value } = answer;
  // A turn in which nothing was changed is left by the menu that it was chosen in.
  const isEmpty = value !== undefined && !of.startsWith('turn:') && value.files.length + value.undone.length === 0;
  const patch = value?.files.map((file) => file.patch ?? '').join('') ?? '';
  return (
    <PageMain page="changes" state={stateOf(answer, isEmpty)} className="changes-page">
      <SessionPageHead session={session} chosen="changes">
        {patch !== '' && (
          <button type="button" className="btn" onClick={() => void copyText(patch, 'Patch copied')}>
            <Icon name="copy" />
            Copy patch
          </button>
        )}
      </SessionPageHead>
      {value && !isEmpty && <Changes key={store.key} changes={value} session={session} outline={outline} of={of} />}
      {value && isEmpty && <NothingChanged changes={value} session={session} />}
      {!value && answer.error !== undefined && <FailureState code={answer.error} onRetry={answer.retry} />}
      {!value && answer.error === undefined && <p className="empty-state">Replaying the edits …</p>}
    </PageMain>
  );
}

interface ChangesProps {
  changes: ApiChanges;
  session: ApiSession;
  outline: ApiOutline | undefined;
  of: string;
}

function Changes({ changes, session, outline, of }: ChangesProps) {
  const prompts = useMemo(() => new Map(outline?.turns.map(({ turn, title }) => [turn, title])), [outline]);
  const { files, commands, turns } = changes;
  const viewed = useViewed(session.head.key, changes.viewed);
  const comments = useComments(session.head.key);
  const add = files.reduce((sum, file) => sum + file.added, 0);
  const del = files.reduce((sum, file) => sum + file.removed, 0);
  const shared = { session, prompts, comments, viewed };
  const { diff } = useStore(preferences);
  const { search } = usePlace();
  const view = search.get('view');
  useEffect(() => {
    if (view === 'split' || view === 'unified') setPreference('diff', view);
  }, [view]);
  useFileOfAddress(files);
  const setView = (next: string) => setQuery({ view: next });
  useHunkKeys({ d: () => setView(diff === 'split' ? 'unified' : 'split') });
  const seen = files.filter(({ path }) => viewed.paths.has(path)).length;
  const edits = files.reduce((sum, file) => sum + file.edits.length, 0);
  const isTurn = of.startsWith('turn:');
  return (
    <div className="changes-body">
      <FileList changes={changes} session={session} viewed={viewed.paths} />
      <section className="changed-files" aria-label="Changed files">
        <div className="changes-bar num">
          <Segments
            label="What is shown"
            chosen={isTurn ? '' : of || 'net'}
            choices={{ net: 'Net change', steps: 'Step by step' }}
            onChoose={(next) => setQuery({ of: next === 'net' ? '' : next })}
          />
          <OneMenu
            label=""
            word="of"
            chosen={of}
            isOn={isTurn}
            choices={[
              { value: isTurn ? '' : of, name: isTurn ? 'All turns' : 'One turn' },
              ...turns.map((turn) => ({ value: `turn:${turn}`, name: `Turn ${turn}` })),
            ]}
          />
          <Segments label="Diff" chosen={diff} choices={{ unified: 'Unified', split: 'Split' }} onChoose={setView} />
          <span>
            <b data-value={add}>+{add}</b> <b data-value={del}>−{del}</b> in{' '}
            <b data-value={files.length}>{plural(files.length, 'file')}</b> · {plural(edits, 'edit')}
          </span>
          {commands > 0 && <span className="key">{plural(commands, 'command')} may have written more</span>}
          <span className="spacer" />
          <span className="key viewed-count">
            <progress value={seen} max={Math.max(1, files.length)} aria-label="Files viewed" />
            {seen} of {files.length} viewed
          </span>
        </div>
        {changes.stored && (
          <p className="note">
            Only the archive has this session, so nothing is said of commits and of what was changed since.
          </p>
        )}
        {changes.repository === 'gone' && (
          <p className="note">
            The folder {visibleLine(session.head.project ?? '')} is not there any more, so nothing is said of commits
            and of what was changed since.
          </p>
        )}
        {of === 'steps' ? (
          turns.map((turn) => <TurnFiles key={turn} turn={turn} {...shared} />)
        ) : (
          <ChangedFiles files={files} {...shared} />
        )}
        {isTurn && files.length === 0 && <NothingInTurn commands={commands} />}
        <CommentDock session={session} comments={comments} />
      </section>
    </div>
  );
}

interface FilesProps extends Pick<Parameters<typeof ChangedFile>[0], 'session' | 'prompts' | 'comments'> {
  viewed: Viewed;
}

function ChangedFiles({ files, viewed, ...rest }: FilesProps & { files: ApiChanges['files'] }) {
  let lines = 0;
  return files.map((file) => {
    const linesAbove = lines;
    lines += lineCount(file.hunks ?? []);
    return (
      <ChangedFile
        key={file.path}
        file={file}
        linesAbove={linesAbove}
        isViewed={viewed.paths.has(file.path)}
        onViewed={() => viewed.toggle(file.path)}
        {...rest}
      />
    );
  });
}

/** What one turn changed. */
function TurnFiles({ turn, ...rest }: FilesProps & { turn: number }) {
  const { key } = rest.session.head;
  const { value, error } = useAnswer(`${turn} ${sessionVersion(rest.session)}`, (signal) =>
    api.changes(key, { of: `turn:${turn}` }, signal),
  );
  return (
    <section className="turn-files" aria-label={`Turn ${turn}`} data-turn={turn}>
      <h2>
        Turn {turn} <span className="key">{visibleLine(rest.prompts.get(turn) ?? '')}</span>
      </h2>
      {value && <ChangedFiles files={value.files} {...rest} />}
      {value?.files.length === 0 && <NothingInTurn commands={value.commands} />}
      {!value && error === undefined && <p className="note">Replaying the edits …</p>}
      {!value && error !== undefined && <p className="note">What this turn changed could not be read.</p>}
    </section>
  );
}

function NothingInTurn({ commands }: Pick<ApiChanges, 'commands'>) {
  return (
    <p className="note">
      {commands === 0
        ? 'No file was changed in this turn.'
        : `No file was edited in this turn. ${plural(commands, 'command')} may have written files.`}
    </p>
  );
}

function NothingChanged({ changes: { commands, repository }, session }: Pick<ChangesProps, 'changes' | 'session'>) {
  const { project } = session.head;
  if (commands === 0) {
    return (
      <EmptyState title="No file was changed">
        <p>The agent edited no file in this session.</p>
        <a className="btn" href={sessionUrl(session.head.key)}>
          Read the thread
        </a>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="Changed by commands only">
      <p>
        {plural(commands, 'command')} may have written files. What commands write is not in the session
        {repository === 'found' && (
          <>
            : <code>git diff</code> in its folder shows what is not committed, <code>git log</code> the rest
          </>
        )}
        .
      </p>
      {project !== undefined && (
        <p className="key">
          {repository === 'gone' ? 'The folder is not there any more: ' : 'Folder: '}
          <span className="mono">{visibleLine(project)}</span>
        </p>
      )}
      <a className="btn" href={`${sessionUrl(session.head.key)}?kinds=cmd`}>
        Show the commands
      </a>
    </EmptyState>
  );
}
