import { createStore, useStore } from './stores/store.ts';

/** The place of the page, by its URL. The History API is the router: every place is a real link. */
export interface PageAddress {
  path: string;
  search: URLSearchParams;
  hash: string;
}

const place = createStore<PageAddress>(readAddress());

export function usePlace(): PageAddress {
  return useStore(place);
}

export function navigate(url: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') {
    keepScroll();
    history.pushState(null, '', url);
  } else history.replaceState(history.state, '', url);
  const before = place.get();
  place.set(readAddress());
  if (before.path !== place.get().path) scrollTo(0, 0);
}

/** Changes words of the query and keeps the others. An empty value removes the word, a list repeats it. */
export function setQuery(
  changes: Record<string, string | readonly string[] | undefined>,
  how: 'push' | 'replace' = 'push',
): void {
  const { path, search, hash } = place.get();
  const next = new URLSearchParams(search);
  for (const [name, value = ''] of Object.entries(changes)) {
    next.delete(name);
    for (const one of typeof value === 'string' ? [value] : value) if (one !== '') next.append(name, one);
  }
  navigate(`${path}${next.size > 0 ? `?${next}` : ''}${hash}`, how);
}

/** The address of a session's page. A key is `<agent>/<id>`. */
export function sessionUrl(key: string, place: 's' | 'prompts' = 's'): string {
  const slash = key.indexOf('/');
  return `/${place}/${encodeURIComponent(key.slice(0, slash))}/${encodeURIComponent(key.slice(slash + 1))}`;
}

/** The address that compares two or three sessions. */
export function compareUrl(keys: readonly string[]): string {
  return `/compare?${keys.map((key, index) => `${'abc'[index] ?? 'c'}=${encodeURIComponent(key)}`).join('&')}`;
}

/** The address of a session of a list. One of which only prompts are left has a page of its own. */
export function headUrl({ key, ghost }: { key: string; ghost?: object }): string {
  return sessionUrl(key, ghost ? 'prompts' : 's');
}

/** Routes clicks on links of this page. Those with a modifier, and all others, are left to the browser. */
export function startRouter(): void {
  history.scrollRestoration = 'manual';
  addEventListener('popstate', () => {
    const before = place.get();
    place.set(readAddress());
    if (before.path !== place.get().path || before.search.toString() !== place.get().search.toString()) {
      restoreScroll(keptScroll(history.state));
    }
  });
  // Forward leads to a page that was left by Back, and a reload to the one that is here.
  addEventListener('scroll', keepScrollSoon, { passive: true });
  restoreScroll(keptScroll(history.state));
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link?.matches('.skip-link')) return skipTo(link, event);
    if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
    // The server's own: downloads, and pages of the login.
    if (/^\/(?:api|auth)\//.test(link.pathname)) return;
    event.preventDefault();
    navigate(link.pathname + link.search + link.hash);
  });
}

let keeping: ReturnType<typeof setTimeout> | undefined;

function keepScrollSoon(): void {
  clearTimeout(keeping);
  keeping = setTimeout(keepScroll, 200);
}

/** The entry of the history keeps how far its page was scrolled. */
function keepScroll(): void {
  clearTimeout(keeping);
  history.replaceState({ scroll: Math.round(scrollY) }, '');
}

function keptScroll(state: unknown): number {
  const isKept = typeof state === 'object' && state !== null && 'scroll' in state;
  return isKept && typeof state.scroll === 'number' ? state.scroll : 0;
}

/** The time for which a page that is still loading is waited for. */
const RESTORE_MS = 3000;

/** Scrolls as soon as the page is long enough. A reader who moves meanwhile stays where they are. */
function restoreScroll(top: number): void {
  const until = performance.now() + RESTORE_MS;
  let isLeft = false;
  const leave = () => {
    isLeft = true;
  };
  const events = ['wheel', 'pointerdown', 'keydown', 'popstate'] as const;
  for (const name of events) addEventListener(name, leave, { once: true, passive: true });
  const step = () => {
    clearTimeout(keeping);
    const isLong = document.documentElement.scrollHeight - innerHeight >= top;
    if (isLong) scrollTo(0, top);
    if (!isLeft && performance.now() < until && Math.abs(scrollY - top) > 1) requestAnimationFrame(step);
    else for (const name of events) removeEventListener(name, leave);
  };
  requestAnimationFrame(step);
}

/** The address stays that of the page. The target of a skip link only takes the focus. */
function skipTo(link: HTMLAnchorElement, event: Event): void {
  event.preventDefault();
  const target = document.getElementById(link.hash.slice(1));
  if (!target) return;
  target.tabIndex = -1;
  target.focus();
}

function readAddress(): PageAddress {
  return { path: location.pathname, search: new URLSearchParams(location.search), hash: location.hash };
}
