import { amount } from '../../../core/text/amount.ts';
import {
  countDueObjects,
  dropForgottenWords,
  type ForgetWhat,
  findForgettable,
  findPeople,
  forget,
  type NamedPerson,
  overwriteDeleted,
  planForget,
  type ServerDatabase,
} from '../../../fleet/postgres/index.ts';
import { type ExitCode, ExitError, exitCodes, usageError } from '../exit.ts';
import { printOnce } from '../output.ts';
import { oneProject } from '../project.ts';
import { report } from '../report.ts';
import { terminalLine } from '../terminal-text.ts';
import { localTime } from '../wording.ts';
import type { ArchiveValues } from './command.ts';
import { confirm } from './confirm.ts';

/** The number of sessions to remove that are listed. The rest is counted. */
const SHOWN_SESSIONS = 20;

type ForgetValues = ArchiveValues & { session?: string | undefined };

/** Prints what is to be removed, asks, and removes it. */
export async function forgetOnServer(
  database: ServerDatabase,
  tenant: number,
  url: string,
  values: ForgetValues,
): Promise<ExitCode> {
  const what = await forgetWhat(database, tenant, url, values);
  const plan = await planForget(database, tenant, what);
  const { sessions, sources, people, held } = plan;
  if (held > 0)
    report(`${amount(held, 'session')} under a legal hold: not forgotten ('threadline archive hold' lists holds)`);
  else if ('person' in what && people.length === 0)
    report("the person is under a legal hold: not forgotten ('threadline archive hold' lists holds)");
  const lines = sessions
    .slice(0, SHOWN_SESSIONS)
    .map(({ key, machine, endedAt, isSubagent }) =>
      terminalLine(`${localTime(endedAt)}  ${key.agent}:${key.threadId}  ${machine}${isSubagent ? '  sub-agent' : ''}`),
    );
  if (sessions.length > SHOWN_SESSIONS) lines.push(`… and ${amount(sessions.length - SHOWN_SESSIONS, 'more session')}`);
  if (people.length > 0)
    lines.push('name, e-mail, groups and logins of the person, with the stars, tags and notes that they gave');
  const isNothing = sources.length === 0 && people.length === 0;
  await printOnce(isNothing ? 'nothing to remove\n' : lines.map((line) => `${line}\n`).join(''));
  if (!isNothing) {
    const question = `Forget ${amount(sessions.length, 'session')} and ${amount(sources.length, 'file')} for good?`;
    if (!(await confirm(question, values.yes))) return exitCodes.usage;
    await forget(database, tenant, plan);
  } else await dropForgottenWords(database);
  if (values.overwrite) await overwriteDeleted(url);
  const left = await countDueObjects(database);
  if (left > 0)
    report(`${amount(left, 'object')} in the object store will be removed by the next worker that can reach it`);
  if (values.person !== undefined || values.machine !== undefined) {
    report("what is new there is still taken; 'threadline archive tokens revoke' ends that");
  }
  return exitCodes.ok;
}

/** Checks the arguments before a server is asked, so that an error is reported at once. */
export function checkForget({ session, project, person, machine }: ForgetValues): void {
  const given = [session, project, person, machine].filter((value) => value !== undefined && value !== '');
  if (given.length !== 1) {
    throw usageError('forget wants one of a session, --project NAME, --person WHO, --machine NAME', 'archive');
  }
}

async function forgetWhat(
  database: ServerDatabase,
  tenant: number,
  url: string,
  values: ForgetValues,
): Promise<ForgetWhat> {
  const { session, project, person, machine } = values;
  if (project !== undefined) return { project: await oneProject('archive', project, { archive: url }) };
  if (person !== undefined) return onePerson(await findPeople(database, tenant, person), person);
  if (machine !== undefined) return { machine };
  const found = await findForgettable(database, tenant, session ?? '');
  const [only] = found;
  if (only && found.length === 1) return { session: only.key };
  const message = only ? `'${session}' is more than one session` : `there is no session '${session}'`;
  throw new ExitError(exitCodes.environment, message);
}

/** A name that several people have forgets none of them. */
function onePerson(found: readonly NamedPerson[], who: string): ForgetWhat {
  const [only] = found;
  if (!only) throw new ExitError(exitCodes.environment, `there is no person '${who}'`);
  if (found.length === 1) return 'id' in only ? { person: only.id } : { owner: only.owner };
  const told = found.map((one) =>
    'id' in one
      ? `#${one.id} (${[one.sub, one.name, one.email].filter(Boolean).join(', ')})`
      : one.machines.map((machine) => `--machine ${machine}`).join(' and '),
  );
  throw usageError(`'${who}' may be ${told.join(', or ')}; name one of them`, 'archive');
}
