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
  if (how === 'push') history.pushState(null, '', url);
  else history.replaceState(null, '', url);
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
export function sessionUrl(key: string): string {
  const slash = key.indexOf('/');
  return `/s/${encodeURIComponent(key.slice(0, slash))}/${encodeURIComponent(key.slice(slash + 1))}`;
}

/** Routes clicks on links of this page. Those with a modifier, and all others, are left to the browser. */
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
