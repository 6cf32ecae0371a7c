import { amount } from '../../../core/text/amount.ts';
import type { ServerDatabase } from '../../../fleet/postgres/index.ts';
import { addEnrolment, type EnrolmentRow, listEnrolments, revokeEnrolment } from '../../../fleet/team/enrolments.ts';
import { type ExitCode, ExitError, exitCodes, usageError } from '../exit.ts';
import { printOnce } from '../output.ts';
import { report } from '../report.ts';
import { createScreen } from '../screen.ts';
import { type Column, renderTable } from '../table.ts';
import { localTime } from '../wording.ts';
import { createJsonEncoder } from '../write-json.ts';
import type { TeamValues } from './command.ts';
import { expirySeconds } from './expiry-seconds.ts';

/** `enrol`: codes by which many machines get tokens that only send. */
export async function manageEnrolments(
  database: ServerDatabase,
  tenant: number,
  action: string,
  name: string | undefined,
  values: TeamValues,
): Promise<ExitCode> {
  if (name === undefined) return list(database, tenant, values);
  if (action === 'add') return add(database, tenant, name, values);
  const { codes, machines } = await revokeEnrolment(database, tenant, name, values.machines === true);
  if (codes + machines === 0) throw new ExitError(exitCodes.environment, `there is no code '${name}' that is in use`);
  if (values.machines) report(`${amount(machines, 'machine')} may send no more`);
  return exitCodes.ok;
}

async function add(database: ServerDatabase, tenant: number, name: string, values: TeamValues): Promise<ExitCode> {
  const seconds = expirySeconds(values);
  if (seconds === undefined) throw usageError('enrol add wants --expires 30d', 'team');
  if (!/^\d{1,7}$/.test(values.uses ?? '')) throw usageError('enrol add wants --uses N', 'team');
  try {
    const code = await addEnrolment(database, tenant, { name, seconds, uses: Number(values.uses) });
    report('this is shown once; `threadline login URL --code-file FILE` takes it');
    return await printOnce(`${code}\n`);
  } catch (error) {
    if (error instanceof TypeError) throw usageError(error.message, 'team');
    throw error;
  }
}

const columns: readonly Column<EnrolmentRow>[] = [
  { title: 'name', text: ({ name }) => name },
  { title: 'used', text: ({ used, uses }) => `${used} of ${uses}` },
  { title: 'until', text: ({ expiresAt }) => localTime(expiresAt.getTime()) },
  { title: 'revoked', text: ({ revokedAt }) => localTime(revokedAt?.getTime()) },
];

async function list(database: ServerDatabase, tenant: number, { json }: TeamValues): Promise<ExitCode> {
  const rows = await listEnrolments(database, tenant);
  if (!json) return printOnce(rows.length === 0 ? 'no codes\n' : `${renderTable(rows, columns, createScreen())}\n`);
  const told = rows.map(({ name, uses, used, expiresAt, revokedAt }) => ({
    name,
    uses,
    used,
    expires_at: expiresAt.toISOString(),
    revoked_at: revokedAt?.toISOString() ?? null,
  }));
  return printOnce(`${createJsonEncoder({ forTerminal: true })({ codes: told })}\n`);
}
