import { open } from 'node:fs/promises';
import { amount } from '../../../core/text/amount.ts';
import { refold } from '../../../fleet/jobs/index.ts';
import {
  type AuditHead,
  connect,
  FIRST_TENANT,
  findMissingHeads,
  findTenant,
  migrate,
  readAuditHead,
  type ServerDatabase,
  verify,
} from '../../../fleet/postgres/index.ts';
import { systemMessage } from '../../../machine/sessions/file-fault.ts';
import { type ExitCode, ExitError, exitCodes } from '../exit.ts';
import { printOnce } from '../output.ts';
import { report } from '../report.ts';
import { createJsonEncoder } from '../write-json.ts';
import type { ArchiveValues, ServerAction } from './command.ts';
import { checkForget, forgetOnServer } from './forget-on-server.ts';
import { holdOnServer } from './hold.ts';
import { retainOnServer } from './retain.ts';
import { printServerStatus } from './server-status.ts';
import { tokens } from './tokens.ts';

/** An action on an archive on PostgreSQL. */
export async function archiveOnServer(
  action: ServerAction,
  rest: readonly string[],
  url: string,
  values: ArchiveValues,
): Promise<ExitCode> {
  if (action === 'migrate') return migrateServer(url, values);
  if (action === 'forget') checkForget({ ...values, session: rest[0] });
  const database = await connect({ url });
  try {
    if (action === 'status')
      return await printServerStatus(database, values.tenant ?? FIRST_TENANT, values.json === true);
    if (action === 'verify') return await verifyServer(database, values);
    if (action === 'tokens') return await tokens(database, rest, values);
    if (action === 'retain') return await retainOnServer(database, values);
    const tenant = await findTenant(database, values.tenant ?? FIRST_TENANT);
    if (action === 'hold') return await holdOnServer(database, tenant, url, rest, values);
    if (action === 'forget') return await forgetOnServer(database, tenant, url, { ...values, session: rest[0] });
    const { sources } = await refold(database, { tenant, agent: values.agent });
    return await printOnce(`${amount(sources, 'file')} will be folded again, when workers have nothing else to do\n`);
  } finally {
    await database.close();
  }
}

async function migrateServer(url: string, values: ArchiveValues): Promise<ExitCode> {
  const { 'roles-only': rolesOnly, restored } = values;
  const { from, to } = await migrate({ url, rolesOnly, restored });
  if (rolesOnly) return printOnce('the roles of the archive are there\n');
  return printOnce(from === to ? `the tables are of version ${to}\n` : `the tables are of version ${to} now\n`);
}

async function verifyServer(database: ServerDatabase, { json: isJson, heads }: ArchiveValues): Promise<ExitCode> {
  const told = heads === undefined ? [] : await readHeads(heads);
  const found = await verify(database);
  found.wrong.push(...(await findMissingHeads(database, told)));
  const { wrong, parked, conflicts, ...counts } = found;
  if (isJson) await printOnce(`${createJsonEncoder({ forTerminal: true })(found)}\n`);
  else {
    // The names are plurals.
    const all = Object.entries(counts).map(([name, count]) => amount(count, name.slice(0, -1)));
    await printOnce(`${all.join(', ')}\n`);
    for (const line of wrong) report(line);
    for (const { source, problem } of parked) report(`source ${source} failed too often: ${problem}`);
    for (const one of conflicts) report(`source ${one.source} is another session of the same id as source ${one.with}`);
    if (wrong.length + parked.length === 0) await printOnce('all is well\n');
  }
  return wrong.length + parked.length > 0 ? exitCodes.badInput : exitCodes.ok;
}

/** A log without a single row is not the one that was meant. */
async function readHeads(path: string): Promise<AuditHead[]> {
  const heads: AuditHead[] = [];
  try {
    const file = await open(path);
    for await (const line of file.readLines())
      heads.push(...[readAuditHead(line)].filter((head) => head !== undefined));
  } catch (error) {
    throw new ExitError(exitCodes.environment, `cannot read ${path}: ${systemMessage(error)}`);
  }
  if (heads.length === 0) throw new ExitError(exitCodes.environment, `${path} tells of no row of an audit`);
  return heads;
}
