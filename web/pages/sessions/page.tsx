import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { visibleLine } from '../../../src/core/text/visible-text.ts';
import type { ApiIndexState, ApiSessions, SessionHead } from '../../../src/doors/server/api-types.ts';
import { api } from '../../api/client.ts';
import { indexState } from '../../api/live.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { formatBytes, formatDuration, plural } from '../../format/figures.ts';
import { navigate, usePlace } from '../../router.ts';
import { useAgents } from '../../stores/agents.ts';
import { hello } from '../../stores/hello.ts';
import { type ListState, type ListStore, listOf } from '../../stores/list-store.ts';
import { createStore, useStore } from '../../stores/store.ts';
import { EmptyState, FailureState } from '../../ui/empty-state.tsx';
import { PageMain, stateOf } from '../../ui/page-main.tsx';
import { TopBar } from '../../ui/top-bar.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { BulkBar } from './bulk-bar.tsx';
import { FilterBar } from './filter-bar.tsx';
import { type Filters, filterQuery, listQuery, readFilters } from './filters.ts';
import { RunningStrip } from './running-strip.tsx';
import { SessionList } from './session-list.tsx';

/** Every session of every agent. */
export function SessionsPage() {
  useTitle('Sessions');
  const { search } = usePlace();
  const words = search.toString();
  const filters = useMemo(() => readFilters(new URLSearchParams(words)), [words]);
  const list = useList(filters);
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const toggleMark = (key: string) => setMarked((old) => (old.has(key) ? without(old, key) : new Set([...old, key])));
  return (
    <ListMain list={list}>
      <TopBar />
      {list && <Loaded key="list" list={list} filters={filters} marked={marked} onMark={toggleMark} />}
      <BulkBar marked={marked} onClear={() => setMarked(new Set())} />
    </ListMain>
  );
}

/** Before a list is there. */
const NO_LIST = createStore<ListState>({ items: [], loading: true, newer: 0 });

function ListMain({ list, children }: { list: ListStore | undefined; children: ReactNode }) {
  const { items, answer, error } = useStore(list?.state ?? NO_LIST);
  return (
    <PageMain page="sessions" state={stateOf({ value: answer, error }, items.length === 0)} className="content">
      {children}
    </PageMain>
  );
}

/** The list under these filters. Until its answer comes, the earlier one stays on the page. */
function useList(filters: Filters): ListStore | undefined {
  const [list, setList] = useState<ListStore>();
  useEffect(() => {
    const opened = listOf(filterQuery(filters), listQuery(filters, Date.now()));
    setList((shown) => (shown && opened.state.get().loading ? shown : opened));
    const stop = opened.state.subscribe(() => {
      if (!opened.state.get().loading) setList(opened);
    });
    return () => {
      stop();
      // While another page is shown, its order stays.
      opened.hold(true);
    };
  }, [filters]);
  return list;
}

function Loaded({ list, filters, marked, onMark }: Omit<Parameters<typeof SessionList>[0], 'ghosts'>) {
  const { ghosts, problem } = useGhosts(filters.ghosts);
  const { items, answer, error, loading } = useStore(list.state);
  const isFiltered = [...usePlace().search.keys()].some((word) => !['sort', 'group', 'tree', 'ghosts'].includes(word));
  return (
    <>
      <div className="page-head">
        <h1>Sessions</h1>
        <Summary answer={answer} isFiltered={isFiltered} />
      </div>
      <FilterBar filters={filters} facets={answer?.facets} />
      {!isFiltered && <RunningStrip />}
      {error !== undefined && items.length === 0 && <FailureState code={error} onRetry={list.reload} />}
      {problem !== undefined && <p className="ghost-note">{problem}</p>}
      {items.length + ghosts.length > 0 && (
        <SessionList list={list} filters={filters} ghosts={ghosts} marked={marked} onMark={onMark} />
      )}
      {items.length === 0 && loading && <p className="empty-state">Reading the index …</p>}
      {items.length + ghosts.length === 0 && !loading && error === undefined && <NoSessions isFiltered={isFiltered} />}
    </>
  );
}

const NONE: readonly SessionHead[] = [];

/** Sessions of which only prompts are left. The logs of the agents are read only if they are wanted. */
function useGhosts(isWanted: boolean): { ghosts: readonly SessionHead[]; problem: string | undefined } {
  const isThere = useStore(hello).value?.features.ghosts === true;
  const { value, error } = useAnswer(isWanted && isThere ? 'ghosts' : undefined, (signal) => api.ghosts(signal));
  return {
    ghosts: value?.items ?? NONE,
    problem: error === undefined ? undefined : 'The logs of prompts could not be read.',
  };
}

function Summary({ answer, isFiltered }: { answer: ApiSessions | undefined; isFiltered: boolean }) {
  const index = useStore(indexState);
  if (!answer) return null;
  const parts = [
    plural(answer.total, 'session'),
    answer.total > 0 && plural(answer.facets.agents.length, 'agent'),
    isFiltered ? '' : formatBytes(answer.bytes),
    indexWords(index),
  ];
  return <p className="num">{parts.filter(Boolean).join(' · ')}</p>;
}

function indexWords(index: ApiIndexState | undefined): string {
  if (index?.behind) return 'index not up to date';
  if (index?.state === 'indexing') return 'indexing';
  if (index?.state !== 'fresh') return '';
  return index.lagMs < 1000 ? 'index up to date' : `indexed ${formatDuration(index.lagMs)} ago`;
}

function NoSessions({ isFiltered }: { isFiltered: boolean }) {
  const { value } = useStore(hello);
  const { homeVariables } = useAgents();
  if (isFiltered) {
    return (
      <EmptyState title="No session matches">
        <p>Remove a filter, or search the text of every session.</p>
        <button type="button" className="btn" onClick={() => navigate('/')}>
          Show all sessions
        </button>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No session found">
      <p>threadline looked in these folders. Run an agent once, or set {homeVariables}.</p>
      {value?.homes.map((home) => (
        <code key={`${home.agent} ${home.path}`}>
          {visibleLine(home.path)}
          {!home.exists && ' (not there)'}
        </code>
      ))}
    </EmptyState>
  );
}

function without(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  next.delete(key);
  return next;
}
