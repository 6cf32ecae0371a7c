import { useEffect, useMemo, useState } from 'react';
import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiChanges, ApiOutline, ApiSession } from '../../../src/doors/server/api-types.ts';
import { api } from '../../api/client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { plural } from '../../format/figures.ts';
import { usePlace } from '../../router.ts';
import { openSession, type SessionStore } from '../../stores/session-store.ts';
import { useStore } from '../../stores/store.ts';
import { copyText } from '../../ui/copy.ts';
import { EmptyState, FailureState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageMain, stateOf } from '../../ui/page-main.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { OneMenu } from '../sessions/filter-bar.tsx';
import { SessionMeta } from '../transcript/head.tsx';
import { SessionTabs } from '../transcript/session-tabs.tsx';
import { ChangedFile } from './changed-file.tsx';
import { FileList } from './file-list.tsx';
import { useViewed } from './use-viewed.ts';

/** What a session changed, by file, with the turn behind each part. */
export function ChangesPage({ sessionKey }: { sessionKey: string }) {
  const [store, setStore] = useState<SessionStore>();
  useEffect(() => {
    const opened = openSession(sessionKey);
    setStore(opened);
    return () => opened.close();
  }, [sessionKey]);
  return store?.key === sessionKey ? <Opened store={store} /> : <PageMain page="changes" state="loading" />;
}

function Opened({ store }: { store: SessionStore }) {
  const { session, outline, error } = useStore(store.state);
  const of = usePlace().search.get('of') ?? '';
  // A new line of the session asks again; what is shown stays until the answer comes.
  const asked = session ? `${store.key} ${of} ${session.head.lastAt}` : undefined;
  const answer = useAnswer(asked, (signal) => api.changes(store.key, { of }, signal));
  useTitle(session ? `Changes: ${visibleLine(session.head.title)}` : 'Changes');
  if (!session) {
    return (
      <PageMain page="changes" state={error === undefined ? 'loading' : 'error'}>
        {error !== undefined && <FailureState level={1} code={error} onRetry={store.reload} />}
      </PageMain>
    );
  }
  const { value } = answer;
  return (
    <PageMain page="changes" state={stateOf(answer, value?.files.length === 0)} className="changes-page">
      <Head session={session} changes={value} />
      {value && value.files.length > 0 && <Changes changes={value} session={session} outline={outline} of={of} />}
      {value?.files.length === 0 && <NothingChanged commands={value.commands} />}
      {!value && answer.error !== undefined && <FailureState code={answer.error} onRetry={answer.retry} />}
      {!value && answer.error === undefined && <p className="empty-state">Replaying the edits …</p>}
    </PageMain>
  );
}

function Head({ session, changes }: { session: ApiSession; changes: ApiChanges | undefined }) {
  const patch = changes?.files.map((file) => file.patch ?? '').join('') ?? '';
  return (
    <header className="transcript-head">
      <div className="title-line">
        <a className="btn icon wide" href="/" aria-label="All sessions">
          <Icon name="list" />
        </a>
        <StatusDot status={session.head.status} />
        <h1>{visibleLine(session.head.title) || 'Untitled'}</h1>
        <span className="spacer" />
        {patch !== '' && (
          <button type="button" className="btn" onClick={() => void copyText(patch, 'Patch copied')}>
            <Icon name="copy" />
            Copy patch
          </button>
        )}
      </div>
      <SessionMeta session={session} />
      <SessionTabs session={session} chosen="changes" />
    </header>
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
  const viewed = useViewed(session.head.key);
  const add = files.reduce((sum, file) => sum + file.added, 0);
  const del = files.reduce((sum, file) => sum + file.removed, 0);
  const choices = [
    { value: '', name: 'Net change' },
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
            {viewed.paths.size} of {files.length} viewed
          </span>
        </p>
        {files.map((file) => (
          <ChangedFile
            key={file.path}
            file={file}
            session={session}
            prompts={prompts}
            isViewed={viewed.paths.has(file.path)}
            onViewed={() => viewed.toggle(file.path)}
          />
        ))}
      </section>
    </div>
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
