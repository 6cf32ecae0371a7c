import type { ApiCount, ApiWorkFacets } from './api-types.ts';

/** `GET /api/search`. */
export interface ApiSearch {
  schema: number;
  query: string;
  mode: 'words' | 'phrase' | 'exact' | 'regex';
  searched: { sessions: number; of: number };
  lagMs: number;
  more?: string;
  hits: ApiHit[];
  /** Present if `facets=1` was asked for. */
  facets?: ApiSearchFacets;
}

/** Counts for the menus of a search, of the newest hits. Each menu counts what the others leave. */
export interface ApiSearchFacets extends ApiWorkFacets {
  agents: ApiCount[];
  roles: ApiCount[];
  projects: ApiCount[];
  /** The number of hits that were counted, how many of them fit all menus, and whether there are more. */
  counted: number;
  fitting: number;
  more?: true;
}

export interface ApiHit {
  session: string;
  agent: string;
  title: string;
  project?: string;
  message: string;
  role: string;
  kind: string;
  tool?: string;
  time?: number;
  before: string;
  match: string;
  after: string;
}
