export type {
  Archive,
  ArchiveOptions,
  ArchiveState,
  ForgetFilter,
  GoingSession,
  KeepDeleted,
  PruneFilter,
  SetAside,
} from './archive.ts';
export type { BlockKind, BlockRange, BlockRole, BlockRow } from './block-row.ts';
export { dataFolder } from './data-folder.ts';
export type { IndexProgress, IndexReport, SourceProblem } from './index-report.ts';
export { openPostgresStore, type PostgresStoreOptions } from './postgres/open-store.ts';
export {
  type Appended,
  type RawSource,
  type RawStore,
  type Segment,
  type SendMode,
  type SourceHead,
  sendModes,
} from './raw-store.ts';
export {
  type SearchHit,
  type SearchMode,
  type SearchOptions,
  type SearchPage,
  type SearchQuery,
  searchModes,
} from './search-query.ts';
export type { SessionFilter, SessionKey, SessionRow } from './session-row.ts';
export { openArchive } from './sqlite/open.ts';
export type { FoldedBlock, FoldedHead, FoldedSession, FoldedStatus, FoldRevision, ThreadSink } from './thread-sink.ts';
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
