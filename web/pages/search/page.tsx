import { useMemo, useState } from 'react';
import { withoutAnsi } from '../../../src/core/text/ansi.ts';
import { visibleLine, visibleText } from '../../../src/core/text/visible-text.ts';
import type { ApiHit, ApiIndexState, ApiSearch } from '../../../src/doors/server/api-types.ts';
import { api, type Query } from '../../api/client.ts';
import { indexState } from '../../api/live.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { formatCount, formatDuration, plural } from '../../format/figures.ts';
import { formatWhen } from '../../format/times.ts';
import { useKeys } from '../../keyboard.ts';
import { navigate, sessionUrl, setQuery, usePlace } from '../../router.ts';
import { useAgents } from '../../stores/agents.ts';
import { overview } from '../../stores/overview.ts';
import { useStore } from '../../stores/store.ts';
import { AgentMark } from '../../ui/agent-mark.tsx';
import { EmptyState, FailureState } from '../../ui/empty-state.tsx';
import { PageMain, stateOf } from '../../ui/page-main.tsx';
import { TopBar } from '../../ui/top-bar.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { OneMenu } from '../sessions/filter-bar.tsx';
import { Facets, type Narrowing } from './facets.tsx';
import { parseQuery } from './parse-query.ts';
import { QueryChips } from './query-chips.tsx';
import { useMoreHits } from './use-more-hits.ts';

/** Words in every session. */
export function SearchPage() {
  const { search } = usePlace();
  const q = search.get('q') ?? '';
  useTitle(q === '' ? 'Search' : visibleLine(q));
  const narrowing = useMemo(() => readNarrowing(search), [search]);
  const wanted = useMemo(() => searchQuery(q, narrowing), [q, narrowing]);
  // A line with only filters searches for nothing.
  const isAsked = wanted.q !== '';
  const { value, error, loading, retry } = useAnswer(isAsked ? JSON.stringify(wanted) : undefined, (signal) =>
    api.search({ ...wanted, facets: 1 }, signal),
  );
  const rest = useMoreHits(wanted, value);
  const hits = useMemo(() => {
    const { agents, role } = narrowing;
    const all = [...(value?.hits ?? []), ...rest.hits];
    // Earlier hits stay until the answer to the choice comes.
    return all.filter(
      (hit) => (agents.length === 0 || agents.includes(hit.agent)) && (role === '' || hit.role === role),
    );
  }, [value, rest.hits, narrowing]);
  const at = useHitKeys(hits);
  const index = useStore(indexState);
  return (
    <PageMain
      page="search"
      state={isAsked ? stateOf({ value, error }, hits.length === 0) : 'empty'}
      className="content"
    >
      <TopBar key={q} query={q} />
      <div className="page-head">
        <h1>Search</h1>
        {value && isAsked && (
          <p className="num">
            {hitWords(value, hits.length, rest.hasMore)} · {formatCount(value.searched.sessions)} of{' '}
            {plural(value.searched.of, 'session')} searched · {indexWords(index, value.lagMs)}
          </p>
        )}
      </div>
      {q !== '' && <QueryChips line={q} />}
      {isAsked && (
        <div className="filters query-chips">
          <OneMenu label="" word="sort" chosen={narrowing.sort} choices={sorts} />
        </div>
      )}
      <div className="page-body">
        {!isAsked && <Help />}
        {error !== undefined && <FailureState code={error} onRetry={retry} />}
        {loading && !value && <p className="empty-state">Searching …</p>}
        {value && isAsked && (
          <div className="search-page">
            <Facets counted={value.facets} hits={value.hits} narrowing={narrowing} />
            <div>
              {hits.length === 0 && !loading && (
                <EmptyState title="No hit">
                  <p>Words match in any order. “Quotes” search for a phrase, /slashes/ for a regular expression.</p>
                </EmptyState>
              )}
              {groups(hits).map((group) => (
                <Group key={group.session} group={group} hits={hits} at={at} />
              ))}
              {rest.hasMore && (
                <button type="button" className="btn" disabled={rest.isLoading} onClick={rest.load}>
                  Show more hits
                </button>
              )}
            </div>
          </div>
        )}
      </div>
    </PageMain>
  );
}

const sorts = [
  { value: '', name: 'Newest first' },
  { value: 'best', name: 'Best match first' },
];

/** The number of hits, the same that the menus add up to where the server counted them. */
function hitWords({ facets }: ApiSearch, shown: number, hasMore: boolean): string {
  const count = facets ? Math.max(facets.fitting, shown) : shown;
  const isMore = facets ? facets.more : hasMore;
  return isMore ? `${formatCount(count)}+ hits` : plural(count, 'hit');
}

function indexWords(index: ApiIndexState | undefined, lagMs: number): string {
  return index?.state === 'fresh' && !index.behind ? 'index up to date' : `indexed ${formatDuration(lagMs)} ago`;
}

function readNarrowing(search: URLSearchParams): Narrowing {
  return {
    agents: search.getAll('agent').filter(Boolean),
    projects: search.getAll('project').filter(Boolean),
    role: search.get('role') ?? '',
    work: {
      person: search.get('person') ?? '',
      team: search.get('team') ?? '',
      repository: search.get('repository') ?? '',
      machine: search.get('machine') ?? '',
    },
    sort: search.get('sort') ?? '',
  };
}

/** The query of the line, with the choices of the facets. */
function searchQuery(line: string, { agents, projects, role, work, sort }: Narrowing): Query {
  const { agent, ...query } = parseQuery(line);
  return { ...query, agent: agents.length > 0 ? agents : agent, project: projects, role, ...work, sort };
}

function Help() {
  const [agent] = useAgents().all;
  return (
    <EmptyState title="Search every session">
      <p>
        Words in any order, “an exact phrase”, /a regular expression/; agent:{agent?.name ?? 'NAME'}, tool:Bash,
        file:framer.ts narrow it.
      </p>
    </EmptyState>
  );
}

function useHitKeys(hits: readonly ApiHit[]): ApiHit | undefined {
  const [at, setAt] = useState(-1);
  const step = (direction: 1 | -1) => setAt(Math.max(0, Math.min(hits.length - 1, at + direction)));
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    Enter: () => hits[at] && navigate(hitUrl(hits[at])),
    Escape: () =>
      setQuery({ agent: '', role: '', project: '', person: '', team: '', repository: '', machine: '' }, 'replace'),
  });
  return hits[at];
}

function Group({ group, hits, at }: { group: HitGroup; hits: readonly ApiHit[]; at: ApiHit | undefined }) {
  const { project = '' } = group.hits[0] ?? {};
  const { titleOf } = useAgents();
  const name = useStore(overview).projects.find(({ key }) => key === project)?.name ?? project;
  return (
    <section className="hit-group">
      <h2>
        <AgentMark agent={group.hits[0]?.agent ?? ''} />
        <a className="title" href={sessionUrl(group.session)}>
          {visibleLine(group.hits[0]?.title ?? group.session)}
        </a>
        {project !== '' && (
          <button
            type="button"
            className="project mono"
            title="Search in this project only"
            onClick={() => setQuery({ project }, 'replace')}
          >
            {visibleLine(name)}
          </button>
        )}
        <span className="spacer" />
        <span className="project num">{plural(group.hits.length, 'hit')}</span>
      </h2>
      {group.hits.map((hit) => (
        <a key={hits.indexOf(hit)} className={hit === at ? 'hit selected' : 'hit'} href={hitUrl(hit)}>
          <span className="kind">{visibleLine(hit.tool ?? (hit.role === 'user' ? 'You' : titleOf(hit.agent)))}</span>
          <span className={isCode(hit) ? 'context mono' : 'context'}>
            {visibleText(nearEnd(hit))}
            <mark>{visibleText(hit.match)}</mark>
            {visibleText(plainOf(hit, hit.after))}
          </span>
          <time>{hit.time === undefined ? '' : formatWhen(hit.time, Date.now())}</time>
        </a>
      ))}
    </section>
  );
}

/** The text just before the hit: of more than two lines the last, so that the hit itself is always visible. */
function nearEnd(hit: ApiHit): string {
  const lines = plainOf(hit, hit.before).split('\n').slice(-2);
  return lines.join('\n').slice(-140).trimStart();
}

/** Commands, files and output are code. */
function isCode({ kind }: ApiHit): boolean {
  return kind === 'tool_use' || kind === 'tool_result';
}

/** Without colours, and without the asterisks of bold words in prose. */
function plainOf(hit: ApiHit, text: string): string {
  const plain = withoutAnsi(text);
  return isCode(hit) ? plain : plain.replaceAll('**', '');
}

interface HitGroup {
  session: string;
  hits: ApiHit[];
}

function groups(hits: readonly ApiHit[]): HitGroup[] {
  return [...Map.groupBy(hits, (hit) => hit.session)].map(([session, own]) => ({ session, hits: own }));
}

/** A hit opens at its message, with the match marked. */
function hitUrl(hit: ApiHit): string {
  const find = new URLSearchParams({ find: hit.match });
  return `${sessionUrl(hit.session)}?${find}#m=${encodeURIComponent(hit.message)}`;
}
