import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { visibleLine } from '../../../src/core/text/visible-text.ts';
import { foldContextRuns } from '../../../src/doors/react/context-runs.ts';
import { ThreadViewContext } from '../../../src/doors/react/thread-view.ts';
import type { ApiOutline, ApiSession } from '../../../src/doors/server/api-types.ts';
import { navigate, sessionUrl, setQuery, usePlace } from '../../router.ts';
import { preferences, setPreference } from '../../stores/preferences.ts';
import type { SessionStore } from '../../stores/session-store.ts';
import { useStore } from '../../stores/store.ts';
import { FindBar } from '../../transcript/find-bar.tsx';
import { FollowDock } from '../../transcript/follow-dock.tsx';
import { Inspector } from '../../transcript/inspector.tsx';
import { KindChips } from '../../transcript/kind-chips.tsx';
import { Outline } from '../../transcript/outline.tsx';
import { visibleRows } from '../../transcript/row-filter.ts';
import { Ruler } from '../../transcript/ruler.tsx';
import { createSeenRange } from '../../transcript/seen-range.ts';
import { ThreadEnd } from '../../transcript/thread-end.tsx';
import { ViewerThreadContext } from '../../transcript/viewer-thread.ts';
import { type ThreadHandle, VirtualRows } from '../../transcript/virtual-rows.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { late } from '../../ui/late.tsx';
import { PageMain } from '../../ui/page-main.tsx';
import { useMedia, WITHOUT_INSPECTOR } from '../../ui/use-media.ts';
import { useTitle } from '../../ui/use-title.ts';
import { TranscriptHead } from './head.tsx';
import { useDeepLink } from './use-deep-link.ts';
import { useFollow } from './use-follow.ts';
import { useThread } from './use-thread.ts';
import { useThreadKeys } from './use-thread-keys.ts';

const ExportDialog = late(async () => (await import('../../ui/export-dialog.tsx')).ExportDialog);
const SessionPicker = late(async () => (await import('../../ui/session-picker.tsx')).SessionPicker);

/** The page of a session: its head, the outline, the rows, and the inspector of a row. */
export function Transcript({ store, session, outline }: TranscriptProps) {
  const { head } = session;
  useTitle(visibleLine(head.title) || 'Session');
  const { version, spans, resetReason, isGone } = useStore(store.state);
  const { search, hash } = usePlace();
  const hasPlace = hash !== '' || search.has('find');
  const kinds = search.get('kinds') ?? '';
  const chosen = useMemo(() => kinds.split(',').filter(Boolean), [kinds]);
  const { shape } = store.fold;
  const scroller = useRef<HTMLElement>(null);
  const handle = useRef<ThreadHandle>(null);
  const [range] = useState(createSeenRange);
  const [sheet, setSheet] = useState<'inspector' | 'outline' | 'export' | 'compare'>();
  const isNarrow = useMedia(WITHOUT_INSPECTOR);
  const hasInspector = useStore(preferences).inspector && !isNarrow;
  const [finding, setFinding] = useState<'by address' | 'by key' | undefined>(
    search.has('find') ? 'by address' : undefined,
  );
  const showInspector = () => isNarrow && setSheet('inspector');
  const [line, setLine] = useState<number>();
  const thread = useThread(store, head, handle, showInspector, chosen.length === 0);
  const { openRuns } = thread;
  const openAll = thread.folds.all === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fold changes in place; its shape says when
  const rows = useMemo(
    () => foldContextRuns(visibleRows(store.fold, chosen), store.fold.kinds, thread.isRunOpen),
    [store, chosen, shape, openRuns, openAll],
  );
  const follow = useFollow(scroller, handle, isLive(head), rows.length, hasPlace);
  useDeepLink(store, {
    goToRow(row) {
      follow.stop();
      thread.goTo(row);
    },
    goToLine(number, row) {
      follow.stop();
      thread.scrollTo(row);
      setLine(number);
      setPreference('inspector', true);
      showInspector();
    },
  });
  // A line of the address is shown until a row is selected.
  useEffect(() => {
    if (thread.selected !== undefined) setLine(undefined);
  }, [thread.selected]);
  useThreadKeys({
    store,
    session,
    rows,
    range,
    thread,
    follow,
    onFind: () => setFinding('by key'),
    onExport: () => setSheet('export'),
  });
  const closeFind = () => {
    setFinding(undefined);
    setQuery({ find: '' }, 'replace');
    scroller.current?.focus();
  };
  const selectedRow = thread.selected === undefined ? undefined : store.fold.rows.get(thread.selected);
  const latest = useRef({ follow, thread });
  latest.current = { follow, thread };
  const goTo = useCallback((row: number) => {
    latest.current.follow.stop();
    latest.current.thread.goTo(row);
  }, []);
  const goToTime = useCallback(() => navigate(`${sessionUrl(store.key)}/time`), [store.key]);
  const goToFile = useCallback((path: string) => {
    latest.current.follow.stop();
    void latest.current.thread.goToFile(path);
  }, []);
  const inspector = <Inspector session={session} outline={outline} row={selectedRow} line={line} onGo={goTo} />;
  const outlinePane = (
    <Outline outline={outline} session={session} turn={selectedRow?.turn} range={range} onGo={goTo} onFile={goToFile} />
  );

  return (
    <ThreadViewContext value={thread.view}>
      <ViewerThreadContext value={thread.page}>
        <PageMain
          page="transcript"
          state={store.fold.total === 0 ? 'empty' : 'ready'}
          className={hasInspector ? 'transcript' : 'transcript without-inspector'}
        >
          <header className="transcript-head">
            <TranscriptHead
              session={session}
              folds={thread.folds}
              onFind={() => setFinding('by key')}
              onExport={() => setSheet('export')}
              onCompare={() => setSheet('compare')}
              onOutline={() => setSheet('outline')}
              onInspector={() => setSheet('inspector')}
            />
            {spans && spans.spans.length > 0 && (
              <Ruler outline={outline} spans={spans} range={range} onGo={goTo} onTime={goToTime} />
            )}
            {finding && (
              <FindBar
                sessionKey={store.key}
                query={search.get('find') ?? ''}
                takesFocus={finding === 'by key'}
                version={version}
                range={range}
                onGo={goTo}
                onClose={closeFind}
              />
            )}
          </header>
          {outlinePane}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key */}
          <section className="thread" ref={scroller} tabIndex={0} aria-label="Rows">
            <KindChips fold={store.fold} chosen={chosen} shape={shape} isEarly={outline.early === true} />
            {(session.head.gone || isGone) && (
              <p className="band">
                {isGone && !session.head.gone
                  ? 'The file of this session was deleted. These are its last rows; a reload shows only what the archive keeps.'
                  : 'The agent deleted the file of this session. This is what the archive keeps of it.'}
              </p>
            )}
            {resetReason !== undefined && (
              <p className="note">The session was read again: {visibleLine(resetReason)}.</p>
            )}
            <VirtualRows
              store={store}
              rows={rows}
              selected={thread.selected}
              isFollowing={follow.isFollowing}
              scroller={scroller}
              handle={handle}
              range={range}
            />
            <div className="thread-end">
              <ThreadEnd session={session} outline={outline} fold={store.fold} isFiltered={chosen.length > 0} />
              {rows.length === 0 && (
                <p className="note">
                  {store.fold.total > 0
                    ? 'No row is of this kind.'
                    : `Nothing is in this session yet${head.problems > 0 ? ': its file has no whole line' : ''}.`}
                </p>
              )}
            </div>
            <FollowDock head={head} isFollowing={follow.isFollowing} onLatest={follow.start} onStop={follow.stop} />
          </section>
          {hasInspector && inspector}
        </PageMain>
        {sheet === 'inspector' && (
          <Dialog title="Inspector" className="sheet" onClose={() => setSheet(undefined)}>
            {inspector}
          </Dialog>
        )}
        {sheet === 'outline' && (
          <Dialog title="Outline" className="sheet" onClose={() => setSheet(undefined)}>
            {outlinePane}
          </Dialog>
        )}
        {sheet === 'export' && <ExportDialog keys={[store.key]} onClose={() => setSheet(undefined)} />}
        {sheet === 'compare' && <SessionPicker keys={[store.key]} onClose={() => setSheet(undefined)} />}
      </ViewerThreadContext>
    </ThreadViewContext>
  );
}

function isLive({ status }: ApiSession['head']): boolean {
  return status === 'working' || status === 'waiting';
}

interface TranscriptProps {
  store: SessionStore;
  session: ApiSession;
  outline: ApiOutline;
}
