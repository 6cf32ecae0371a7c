export { type ConnectOptions, connect, type Queries, type ServerDatabase, type TransactionOptions } from './connect.ts';
export { FIRST_TENANT, type Migrated, migrate } from './migrate.ts';
export { createPostgresRawStore, type RawStoreOwner } from './postgres-raw-store.ts';
export { type ReadSourceOptions, readSource, type SourcePart } from './read-source.ts';
export { isServerAddress } from './server-address.ts';
