import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forget, planForget } from '../../src/fleet/postgres/index.ts';
import type { TeamReader } from '../../src/fleet/postgres/team-reader.ts';
import { codexHead, codexId } from '../archive/made-home.ts';
import { session, turn } from '../worker/made-tenant.ts';
import { codexSource, foldAll, type SendingMachine, sendingMachine } from '../worker/sent-files.ts';
import { startTeamArchive, type TeamArchive } from './team-archive.ts';

const started = await startTeamArchive();
const archive = started as TeamArchive; // Where there is none nothing below runs.

const readers = new Map<string, TeamReader>();
const machines = new Map<string, SendingMachine>();
let threads = 0;

const asOwner = (sql: string, values: unknown[] = []) =>
  archive.database.transaction({ role: 'owner' }, (queries) => queries.all(sql, values));
const readerOf = (name: string) => readers.get(name) ?? { person: 0, teams: [], admin: true, text: true };
const machine = (name: string) => machines.get(name) as SendingMachine;

/** What the login of a machine does: from now on what it sends is that person's. */
async function logIn(name: string, person: string): Promise<void> {
  const token = await asOwner(
    'insert into token(tenant, name, hash, person_id) values ($1, $2, sha256($3), $4) returning id',
    [archive.tenant, name, Buffer.from(`${archive.tenant} ${name}`), readerOf(person).person],
  );
  await asOwner('update machine set token_id = $1 where id = $2', [token[0]?.id, machine(name).id]);
}

/** The sessions of a thread that somebody may read, each with its texts. */
async function readBy(name: string, id: string): Promise<Record<string, unknown[]>> {
  const rows = await archive.team.transaction({ role: 'team', tenant: archive.tenant, reader: readerOf(name) }, (one) =>
    one.all(
      `select thread_id, array_remove(array_agg(body order by seq) filter (where kind = 'text' and role = 'user'), null) as texts
        from session left join block on session_id = session.id where starts_with(thread_id, $1) group by 1 order by 1`,
      [id],
    ),
  );
  return Object.fromEntries(rows.map(({ thread_id, texts }) => [thread_id, Array.isArray(texts) ? texts : []]));
}

const problemsOf = async (id: string) => {
  const rows = await asOwner('select problem from session where starts_with(thread_id, $1) order by thread_id', [id]);
  return rows.map(({ problem }) => problem);
};
const countedOf = async (id: string) => {
  const sql = 'select count(*)::int as n from usage where counts and starts_with(thread_id, $1)';
  return (await asOwner(sql, [id]))[0]?.n;
};
const folded = async () => expect(await foldAll(archive)).toEqual([]);

/** A thread that nobody sent yet. */
function newThread() {
  threads += 1;
  const number = threads;
  const id = codexId(number);
  return { id, source: codexSource(id), file: (...turns: string[]) => session(number, ...turns) };
}

describe.skipIf('skip' in started)('one id in the sources of two people', () => {
  beforeAll(async () => {
    // Nobody reads a text of another, so that whatever is read is one's own.
    await archive.configure({ core: ['g-core'] }, ['g-admin'], 'team', 'private');
    for (const name of ['anna', 'ben', 'eve'])
      readers.set(name, {
        person: await archive.createPerson(name, ['g-core']),
        teams: ['core'],
        admin: false,
        text: true,
      });
    readers.set('admin', {
      person: await archive.createPerson('admin', ['g-admin']),
      teams: [],
      admin: true,
      text: true,
    });
    for (const name of ['anna', 'anna-desktop', 'ben', 'eve', 'kiosk'])
      machines.set(name, await sendingMachine(archive, archive.tenant, name));
    for (const name of ['anna', 'ben', 'eve']) await logIn(name, name);
    await logIn('anna-desktop', 'anna');
  });
  afterAll(async () => {
    if (!('skip' in started)) await archive.close();
  }, 60_000);

  it.each([
    ['longer', [turn(1), turn(9, 'end'), turn(2, 'more')], ['text 1', 'end', 'more']],
    ['the same', [turn(1), turn(9, 'end')], ['text 1', 'end']],
    ['shorter', [turn(1)], ['text 1']],
    ['different', [turn(3, 'else')], ['else']],
  ])('is a session for each of them where a copied file is %s', async (_, turns, texts) => {
    const { id, source, file } = newThread();
    await machine('anna').send(source, file(turn(1), turn(9, 'end')));
    await folded();
    await machine('ben').send(source, file(...turns));
    await folded();
    expect(await readBy('anna', id)).toEqual({ [id]: ['text 1', 'end'] });
    expect(await readBy('ben', id)).toEqual({ [`${id}@ben`]: texts });
    expect(await readBy('eve', id)).toEqual({});
  });

  it('stays with the person of each half where one goes on with the file of the other, and counts once', async () => {
    const { id, source, file } = newThread();
    await machine('anna').send(source, file(turn(1)));
    await folded();
    await machine('ben').send(source, file(turn(1)));
    await folded();
    for (const text of ['bens second', 'bens third']) {
      await machine('ben').send(source, turn(text.length, text));
      await folded();
    }
    expect(await readBy('anna', id)).toEqual({ [id]: ['text 1'] });
    expect(await readBy('ben', id)).toEqual({ [`${id}@ben`]: ['text 1', 'bens second', 'bens third'] });
    expect(await countedOf(id)).toBe(3);
    await machine('anna').send(source, turn(5, 'annas second'));
    await folded();
    expect(await readBy('anna', id)).toEqual({ [id]: ['text 1', 'annas second'] });
    expect(await readBy('ben', id)).toEqual({ [`${id}@ben`]: ['text 1', 'bens second', 'bens third'] });
    expect(await countedOf(id)).toBe(4);
  });

  it('gives no text to whoever knew the id first and sent counts alone, nor to whoever sends counts later', async () => {
    const { id, source, file } = newThread();
    await machine('eve').send({ ...source, mode: 'usage' }, file(turn(1)));
    await folded();
    await machine('anna').send(source, file(turn(1), turn(2, 'annas secret')));
    await folded();
    await machine('ben').send({ ...source, mode: 'usage' }, file(turn(1), turn(2, 'annas secret'), turn(3)));
    await folded();
    // The one who waited sends the text of another life, too.
    await machine('eve').send({ ...source, generation: 'first~1' }, file(turn(1), turn(4, 'eves')));
    await machine('anna').send(source, turn(6, 'annas last'));
    await folded();
    expect(await readBy('anna', id)).toEqual({ [`${id}@anna`]: ['text 1', 'annas secret', 'annas last'] });
    expect(await readBy('eve', id)).toEqual({ [id]: ['text 1', 'eves'] });
    expect(await readBy('ben', id)).toEqual({ [`${id}@ben`]: [] });
  });

  it('is told to both, without the name of the other one or of their machine', async () => {
    const { id, source, file } = newThread();
    await machine('anna').send(source, file(turn(1)));
    await folded();
    await machine('ben').send(source, file(turn(1), turn(2)));
    await folded();
    expect(await problemsOf(id)).toEqual([
      'somebody else has another session of this id',
      `somebody else has another session of this id, so it is kept as ${id}@ben`,
    ]);
  });

  it('is one session on two machines of one person, also beside that of another', async () => {
    const alone = newThread();
    await machine('anna').send(alone.source, alone.file(turn(1)));
    await folded();
    await machine('anna-desktop').send(alone.source, alone.file(turn(1), turn(2)));
    await folded();
    expect(await readBy('anna', alone.id)).toEqual({ [alone.id]: ['text 1', 'text 2'] });
    const beside = newThread();
    await machine('ben').send(beside.source, beside.file(turn(1), turn(3, 'bens')));
    await folded();
    await machine('anna').send(beside.source, beside.file(turn(1)));
    await folded();
    await machine('anna-desktop').send(beside.source, beside.file(turn(1), turn(2)));
    await folded();
    expect(await readBy('anna', beside.id)).toEqual({ [`${beside.id}@anna`]: ['text 1', 'text 2'] });
    expect(await readBy('ben', beside.id)).toEqual({ [beside.id]: ['text 1', 'bens'] });
    expect(await countedOf(beside.id)).toBe(3);
  });

  it.each([
    ['the first', 'anna', 'ben'],
    ['the second', 'ben', 'anna'],
  ])('is forgotten for one of them alone: %s goes and stays away, the other goes on', async (_, gone, stays) => {
    const { id, source, file } = newThread();
    for (const name of ['anna', 'ben']) {
      await machine(name).send(source, file(turn(1), turn(2, `${name}s`)));
      await folded();
    }
    const names = { anna: id, ben: `${id}@ben` } as Record<string, string>;
    const key = { agent: 'codex', threadId: names[gone] ?? '' };
    const plan = await planForget(archive.database, archive.tenant, { session: key });
    expect(plan.sessions.map((one) => one.key.threadId)).toEqual([names[gone]]);
    await forget(archive.database, archive.tenant, plan);
    expect(await readBy(gone, id)).toEqual({});
    await machine(stays).send(source, turn(5, 'later'));
    await folded();
    expect(Object.values(await readBy(stays, id))).toEqual([['text 1', `${stays}s`, 'later']]);
    // Another machine of the same person brings it again.
    if (gone === 'anna') {
      await machine('anna-desktop').send(source, file(turn(1), turn(2, 'annas'), turn(6)));
      await folded();
    }
    expect(await readBy(gone, id)).toEqual({});
  });

  it('is forgotten for everybody who sends it later where one person alone had it', async () => {
    const { id, source, file } = newThread();
    await machine('anna').send(source, file(turn(1)));
    await folded();
    const what = { session: { agent: 'codex', threadId: id } };
    await forget(archive.database, archive.tenant, await planForget(archive.database, archive.tenant, what));
    await machine('ben').send(source, file(turn(1), turn(2)));
    await folded();
    expect([await readBy('anna', id), await readBy('ben', id)]).toEqual([{}, {}]);
  });

  it('hands nothing over between a person and a machine of nobody, whichever came first', async () => {
    const [one, two] = [newThread(), newThread()];
    await machine('kiosk').send(one.source, one.file(turn(1, 'at the kiosk')));
    await machine('anna').send(two.source, two.file(turn(1, 'at annas')));
    await folded();
    await machine('anna').send(one.source, one.file(turn(1, 'at the kiosk'), turn(2, 'annas')));
    await machine('kiosk').send(two.source, two.file(turn(1, 'at annas'), turn(2, 'kiosks')));
    await folded();
    expect(await readBy('admin', one.id)).toEqual({ [one.id]: ['at the kiosk'] });
    expect(await readBy('anna', one.id)).toEqual({ [`${one.id}@anna`]: ['at the kiosk', 'annas'] });
    expect(await readBy('anna', two.id)).toEqual({ [two.id]: ['at annas'] });
    expect(await readBy('admin', two.id)).toEqual({ [`${two.id}@kiosk`]: ['at annas', 'kiosks'] });
  });

  it('is two sessions where a machine of nobody became somebody’s and its file was written anew', async () => {
    const { id, source, file } = newThread();
    machines.set('shared', await sendingMachine(archive, archive.tenant, 'shared'));
    await machine('shared').send(source, file(turn(1, 'whose')));
    await folded();
    await logIn('shared', 'ben');
    await machine('shared').send(source, turn(2, 'grown'));
    await folded();
    expect(await readBy('ben', id)).toEqual({});
    await machine('shared').send({ ...source, generation: 'first~1' }, file(turn(3, 'bens')));
    await folded();
    expect(await readBy('ben', id)).toEqual({ [`${id}@shared`]: ['bens'] });
    expect(await readBy('admin', id)).toEqual({ [id]: ['whose', 'grown'] });
  });

  it('tells a fork nothing of the file of another that it names', async () => {
    const [annas, eves] = [newThread(), newThread()];
    const lines = annas.file(turn(1, 'annas secret'), turn(2, 'annas secret')).trim().split('\n');
    const numbered = lines.map((line, ordinal) => `${JSON.stringify({ ...JSON.parse(line), ordinal })}\n`);
    const fork = codexHead(eves.id, {
      forked_from_id: annas.id,
      history_mode: 'paginated',
      history_base: { thread_id: annas.id, end_ordinal_exclusive: 11 },
    });
    await machine('anna').send(annas.source, numbered.join(''));
    await folded();
    const facts = async () =>
      asOwner('select first_prompt, title, turns, messages, problem from session where thread_id = $1', [eves.id]);
    await machine('eve').send(eves.source, fork);
    await folded();
    expect(await facts()).toMatchObject([
      { first_prompt: null, turns: 0, problem: expect.stringContaining('not there') },
    ]);
    // It is Anna's own fork that goes on from her file.
    const own = newThread();
    await machine('anna-desktop').send(own.source, fork.replaceAll(eves.id, own.id));
    await folded();
    expect(await asOwner('select problem from session where thread_id = $1', [own.id])).toEqual([{ problem: null }]);
  });

  it('has a session of its own also where all names that can be guessed are taken', async () => {
    const { id, source, file } = newThread();
    const take = async (name: string) =>
      Number(await machine('eve').send(codexSource(name), codexHead(name) + turn(1, 'eves')));
    await take(id);
    const last = await take(`${id}@anna`);
    await take(`${id}@anna.${last + 2}`);
    await folded();
    expect(Object.keys(await readBy('eve', id))).toEqual([id, `${id}@anna`, `${id}@anna.${last + 2}`]);
    expect(await machine('anna').send(source, file(turn(1, 'annas')))).toBe(String(last + 2));
    await folded();
    const [first] = Object.keys(await readBy('anna', id));
    expect(await readBy('anna', id)).toEqual({ [String(first)]: ['annas'] });
    await machine('anna').send(source, turn(2, 'more'));
    await folded();
    expect(await readBy('anna', id)).toEqual({ [String(first)]: ['annas', 'more'] });
  });
});
