export { type ConnectOptions, connect, type Queries, type ServerDatabase, type TransactionOptions } from './connect.ts';
export { FIRST_TENANT, type Migrated, migrate } from './migrate.ts';
export { isServerAddress } from './server-address.ts';
