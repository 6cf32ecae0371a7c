import { lazy, Suspense, useEffect, useState } from 'react';
import { type PageRoute, pageRoute } from '../src/doors/server/page-route.ts';
import { useKeys } from './keyboard.ts';
import { NotFoundPage } from './pages/not-found.tsx';
import { TranscriptPage } from './pages/transcript/page.tsx';
import { navigate, usePlace } from './router.ts';
import { nextTheme } from './stores/preferences.ts';
import { Announcer } from './ui/announcer.tsx';
import { Bands } from './ui/bands.tsx';
import { late } from './ui/late.tsx';
import { BottomNavigation, Navigation } from './ui/navigation.tsx';
import { PageBoundary } from './ui/page-boundary.tsx';
import { PageMain } from './ui/page-main.tsx';

const SessionsPage = lazy(async () => ({ default: (await import('./pages/sessions/page.tsx')).SessionsPage }));
const SearchPage = lazy(async () => ({ default: (await import('./pages/search/page.tsx')).SearchPage }));
const UsagePage = lazy(async () => ({ default: (await import('./pages/usage/page.tsx')).UsagePage }));
const InsightsPage = lazy(async () => ({ default: (await import('./pages/insights/page.tsx')).InsightsPage }));
const ChangesPage = lazy(async () => ({ default: (await import('./pages/changes/page.tsx')).ChangesPage }));
const TimePage = lazy(async () => ({ default: (await import('./pages/time/page.tsx')).TimePage }));
const SessionUsagePage = lazy(async () => ({
  default: (await import('./pages/session-usage/page.tsx')).SessionUsagePage,
}));
const RunPage = lazy(async () => ({ default: (await import('./pages/run/page.tsx')).RunPage }));
const ComparePage = lazy(async () => ({ default: (await import('./pages/compare/page.tsx')).ComparePage }));
const PromptsPage = lazy(async () => ({ default: (await import('./pages/prompts/page.tsx')).PromptsPage }));
const TeamPage = lazy(async () => ({ default: (await import('./pages/team/page.tsx')).TeamPage }));
const Palette = late(async () => (await import('./ui/palette.tsx')).Palette);
const KeyHelp = late(async () => (await import('./ui/key-help.tsx')).KeyHelp);
const ProblemsPage = lazy(async () => ({ default: (await import('./pages/problems/page.tsx')).ProblemsPage }));

/** The frame around every page, and the keys that work everywhere. */
export function App() {
  const { path } = usePlace();
  const route = pageRoute(path);
  const [open, setOpen] = useState<'palette' | 'keys'>();
  // Its key is two: when the second comes, it is here.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Control' || event.key === 'Meta') void Palette.load().catch(() => {});
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  useKeys({
    'g s': () => navigate('/'),
    'g u': () => navigate('/usage'),
    'g i': () => navigate('/insights'),
    'g p': () => navigate('/problems'),
    'g r': () => navigate('/run'),
    t: nextTheme,
    '?': () => setOpen('keys'),
    'Mod+k': () => setOpen('palette'),
  });
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <div className={isWide(route) ? 'app narrow' : 'app'}>
        <Navigation />
        <div className="content-frame">
          <Bands />
          <PageBoundary key={path}>
            <Suspense fallback={<PageMain page={route.page} state="loading" />}>
              <Page route={route} />
            </Suspense>
          </PageBoundary>
        </div>
      </div>
      <BottomNavigation />
      <Announcer />
      {open === 'palette' && <Palette onClose={() => setOpen(undefined)} onKeys={() => setOpen('keys')} />}
      {open === 'keys' && <KeyHelp onClose={() => setOpen(undefined)} />}
    </>
  );
}

/** The pages of one session, or of some side by side, leave the most room for them. */
function isWide(route: PageRoute): boolean {
  if (route.page === 'run' || route.page === 'compare') return true;
  return 'key' in route && route.page !== 'prompts';
}

function Page({ route }: { route: PageRoute }) {
  switch (route.page) {
    case 'sessions':
      return <SessionsPage />;
    case 'transcript':
      return <TranscriptPage sessionKey={route.key} />;
    case 'changes':
      return <ChangesPage sessionKey={route.key} />;
    case 'time':
      return <TimePage sessionKey={route.key} />;
    case 'run':
      return <RunPage runKey={route.key} />;
    case 'prompts':
      return <PromptsPage sessionKey={route.key} />;
    case 'search':
      return <SearchPage />;
    case 'usage':
      return route.key === undefined ? <UsagePage /> : <SessionUsagePage sessionKey={route.key} />;
    case 'insights':
      return <InsightsPage />;
    case 'compare':
      return <ComparePage />;
    case 'team':
      return <TeamPage />;
    case 'problems':
      return <ProblemsPage />;
    default:
      return <NotFoundPage />;
  }
}
