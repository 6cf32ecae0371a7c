import { createStore, useStore } from './stores/store.ts';

/** Where the page is, by its URL. The History API is the router: every place is a real link. */
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
  if (how === 'push') history.pushState(null, '', url);
  else history.replaceState(null, '', url);
  const before = place.get();
  place.set(readAddress());
  if (before.path !== place.get().path) scrollTo(0, 0);
}

/** Changes words of the query and keeps the others; an empty value takes the word away, a list gives it several times. */
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

/** The address of a session's page; a key is `<agent>/<id>`. */
export function sessionUrl(key: string): string {
  const slash = key.indexOf('/');
  return `/s/${encodeURIComponent(key.slice(0, slash))}/${encodeURIComponent(key.slice(slash + 1))}`;
}

/** Clicks on links of this page go through the router; those with a modifier, and all others, are the browser's. */
export function startRouter(): void {
  addEventListener('popstate', () => place.set(readAddress()));
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link?.matches('.skip-link')) return skipTo(link, event);
    if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
    if (link.pathname.startsWith('/api/')) return;
    event.preventDefault();
    navigate(link.pathname + link.search + link.hash);
  });
}

/** The address is the page's; what is skipped to only takes the focus. */
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
