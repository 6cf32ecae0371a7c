import { visibleLine } from '../../src/core/text/visible-text.ts';
import { pageRoute } from '../../src/doors/server/page-route.ts';
import { connection, indexState } from '../api/live.ts';
import { formatCount, formatDuration, plural } from '../format/figures.ts';
import { sessionUrl, usePlace } from '../router.ts';
import { hello } from '../stores/hello.ts';
import { overview } from '../stores/overview.ts';
import { runs, waitingCount } from '../stores/runs.ts';
import { useStore } from '../stores/store.ts';
import { Icon, type IconName, Logo } from './icon.tsx';
import { Reconnecting } from './reconnecting.tsx';
import { StatusDot } from './status-dot.tsx';
import { useNow } from './use-now.ts';

const places: { name: string; url: string; icon: IconName; page: string }[] = [
  { name: 'Sessions', url: '/', icon: 'list', page: 'sessions' },
  { name: 'Run', url: '/run', icon: 'play', page: 'run' },
  { name: 'Search', url: '/search', icon: 'find', page: 'search' },
  { name: 'Usage', url: '/usage', icon: 'bars', page: 'usage' },
  { name: 'Team', url: '/team', icon: 'people', page: 'team' },
  { name: 'Insights', url: '/insights', icon: 'trend', page: 'insights' },
  { name: 'Problems', url: '/problems', icon: 'warn', page: 'problems' },
];

/** The places of the viewer: at the left, or as a bar below on a narrow screen. */
export function Navigation() {
  const { total, problems, running, projects } = useStore(overview);
  const now = useNow(30_000);
  return (
    <nav className="nav" aria-label="Main">
      <a className="brand" href="/" aria-label="threadline: sessions">
        <Logo />
        threadline
      </a>
      <PlaceLinks counts={{ sessions: total, problems }} />
      {running.length > 0 && <h2>Running</h2>}
      {running.slice(0, 6).map((head) => (
        <a className="extra" key={head.key} href={sessionUrl(head.key)}>
          <StatusDot status={head.status} />
          <span className="label">{visibleLine(head.title)}</span>
          <span className="count">{formatDuration(Math.max(0, now - (head.startedAt ?? now))).split(' ')[0]}</span>
        </a>
      ))}
      {projects.length > 0 && <h2>Projects</h2>}
      {projects.slice(0, 6).map((project) => (
        <a className="extra" key={project.key} href={`/?project=${encodeURIComponent(project.key)}`}>
          {project.name.startsWith('~/') && <span className="mono home">~/</span>}
          <span className="label">{visibleLine(project.name.replace(/^~\//, ''))}</span>
          <span className="count">{formatCount(project.count)}</span>
        </a>
      ))}
      <Foot />
    </nav>
  );
}

export function BottomNavigation() {
  const person = useStore(hello).value?.person;
  return (
    <nav className="bottomnav" aria-label="Main">
      <PlaceLinks />
      {person !== undefined && (
        <a href="/auth/account" aria-label={`Account of ${visibleLine(person)}`}>
          <Icon name="user" />
          Account
        </a>
      )}
    </nav>
  );
}

/** The links of the places, with their counts by page. A count of zero is not shown. */
function PlaceLinks({ counts = {} }: { counts?: Readonly<Record<string, number | undefined>> }) {
  const route = pageRoute(usePlace().path);
  const isOfSession = 'key' in route && route.page !== 'prompts' && route.page !== 'run';
  const waiting = waitingCount(useStore(runs));
  const { value } = useStore(hello);
  // Nobody runs agents on a server of many people, and only such a server knows of people.
  const hidden = [value?.person === undefined ? undefined : 'run', value?.features.team ? undefined : 'team'];
  const shown = places.filter(({ page }) => !hidden.includes(page));
  return shown.map((place) => {
    const count = place.page === 'run' ? waiting : (counts[place.page] ?? 0);
    const isHere = place.page === (isOfSession ? 'sessions' : route.page);
    return (
      <a key={place.page} href={place.url} aria-current={isHere ? 'page' : undefined}>
        <Icon name={place.icon} />
        {place.name}
        {count > 0 && (
          <span className={place.page === 'run' ? 'count waiting' : 'count'} aria-hidden="true">
            {formatCount(count)}
          </span>
        )}
      </a>
    );
  });
}

/** Where one logs out. */
function Account({ person }: { person: string }) {
  return (
    <>
      <br />
      <a href="/auth/account">{visibleLine(person)}</a>
    </>
  );
}

function Foot() {
  const { value } = useStore(hello);
  const index = useStore(indexState);
  const homes = value?.homes.filter((home) => home.exists).length ?? 0;
  const words = { indexing: 'Indexing', fresh: 'Index up to date', off: 'No index' };
  const state = index?.behind ? 'Index not up to date' : index ? words[index.state] : 'Connecting';
  const isLost = useStore(connection).state === 'lost';
  const where = value?.sample ? 'bundled sample' : plural(homes, 'home');
  return (
    <div className="foot">
      {isLost && <Reconnecting />}
      {!isLost && (value?.remote ? 'Sessions of a server' : `${state} · ${where}`)}
      <br />
      {location.host}
      {value?.person === undefined ? ' · local only' : <Account person={value.person} />}
    </div>
  );
}
