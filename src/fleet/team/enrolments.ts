import { ThreadlineError } from '../../errors.ts';
import { createToken, tokenDigest } from '../gateway/token.ts';
import type { ServerDatabase } from '../postgres/index.ts';
import { noteOperator } from '../postgres/operator-audit.ts';

// Codes for many machines, as an operator makes them with the owner's login. Each change is a row of the audit.

export interface NewEnrolment {
  name: string;
  /** How many machines may come by it. */
  uses: number;
  seconds: number;
}

export interface EnrolmentRow {
  name: string;
  uses: number;
  used: number;
  expiresAt: Date;
  revokedAt: Date | undefined;
}

/** A letter first: behind a `+` a number is that of a person. */
const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,31}$/;
const MOST_USES = 1_000_000;

/** The code is returned here and nowhere else: only its digest is kept. Throws `busy` if a code of that name counts. */
export async function addEnrolment(database: ServerDatabase, tenant: number, wanted: NewEnrolment): Promise<string> {
  const { name, uses, seconds } = wanted;
  if (!NAME.test(name))
    throw new TypeError('the name of a code has at most 32 letters, digits and _ -, and begins with a letter');
  if (!Number.isSafeInteger(uses) || uses < 1 || uses > MOST_USES)
    throw new TypeError(`--uses takes a number from 1 to ${MOST_USES}`);
  const code = createToken();
  await database.transaction({ role: 'owner', tenant }, async (queries) => {
    await queries.run("select pg_advisory_xact_lock(hashtext('threadline enrolment'), $1)", [tenant]);
    const counting = `select 1 from enrolment where tenant = $1 and name = $2 and revoked_at is null and expires_at > now()
      and used < uses`;
    if (await queries.get(counting, [tenant, name]))
      throw new ThreadlineError('busy', `a code of the name '${name}' is in use; revoke it first`);
    const row = await queries.get(
      `insert into enrolment(tenant, name, hash, uses, expires_at)
        values ($1, $2, $3, $4, now() + make_interval(secs => $5)) returning id`,
      [tenant, name, tokenDigest(code), uses, seconds],
    );
    await noteOperator(queries, 'code added', `${row?.id} uses ${uses}`);
  });
  return code;
}

export async function listEnrolments(database: ServerDatabase, tenant: number): Promise<EnrolmentRow[]> {
  const rows = await database.transaction({ role: 'owner', tenant, readOnly: true }, (queries) =>
    queries.all('select * from enrolment where tenant = $1 order by name, id', [tenant]),
  );
  return rows.map((row) => ({
    name: String(row.name),
    uses: Number(row.uses),
    used: Number(row.used),
    expiresAt: row.expires_at instanceof Date ? row.expires_at : new Date(0),
    revokedAt: row.revoked_at instanceof Date ? row.revoked_at : undefined,
  }));
}

/** From the commit on nobody comes by the code. `withMachines`: those who came by it send no more, unless somebody logged in there. */
export function revokeEnrolment(
  database: ServerDatabase,
  tenant: number,
  name: string,
  withMachines: boolean,
): Promise<{ codes: number; machines: number }> {
  return database.transaction({ role: 'owner', tenant }, async (queries) => {
    const revoke = 'update enrolment set revoked_at = now() where tenant = $1 and name = $2 and revoked_at is null';
    const end = `update token set revoked_at = now() where tenant = $1 and revoked_at is null
      and enrolment_id in (select id from enrolment where tenant = $1 and name = $2)`;
    const codes = await queries.run(revoke, [tenant, name]);
    const machines = withMachines ? await queries.run(end, [tenant, name]) : 0;
    if (codes + machines > 0) await noteOperator(queries, 'code revoked', `codes ${codes} machines ${machines}`);
    return { codes, machines };
  });
}
