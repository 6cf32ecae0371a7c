import { useMemo } from 'react';
import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiChanges, ApiOutline, ApiSession } from '../../../src/doors/server/api-types.ts';
import { api } from '../../api/client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { plural } from '../../format/figures.ts';
import { usePlace } from '../../router.ts';
import type { SessionStore } from '../../stores/session-store.ts';
import { useStore } from '../../stores/store.ts';
import { copyText } from '../../ui/copy.ts';
import { EmptyState, FailureState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageMain, stateOf } from '../../ui/page-main.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { OneMenu } from '../sessions/filter-bar.tsx';
import { SessionFrame, SessionPageHead } from '../transcript/session-frame.tsx';
import { ChangedFile } from './changed-file.tsx';
import { CommentDock } from './comment-dock.tsx';
import { FileList } from './file-list.tsx';
import { useComments } from './use-comments.ts';
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
  const asked = `${store.key} ${of} ${session.head.lastAt}`;
  // Step by step, each turn is asked for by itself, and the whole tells which turns there are.
  const answer = useAnswer(asked, (signal) => api.changes(store.key, { of: of === 'steps' ? '' : of }, signal));
  useTitle(`Changes: ${visibleLine(session.head.title)}`);
  const { value } = answer;
  const patch = value?.files.map((file) => file.patch ?? '').join('') ?? '';
  return (
    <PageMain page="changes" state={stateOf(answer, value?.files.length === 0)} className="changes-page">
      <SessionPageHead session={session} chosen="changes">
        {patch !== '' && (
          <button type="button" className="btn" onClick={() => void copyText(patch, 'Patch copied')}>
            <Icon name="copy" />
            Copy patch
          </button>
        )}
      </SessionPageHead>
      {value && value.files.length > 0 && (
        <Changes key={store.key} changes={value} session={session} outline={outline} of={of} />
      )}
      {value?.files.length === 0 && <NothingChanged commands={value.commands} />}
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
  const choices = [
    { value: '', name: 'Net change' },
    { value: 'steps', name: 'Step by step' },
    ...turns.map((turn) => ({ value: `turn:${turn}`, name: `Turn ${turn}` })),
  ];
  return (
    <div className="changes-body">
      <FileList files={files} folder={session.head.project} viewed={viewed.paths} />
      <section className="changed-files" aria-label="Changed files">
        <p className="changes-bar num">
          <OneMenu label="" word="of" chosen={of} choices={choices} isOn />
          <span>
            <b data-value={add}>+{add}</b> <b data-value={del}>−{del}</b> in{' '}
            <b data-value={files.length}>{plural(files.length, 'file')}</b>
          </span>
          {commands > 0 && <span className="key">{plural(commands, 'command')} may have written more</span>}
          <span className="spacer" />
          <span className="key">
            {files.filter(({ path }) => viewed.paths.has(path)).length} of {files.length} viewed
          </span>
        </p>
        {of === 'steps' ? (
          turns.map((turn) => <TurnFiles key={turn} turn={turn} {...shared} />)
        ) : (
          <ChangedFiles files={files} {...shared} />
        )}
        <CommentDock session={session} comments={comments} />
      </section>
    </div>
  );
}

interface FilesProps extends Pick<Parameters<typeof ChangedFile>[0], 'session' | 'prompts' | 'comments'> {
  viewed: Viewed;
}

function ChangedFiles({ files, viewed, ...rest }: FilesProps & { files: ApiChanges['files'] }) {
  return files.map((file) => (
    <ChangedFile
      key={file.path}
      file={file}
      isViewed={viewed.paths.has(file.path)}
      onViewed={() => viewed.toggle(file.path)}
      {...rest}
    />
  ));
}

/** What one turn changed. */
function TurnFiles({ turn, ...rest }: FilesProps & { turn: number }) {
  const { key, lastAt } = rest.session.head;
  const { value, error } = useAnswer(`${key} ${turn} ${lastAt}`, (signal) =>
    api.changes(key, { of: `turn:${turn}` }, signal),
  );
  return (
    <section className="turn-files" aria-label={`Turn ${turn}`} data-turn={turn}>
      <h2>
        Turn {turn} <span className="key">{visibleLine(rest.prompts.get(turn) ?? '')}</span>
      </h2>
      {value && <ChangedFiles files={value.files} {...rest} />}
      {value?.files.length === 0 && <p className="note">No file was changed in this turn.</p>}
      {!value && error === undefined && <p className="note">Replaying the edits …</p>}
      {!value && error !== undefined && <p className="note">What this turn changed could not be read.</p>}
    </section>
  );
}

function NothingChanged({ commands }: { commands: number }) {
  return (
    <EmptyState title="No file was changed">
      {commands > 0 && (
        <p>
          {plural(commands, 'command')} may have written files. What commands write is not in the session:{' '}
          <code>git diff</code> in its folder shows it.
        </p>
      )}
    </EmptyState>
  );
}
