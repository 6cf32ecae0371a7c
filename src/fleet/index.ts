export type {
  Archive,
  ArchiveOptions,
  ArchiveState,
  ForgetFilter,
  GoingSession,
  GoneFilter,
  KeepDeleted,
  PruneFilter,
  SetAside,
} from '../archive/model/archive.ts';
export type { BlockKind, BlockRange, BlockRole, BlockRow } from '../archive/model/block-row.ts';
export type { IndexProgress, IndexReport, SourceProblem } from '../archive/model/index-report.ts';
export type { Appended, RawSource, RawStore, Segment, SendMode, SourceHead } from '../archive/model/raw-store.ts';
export { sendModes } from '../archive/model/raw-store.ts';
export {
  type SearchHit,
  type SearchMode,
  type SearchOptions,
  type SearchPage,
  type SearchQuery,
  searchModes,
} from '../archive/model/search-query.ts';
export type { SessionFilter, SessionKey, SessionRow } from '../archive/model/session-row.ts';
export type {
  FoldedBlock,
  FoldedHead,
  FoldedSession,
  FoldedStatus,
  FoldRevision,
  ThreadSink,
} from '../archive/model/thread-sink.ts';
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
  type WorkFilter,
  type WorkGroup,
  type WorkUsage,
  type WorkUsageQuery,
  workGroups,
} from '../archive/model/thread-store.ts';
export { openArchive } from '../archive/sqlite/open.ts';
export { dataFolder } from '../machine/sessions/data-folder.ts';
export { openPostgresStore, type PostgresStoreOptions } from './postgres/open-store.ts';
