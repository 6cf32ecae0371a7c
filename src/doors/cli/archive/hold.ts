import { amount } from '../../../core/text/amount.ts';
import { namedRemote } from '../../../fleet/collect/normal-remote.ts';
import {
  addHold,
  findForgettable,
  type HoldKind,
  type HoldRow,
  liftHold,
  listHolds,
  type ServerDatabase,
} from '../../../fleet/postgres/index.ts';
import { type ExitCode, ExitError, exitCodes, usageError } from '../exit.ts';
import { printOnce } from '../output.ts';
import { oneProject } from '../project.ts';
import { createScreen } from '../screen.ts';
import { type Column, renderTable } from '../table.ts';
import { terminalLine } from '../terminal-text.ts';
import { localTime } from '../wording.ts';
import { createJsonEncoder } from '../write-json.ts';
import type { ArchiveValues } from './command.ts';

/** `hold add WHAT`, `hold list`, `hold lift NUMBER`. */
export async function holdOnServer(
  database: ServerDatabase,
  tenant: number,
  url: string,
  [action = 'list', name]: readonly string[],
  values: ArchiveValues,
): Promise<ExitCode> {
  if (action === 'list' && name === undefined) return list(await listHolds(database, tenant), values.json === true);
  if (action === 'lift') {
    const id = /^#?(\d{1,15})$/.exec(name ?? '')?.[1];
    if (id === undefined) throw usageError('hold lift wants the number of a hold', 'archive');
    if (await liftHold(database, tenant, Number(id))) return exitCodes.ok;
    throw new ExitError(exitCodes.environment, `there is no hold ${id} in force`);
  }
  if (action !== 'add') throw usageError(`hold takes add, list or lift, not '${action}'`, 'archive');
  const [kind, value] = await heldThing(database, tenant, url, name, values);
  const { id, sessions } = await addHold(database, tenant, kind, value);
  const now = sessions === 0 ? 'no session there yet' : `${amount(sessions, 'session')} now, and what comes`;
  return printOnce(terminalLine(`hold ${id} on ${kind} ${value}: ${now}`).concat('\n'));
}

async function heldThing(
  database: ServerDatabase,
  tenant: number,
  url: string,
  session: string | undefined,
  { project, repository, person, machine }: ArchiveValues,
): Promise<[HoldKind, string]> {
  const all = Object.entries({ session, project, repository, person, machine }) as [HoldKind, string | undefined][];
  const given = all.filter((one): one is [HoldKind, string] => one[1] !== undefined && one[1] !== '');
  const [only] = given;
  if (!only || given.length > 1)
    throw usageError('hold add wants one of a session, --project, --repository, --person, --machine', 'archive');
  const [kind, value] = only;
  if (kind === 'project') return [kind, await oneProject('archive', value, { archive: url })];
  if (kind === 'repository') return [kind, repositoryOf(value)];
  if (kind !== 'session') return only;
  const [found, ...others] = await findForgettable(database, tenant, value);
  if (found && others.length === 0) return [kind, `${found.key.agent}:${found.key.threadId}`];
  const message = found ? `'${value}' is more than one session` : `there is no session '${value}'`;
  throw new ExitError(exitCodes.environment, message);
}

function repositoryOf(text: string): string {
  const name = namedRemote(text);
  if (name !== undefined) return name;
  throw usageError(`--repository takes the name or address of one, github.com/acme/app, not '${text}'`, 'archive');
}

const columns: readonly Column<HoldRow>[] = [
  { title: '#', text: ({ id }) => String(id) },
  { title: 'what', text: ({ kind }) => kind },
  { title: 'held', text: ({ value }) => value },
  { title: 'since', text: ({ since }) => localTime(since.getTime()) },
  { title: 'lifted', text: ({ liftedAt }) => localTime(liftedAt?.getTime()) },
];

function list(rows: readonly HoldRow[], isJson: boolean): Promise<ExitCode> {
  if (!isJson)
    return printOnce(rows.length === 0 ? 'nothing is held\n' : `${renderTable(rows, columns, createScreen())}\n`);
  const holds = rows.map(({ id, kind, value, since, liftedAt }) => ({
    id,
    kind,
    value,
    since: since.toISOString(),
    lifted_at: liftedAt?.toISOString() ?? null,
  }));
  return printOnce(`${createJsonEncoder({ forTerminal: true })({ holds })}\n`);
}
