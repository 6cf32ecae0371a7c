import { useState } from 'react';
import type { ApiHit, ApiSearch } from '../../../src/doors/server/api-types.ts';
import { api, type Query } from '../../api/client.ts';

export interface MoreHits {
  hits: ApiHit[];
  hasMore: boolean;
  isLoading: boolean;
  load: () => void;
}

/** The hits after the first page, fetched one page at a time. Hits of another search are dropped. */
export function useMoreHits(query: Query, first: ApiSearch | undefined): MoreHits {
  const [state, setState] = useState<{ of?: ApiSearch; hits: ApiHit[]; more?: string }>({ hits: [] });
  const [isLoading, setLoading] = useState(false);
  const isOfThis = first !== undefined && state.of === first;
  const hits = isOfThis ? state.hits : NONE;
  const cursor = isOfThis ? state.more : first?.more;

  async function load(): Promise<void> {
    if (first === undefined || cursor === undefined) return;
    setLoading(true);
    try {
      const answer = await api.search({ ...query, cursor });
      setState({ of: first, hits: [...hits, ...answer.hits], ...(answer.more !== undefined && { more: answer.more }) });
    } catch {
      // The button stays, so that it can be pressed again.
    } finally {
      setLoading(false);
    }
  }
  return { hits, hasMore: cursor !== undefined, isLoading, load: () => void load() };
}

const NONE: ApiHit[] = [];
