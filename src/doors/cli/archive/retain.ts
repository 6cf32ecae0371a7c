import { amount } from '../../../core/text/amount.ts';
import {
  FIRST_TENANT,
  findTenant,
  type Outdated,
  type Retention,
  retain,
  type ServerDatabase,
  setRetention,
} from '../../../fleet/postgres/index.ts';
import { type ExitCode, exitCodes, usageError } from '../exit.ts';
import { printOnce } from '../output.ts';
import { report } from '../report.ts';
import { terminalLine } from '../terminal-text.ts';
import type { ArchiveValues } from './command.ts';
import { confirm } from './confirm.ts';

/** With days, sets a tenant's retention. Without, drops older data of all tenants. */
export async function retainOnServer(database: ServerDatabase, values: ArchiveValues): Promise<ExitCode> {
  const retention = parseRetention(values);
  if (retention) {
    await setRetention(database, await findTenant(database, values.tenant ?? FIRST_TENANT), retention);
    // Nothing is dropped by this yet, also with --yes.
    report(`kept from now on: ${keptText(retention)}; what is older goes with 'threadline archive retain'`);
    return exitCodes.ok;
  }
  const outdated = await retain(database, true);
  if (outdated.length === 0) return printOnce('nothing to drop\n');
  await printOnce(outdated.map((one) => `${lineOf(one)}\n`).join(''));
  if (!(await confirm('Drop this for good?', values.yes))) return exitCodes.usage;
  await retain(database, false);
  return exitCodes.ok;
}

function lineOf({ what, tenant, month, rows, bytes }: Outdated): string {
  const whose = tenant === undefined ? 'the whole month' : `of ${tenant}`;
  const size = bytes === undefined ? '' : `, ${Math.ceil(bytes / 1e6)} MB`;
  return terminalLine(`${what}  ${month.padEnd(7)}  ${amount(rows, 'row')}${size}  ${whose}`);
}

function keptText(retention: Retention): string {
  return Object.entries(retention)
    .map(([name, days]) => `${name} ${days === undefined ? 'for ever' : `for ${amount(days, 'day')}`}`)
    .join(', ');
}

function parseRetention({ text, raw, usage }: ArchiveValues): Retention | undefined {
  const retention: Retention = {};
  if (text !== undefined) retention.text = parseDays('--text', text);
  if (raw !== undefined) retention.raw = raw === 'forever' ? undefined : parseDays('--raw', raw);
  if (usage !== undefined) retention.usage = usage === 'forever' ? undefined : parseDays('--usage', usage);
  return Object.keys(retention).length === 0 ? undefined : retention;
}

function parseDays(option: string, text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw usageError(`${option} takes a number of days, not '${text}'`, 'archive');
}
