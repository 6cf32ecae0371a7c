import { EmptyState } from '../ui/empty-state.tsx';
import { PageMain } from '../ui/page-main.tsx';
import { useTitle } from '../ui/use-title.ts';

/** An address that names no place. */
export function NotFoundPage() {
  useTitle('Not found');
  return (
    <PageMain page="not-found" state="ready">
      <EmptyState level={1} title="Nothing is at this address">
        <p>The address may be of another version, or cut off.</p>
        <a className="btn" href="/search">
          Search every session
        </a>
        <a className="text-link" href="/">
          All sessions
        </a>
      </EmptyState>
    </PageMain>
  );
}
