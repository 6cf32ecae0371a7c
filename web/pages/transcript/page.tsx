import { lazy, Suspense, useEffect, useState } from 'react';
import { openSession, type SessionStore } from '../../stores/session-store.ts';
import { useStore } from '../../stores/store.ts';
import { EmptyState, FailureState } from '../../ui/empty-state.tsx';
import { PageMain } from '../../ui/page-main.tsx';

const loadTranscript = () => import('./transcript.tsx');
const Transcript = lazy(async () => ({ default: (await loadTranscript()).Transcript }));

/** One session, by its key. */
export function TranscriptPage({ sessionKey }: { sessionKey: string }) {
  const [store, setStore] = useState<SessionStore>();
  useEffect(() => {
    // The code that draws rows loads while the server reads the session.
    void loadTranscript();
    const opened = openSession(sessionKey);
    setStore(opened);
    return () => opened.close();
  }, [sessionKey]);
  return store?.key === sessionKey ? <Loading store={store} /> : <PageMain page="transcript" state="loading" />;
}

function Loading({ store }: { store: SessionStore }) {
  const { session, outline, error } = useStore(store.state);
  if (session && outline) {
    return (
      <Suspense fallback={<Reading />}>
        <Transcript store={store} session={session} outline={outline} />
      </Suspense>
    );
  }
  if (error === undefined) return <Reading />;
  return (
    <PageMain page="transcript" state="error">
      {error === 'not-found' ? <UnknownSession /> : <FailureState level={1} code={error} onRetry={store.reload} />}
    </PageMain>
  );
}

function Reading() {
  return (
    <PageMain page="transcript" state="loading">
      <EmptyState level={1} title="Reading the session …" />
    </PageMain>
  );
}

function UnknownSession() {
  return (
    <EmptyState level={1} title="No session of this name">
      <p>It may not be indexed yet, or the agent has deleted it. Its words may still be found.</p>
      <a className="btn" href="/search">
        Search every session
      </a>
      <a className="text-link" href="/">
        All sessions
      </a>
    </EmptyState>
  );
}
