import { afterAll, describe, expect, it } from 'vitest';
import { createToken, tokenDigest } from '../../src/fleet/gateway/token.ts';
import { addToken, revokeToken } from '../../src/fleet/postgres/index.ts';
import { addEnrolment, listEnrolments, revokeEnrolment } from '../../src/fleet/team/enrolments.ts';
import { revokePerson } from '../../src/fleet/team/team-admin.ts';
import { startTeamWithLogins, type TeamWithLogins } from './team-with-logins.ts';

const DAY = 86_400;
const found = await startTeamWithLogins();
const team = found as TeamWithLogins; // Where there is none nothing below runs.
const { archive, post } = team;

const addCode = (name: string, uses: number, seconds = DAY) =>
  addEnrolment(archive.database, archive.tenant, { name, uses, seconds });
const enrol = (code: unknown, machine: unknown = 'laptop') => post('/auth/enrol', { code, machine });
const tokenBy = async (code: string, machine = 'laptop') => String((await enrol(code, machine)).body.push_token);
/** Sends as a machine does: 200, or 401 if its token does not count. */
const send = async (token: string, path = 'a.jsonl') => {
  const source = { agent: 'codex', home: '/home/user/.codex', path, generation: 'abc-0', mode: 'full' };
  return (await post('/v1/sources', { sources: [source] }, token)).status;
};
const machineOf = async (token: string) =>
  (
    await team.asOwner(
      'select machine.name, machine.person_id from machine join token on token.id = token_id where hash = $1',
      [tokenDigest(token)],
    )
  )[0];
const listed = async (token: string) => {
  const { body } = await post('/v1/store/listSessions', { page: { limit: 50 } }, token);
  return JSON.stringify(body.value).match(/"threadId":"[^"]*"/g) ?? [];
};
const digestOf = (token: string) => tokenDigest(token).toString('hex');
const actions = async () =>
  (await team.asOwner("select action, detail from team_audit where action ~ 'enrol|code|rotated' order by at, n")).map(
    ({ action, detail }) => `${action} ${detail ?? ''}`.trim(),
  );

afterAll(async () => {
  if (!('skip' in found)) await team.close();
}, 60_000);

describe.skipIf('skip' in found)('a code for many machines', () => {
  it('gives each a token of its own, which sends and does nothing else', async () => {
    const code = await addCode('each', 2);
    const [first, second] = [await tokenBy(code), await tokenBy(code)];
    expect(first).not.toBe(second);
    expect([await send(first), await send(second)]).toEqual([200, 200]);
    const names = [await machineOf(first), await machineOf(second)].map((machine) => machine?.name);
    expect(names).toEqual([expect.stringMatching(/^laptop\+each\.\d+$/), expect.stringMatching(/^laptop\+each\.\d+$/)]);
    expect(names[0]).not.toBe(names[1]);
    for (const path of ['/v1/store/listSessions', '/v1/store/usage', '/v1/store/raw'])
      expect((await post(path, { page: { limit: 1 } }, first)).status).toBe(401);
    const me = await fetch(`${team.origin}/api/me`, { headers: { authorization: `Bearer ${first}` } });
    expect(me.status).toBe(401);
    // A code is no token, and a token is no code.
    expect(await send(code)).toBe(401);
    expect((await enrol(first)).status).toBe(401);
  });

  it('is counted: of many that come at once, as many get in as it has uses', async () => {
    const code = await addCode('counted', 3);
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => enrol(code, `m-${at}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 401, 401, 401, 401, 401]);
    const codes = await listEnrolments(archive.database, archive.tenant);
    expect(codes.find(({ name }) => name === 'counted')).toMatchObject({ uses: 3, used: 3 });
  });

  it('answers the same, whyever it does not count', async () => {
    const [old, usedUp, revoked] = [await addCode('old', 1), await addCode('used-up', 1), await addCode('revoked', 1)];
    await team.asOwner("update enrolment set expires_at = now() - interval '1 second' where name = 'old'");
    await tokenBy(usedUp);
    await revokeEnrolment(archive.database, archive.tenant, 'revoked', false);
    const { id: otherTenant } = await archive.createTenant();
    const elsewhere = await addEnrolment(archive.database, otherTenant, { name: 'elsewhere', uses: 1, seconds: DAY });
    const wrong = [old, usedUp, revoked, elsewhere, createToken(), '', 'x', 7, null, { toString: 0 }, [usedUp]];
    for (const code of [...wrong, 'A'.repeat(5000)])
      expect(await enrol(code)).toEqual({ status: 401, body: { error: 'unauthorised' } });
  });

  it.each([[''], ['a b'], ['<b>'], ['-x'], ['a+7'], ['x'.repeat(42)], [{ toString: 0 }], [7]])(
    'takes no use for a machine of the name %j',
    async (machine) => {
      const code = await addCode(`odd-${Math.random().toString(36).slice(2)}`, 1);
      expect((await enrol(code, machine)).status).toBe(400);
      expect((await enrol(code)).status).toBe(200);
    },
  );

  it('is kept as a hash, and so is what it gave', async () => {
    const code = await addCode('hashed', 1);
    const token = await tokenBy(code);
    const rows = await team.asOwner(
      'select row_to_json(enrolment)::text as text from enrolment union all select row_to_json(token)::text from token union all select row_to_json(team_audit)::text from team_audit',
    );
    const all = rows.map(({ text }) => text).join('\n');
    for (const secret of [code, token]) {
      expect(all).not.toContain(secret);
      expect(all).not.toContain(Buffer.from(secret).toString('hex'));
    }
    expect(all).toContain(digestOf(code));
  });

  it('has a name that no other code in use has, and bounds', async () => {
    await addCode('once', 1);
    await expect(addCode('once', 1)).rejects.toThrow('in use');
    for (const name of ['', '7', '-x', 'a b', 'a.b', 'a+b', 'x'.repeat(33)])
      await expect(addCode(name, 1)).rejects.toThrow(TypeError);
    for (const uses of [0, -1, 1.5, Number.NaN, 1_000_001])
      await expect(addCode('bounds', uses)).rejects.toThrow(TypeError);
  });

  it('that is revoked leaves its machines alone, or ends them too', async () => {
    const code = await addCode('leaving', 2);
    const [kept, bound] = [await tokenBy(code), await tokenBy(code)];
    const { push_token: annas = '' } = await team.logIn('anna', { push_token: bound });
    expect(await revokeEnrolment(archive.database, archive.tenant, 'leaving', false)).toEqual({
      codes: 1,
      machines: 0,
    });
    expect(await send(kept)).toBe(200);
    expect(await revokeEnrolment(archive.database, archive.tenant, 'leaving', true)).toEqual({ codes: 0, machines: 1 });
    expect([await send(kept), await send(annas)]).toEqual([401, 200]);
  });

  it('can be made, used and read past its function by no login of the server', async () => {
    const asTeam = (sql: string) =>
      archive.team.transaction({ role: 'team', tenant: archive.tenant }, (queries) => queries.run(sql));
    await expect(asTeam('select * from enrolment')).rejects.toThrow();
    await expect(asTeam('update enrolment set used = 0')).rejects.toThrow();
    for (const role of ['gateway', 'reader', 'worker'] as const)
      await expect(
        archive.database.transaction({ role, tenant: archive.tenant }, (queries) =>
          queries.run("select * from team_enrol('', 'x', 'y')"),
        ),
      ).rejects.toThrow();
  });

  it('makes machines of nobody, whose sessions admins alone see until somebody logs in there, and those before also then', async () => {
    const token = await tokenBy(await addCode('owned', 1), 'desk');
    expect(await send(token)).toBe(200);
    const machine = String((await machineOf(token))?.name);
    expect((await machineOf(token))?.person_id).toBeNull();
    await archive.putSession({ person: 0, machine }, { threadId: 'before', text: 'sent before' });
    const { token: ada = '' } = await team.logIn('ada');
    const { token: anna = '', push_token: annas = '' } = await team.logIn('anna', {
      machine: 'desk',
      push_token: token,
    });
    expect(await listed(ada)).toEqual(['"threadId":"before"']);
    expect(await listed(anna)).toEqual([]);

    // The same machine sends on, by another token.
    expect([await send(token), await send(annas, 'b.jsonl')]).toEqual([401, 200]);
    expect((await machineOf(annas))?.name).toBe(machine);
    await archive.putSession({ person: 0, machine }, { threadId: 'after', text: 'sent after' });
    expect(await listed(anna)).toEqual(['"threadId":"after"']);
    expect((await listed(ada)).sort()).toEqual(['"threadId":"after"', '"threadId":"before"']);
    // One that grows after the login was begun before it: it stays nobody's.
    await archive.putSession({ person: 0, machine }, { threadId: 'before', text: 'sent before, and more since' });
    expect(await listed(anna)).toEqual(['"threadId":"after"']);

    // Who shows the token of somebody else gets a machine of his own.
    const { push_token: adas = '' } = await team.logIn('ada', { machine: 'desk', push_token: annas });
    expect([await send(adas), await send(annas)]).toEqual([200, 200]);
    expect((await machineOf(adas))?.name).not.toBe(machine);
  });

  it.each([['x'], [7], [{ toString: 0 }], [createToken()]])(
    'logs a machine in that shows %j as its token',
    async (odd) => {
      const { push_token: token = '' } = await team.logIn('anna', { machine: 'odd', push_token: odd });
      expect(await send(token)).toBe(200);
    },
  );

  it('leaves rows in the audit: made, used, refused, revoked', async () => {
    const before = await actions();
    const code = await addCode('audited', 1);
    await enrol(code);
    await enrol(code);
    await revokeEnrolment(archive.database, archive.tenant, 'audited', false);
    expect((await actions()).slice(before.length).sort()).toEqual([
      expect.stringMatching(/^code added \d+ uses 1$/),
      'code revoked codes 1 machines 0',
      'enrolment refused',
      expect.stringMatching(/^machine enrolled token \d+ code \d+$/),
    ]);
  });
});

describe.skipIf('skip' in found)('the token that a machine sends with', () => {
  const rotate = (token: string | undefined, next: unknown) => post('/auth/rotate', { next }, token);

  it('is replaced by one that the machine makes, and then counts no more', async () => {
    for (const token of [await tokenBy(await addCode('turning', 1)), (await team.logIn('anna')).push_token ?? '']) {
      expect(await send(token)).toBe(200);
      const machine = await machineOf(token);
      const next = createToken();
      expect((await rotate(token, digestOf(next))).status).toBe(200);
      expect([await send(token), await send(next)]).toEqual([401, 200]);
      expect(await machineOf(next)).toEqual(machine);
      expect((await rotate(token, digestOf(createToken()))).status).toBe(401);
    }
    expect((await actions()).at(-1)).toMatch(/^token rotated token \d+$/);
  });

  it('is replaced for nobody whose token does not count, and for no group', async () => {
    const next = digestOf(createToken());
    const revoked = createToken();
    await addToken(archive.database, archive.tenant, { name: 'gone', hash: tokenDigest(revoked) });
    await revokeToken(archive.database, archive.tenant, 'gone');
    const group = createToken();
    await addToken(archive.database, archive.tenant, { name: 'runners', hash: tokenDigest(group), group: true });
    const { token: reading, push_token: bobs } = await logInOnce('bob');
    await revokePerson(archive.database, archive.tenant, 'bob');
    for (const token of [undefined, '', 'x', createToken(), revoked, group, reading, bobs])
      expect((await rotate(token, next)).status).toBe(401);
    expect(await send(group)).toBe(200);
  });

  it.each([[''], ['ab'], ['G'.repeat(64)], [{ toString: 0 }], [null], ['a'.repeat(65)]])(
    'stays as it is for the digest %j',
    async (next) => {
      const { push_token: token = '' } = await team.logIn('anna', { machine: 'stays' });
      expect((await rotate(token, next)).status).toBe(400);
      expect((await rotate(token, digestOf(token))).status).toBe(401);
      expect(await send(token)).toBe(200);
    },
  );

  async function logInOnce(person: string) {
    team.provider.people.set(person, {});
    return team.logIn(person);
  }
});
