export { announceJobs, JOB_CHANNEL, readBacklog, type ServerBacklog } from './backlog.ts';
export { type ConnectOptions, connect, type Queries, type ServerDatabase, type TransactionOptions } from './connect.ts';
export { checkVersion, FIRST_TENANT, type Migrated, migrate } from './migrate.ts';
export { createPostgresRawStore, type RawStoreOwner } from './postgres-raw-store.ts';
export { type ReadSourceOptions, readSource, type SourcePart } from './read-source.ts';
export { type Outdated, type Retention, retain, setRetention } from './retain.ts';
export { isServerAddress } from './server-address.ts';
export { addToken, findMachine, findTenant, listTokens, type NewToken, revokeToken, type TokenRow } from './tokens.ts';
export { type Verified, verify } from './verify.ts';
