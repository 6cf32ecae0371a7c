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
import { FileList } from './file-list.tsx';
import { useViewed } from './use-viewed.ts';

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
  const answer = useAnswer(asked, (signal) => api.changes(store.key, { of }, signal));
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
      {value && value.files.length > 0 && <Changes changes={value} session={session} outline={outline} of={of} />}
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
