export { type AuditHead, findMissingHeads, readAuditHead } from './audit-heads.ts';
export { announceJobs, JOB_CHANNEL, readBacklog, type ServerBacklog } from './backlog.ts';
export { type ConnectOptions, connect, type Queries, type ServerDatabase, type TransactionOptions } from './connect.ts';
export { findPeople, type NamedPerson } from './find-people.ts';
export {
  dropForgottenWords,
  type ForgetPlan,
  type Forgettable,
  type ForgetWhat,
  findForgettable,
  forget,
  planForget,
} from './forget.ts';
export { type ServerHealth, serverHealth } from './health.ts';
export { addHold, type HoldKind, type HoldRow, holdKinds, liftHold, listHolds } from './holds.ts';
export { checkVersion, FIRST_TENANT, type Migrated, migrate } from './migrate.ts';
export { openPostgresStore, type PostgresStoreOptions, tenantNamed } from './open-store.ts';
export { overwriteDeleted } from './overwrite-deleted.ts';
export { readPolicyDocument, setPolicy, setTeamRetention } from './policy.ts';
export { createPostgresRawStore, type RawStoreOwner } from './postgres-raw-store.ts';
export { createPostgresSink, type SinkOptions } from './postgres-sink.ts';
export { setProjectRules } from './project-rules.ts';
export { countDueObjects } from './raw-objects.ts';
export { type ReadSourceOptions, readSource, type SourcePart } from './read-source.ts';
export { setRepositoryRules } from './repository-rules.ts';
export { type Outdated, type Retention, retain, setRetention } from './retain.ts';
export { isServerAddress } from './server-address.ts';
export { type MachineStatus, type ServerStatus, serverStatus } from './status.ts';
export { addToken, findMachine, findTenant, listTokens, type NewToken, revokeToken, type TokenRow } from './tokens.ts';
export { type Verified, verify } from './verify.ts';
export type { FoldedSource } from './write-session.ts';
