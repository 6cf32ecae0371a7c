export type { BlockKind, BlockRange, BlockRole, BlockRow } from './block-row.ts';
export {
  type SearchHit,
  type SearchMode,
  type SearchOptions,
  type SearchPage,
  type SearchQuery,
  searchModes,
} from './search-query.ts';
export type { SessionFilter, SessionKey, SessionRow, SessionState } from './session-row.ts';
export type { FoldedBlock, FoldedHead, FoldedSession, FoldRevision, ThreadSink } from './thread-sink.ts';
export {
  type Page,
  type Paged,
  type StoreCapabilities,
  type StoreChange,
  type StoreUsageFilter,
  type StoreUsageQuery,
  type ThreadStore,
  type TouchedFilter,
  type TouchedRow,
  type UsageSum,
  usageGroups,
} from './thread-store.ts';
