export { dataFolder } from '../machine/sessions/data-folder.ts';
export type {
  Archive,
  ArchiveOptions,
  ArchiveState,
  GoingSession,
  KeepDeleted,
  SetAside,
} from './model/archive.ts';
export type { BlockKind, BlockRole, BlockRow } from './model/block-row.ts';
export type { IndexProgress, IndexReport, SourceProblem } from './model/index-report.ts';
export type { RawSource, RawStore, Segment, SendMode, SourceHead } from './model/raw-store.ts';
export { sendModes } from './model/raw-store.ts';
export { type SearchHit, type SearchPage, type SearchQuery, searchModes } from './model/search-query.ts';
export type { SessionKey, SessionRow } from './model/session-row.ts';
export type {
  ThreadStore,
  UsageSum,
} from './model/thread-store.ts';
export { openArchive } from './sqlite/open.ts';
