import { type ReactNode, useEffect, useState } from 'react';
import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiSession } from '../../../src/doors/server/api-types.ts';
import type { PageRoute } from '../../../src/doors/server/page-route.ts';
import { openSession, type SessionStore } from '../../stores/session-store.ts';
import { useStore } from '../../stores/store.ts';
import { CompareButton } from '../../ui/compare-button.tsx';
import { FailureState } from '../../ui/empty-state.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Noted } from '../../ui/noted.tsx';
import { PageMain } from '../../ui/page-main.tsx';
import { StarButton } from '../../ui/star-button.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { SessionMeta } from './head.tsx';
import { type SessionTab, SessionTabs } from './session-tabs.tsx';

interface SessionFrameProps {
  page: PageRoute['page'];
  sessionKey: string;
  children: (store: SessionStore, session: ApiSession) => ReactNode;
}

/** Opens a session for one of its pages. The page is drawn once the session is known, and follows it. */
export function SessionFrame({ page, sessionKey, children }: SessionFrameProps) {
  const [store, setStore] = useState<SessionStore>();
  useEffect(() => {
    const opened = openSession(sessionKey);
    setStore(opened);
    return () => opened.close();
  }, [sessionKey]);
  if (store?.key !== sessionKey) return <PageMain page={page} state="loading" />;
  return (
    <Known page={page} store={store}>
      {children}
    </Known>
  );
}

function Known({ page, store, children }: Omit<SessionFrameProps, 'sessionKey'> & { store: SessionStore }) {
  const { session, error } = useStore(store.state);
  if (session) return children(store, session);
  return (
    <PageMain page={page} state={error === undefined ? 'loading' : 'error'}>
      {error !== undefined && <FailureState level={1} code={error} onRetry={store.reload} />}
    </PageMain>
  );
}

/** The title of a session, its facts and its tabs. */
export function SessionPageHead({ session, chosen, children }: SessionPageHeadProps) {
  return (
    <header className="transcript-head">
      <div className="title-line">
        <a className="btn icon wide" href="/" aria-label="All sessions">
          <Icon name="list" />
        </a>
        <StatusDot status={session.head.status} />
        <h1>{visibleLine(session.head.title) || 'Untitled'}</h1>
        <Noted head={session.head} />
        <span className="spacer" />
        <StarButton head={session.head} />
        {children}
        <CompareButton keys={[session.head.key]}>
          <Icon name="compare" />
          Compare
        </CompareButton>
        <ExportButton sessionKey={session.head.key} />
      </div>
      <SessionMeta session={session} />
      <SessionTabs session={session} chosen={chosen} />
    </header>
  );
}

interface SessionPageHeadProps {
  session: ApiSession;
  chosen: SessionTab;
  /** What can be done here. */
  children?: ReactNode;
}
