import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Approval } from 'threadline/live';
import { expect, it } from 'vitest';
import { collect, createPlace, lines, openFake, until } from './fake-session.ts';

it('a command that is allowed runs once, and the answer stands in a private journal before', async () => {
  const place = createPlace();
  const session = await openFake(place);
  const events = collect(session, (event) =>
    event.type === 'approval.requested' ? event.approval.answer({ allow: 'once' }) : undefined,
  );
  const { done } = session.send('run:made.txt');
  expect(await done).toEqual({ status: 'completed' });
  expect(place.made('made.txt')).toBe(true);
  const approval = events.find((event) => event.type === 'approval.requested')?.approval;
  expect(approval).toMatchObject({ kind: 'command', command: 'touch made.txt', item_id: 'toolu_0001', tool: 'Bash' });
  expect(approval?.id).toMatch(/^[0-9a-f]{32}$/);
  expect(approval?.thread_id).toBe(session.id);
  const path = join(place.data, 'live', 'claude', `${session.id}.ndjson`);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const [entry] = lines(readFileSync(path, 'utf8')).filter(({ type }) => type === 'answer');
  expect(entry).toMatchObject({ command: 'touch made.txt', answer: { allow: 'once' }, by: 'caller' });
});

it('an item has the id of its tool call, and comes before its approval', async () => {
  const place = createPlace();
  const session = await openFake(place);
  const events = collect(session, (event) =>
    event.type === 'approval.requested' ? event.approval.answer({ allow: 'once' }) : undefined,
  );
  await session.send('run:made.txt').done;
  const types = events.map((event) => (event.type === 'item.started' ? `item ${event.item.id}` : event.type));
  expect(types.indexOf('item toolu_0001')).toBeGreaterThan(-1);
  expect(types.indexOf('item toolu_0001')).toBeLessThan(types.indexOf('approval.requested'));
});

it('a refusal carries its reason, and nothing runs', async () => {
  const place = createPlace();
  const session = await openFake(place);
  const events = collect(session, (event) =>
    event.type === 'approval.requested' ? event.approval.answer({ deny: true, reason: 'not now' }) : undefined,
  );
  await session.send('run:made.txt').done;
  expect(place.made('made.txt')).toBe(false);
  expect(JSON.stringify(events)).toContain('not now');
});

it('a second answer is refused, and the first one counts', async () => {
  const place = createPlace();
  const session = await openFake(place);
  const faults: unknown[] = [];
  collect(session, async (event) => {
    if (event.type !== 'approval.requested') return;
    await event.approval.answer({ deny: true });
    await event.approval.answer({ allow: 'once' }).catch((error: unknown) => faults.push(error));
  });
  await session.send('run:made.txt').done;
  expect(faults).toMatchObject([{ code: 'answered' }]);
  expect(place.made('made.txt')).toBe(false);
});

it('an answer that is not listed is refused, and the approval stays open', async () => {
  const place = createPlace();
  const session = await openFake(place);
  const faults: unknown[] = [];
  collect(session, async (event) => {
    if (event.type !== 'approval.requested') return;
    const { approval } = event;
    expect(approval.allows).not.toContain('allow-always');
    await approval.answer({ allow: 'always' }).catch((error: unknown) => faults.push(error));
    await approval.answer({ allow: 'session', input: {} }).catch((error: unknown) => faults.push(error));
    await approval.answer({ allow: 'everything' } as never).catch((error: unknown) => faults.push(error));
    await approval.answer({ deny: true });
  });
  await session.send('run:made.txt').done;
  expect(faults).toMatchObject([{ code: 'not-possible' }, { code: 'not-possible' }, { name: 'TypeError' }]);
});

it('a grant for the session is for this command to the byte, in later turns too, and for no other', async () => {
  const place = createPlace();
  const session = await openFake(place);
  const asked: string[] = [];
  const events = collect(session, async (event) => {
    if (event.type !== 'approval.requested') return;
    const { approval } = event;
    await new Promise((resolve) => setTimeout(resolve, 20));
    if (!session.open.includes(approval)) return;
    asked.push(approval.command ?? '');
    await approval.answer(approval.command === 'touch one' ? { allow: 'session' } : { deny: true });
  });
  await session.send('run:one run:one run:one2').done;
  await session.send('run:one').done;
  await until(() => events.filter((event) => event.type === 'approval.resolved').length === 4);
  expect(asked).toEqual(['touch one', 'touch one2']);
  const by = events.flatMap((event) => (event.type === 'approval.resolved' ? [event.by] : []));
  expect(by).toEqual(['caller', 'grant', 'caller', 'grant']);
  expect(place.made('one2')).toBe(false);
});

it('a changed input runs in the place of the model’s, and stands in the journal', async () => {
  const place = createPlace();
  const session = await openFake(place);
  collect(session, (event) =>
    event.type === 'approval.requested'
      ? event.approval.answer({ allow: 'once', input: { command: 'touch changed.txt' } })
      : undefined,
  );
  await session.send('run:made.txt').done;
  expect([place.made('made.txt'), place.made('changed.txt')]).toEqual([false, true]);
  const journal = readFileSync(join(place.data, 'live', 'claude', `${session.id}.ndjson`), 'utf8');
  expect(journal).toContain('touch changed.txt');
});

it('what cannot be written down is not allowed', async () => {
  const place = createPlace();
  const session = await openFake(place);
  const faults: unknown[] = [];
  collect(session, (event) =>
    event.type === 'approval.requested'
      ? event.approval.answer({ allow: 'once' }).catch((error: unknown) => faults.push(error))
      : undefined,
  );
  // A file stands where the folder of the journals has to be.
  mkdirSync(join(place.data, 'live'), { recursive: true });
  writeFileSync(join(place.data, 'live', 'claude'), '');
  chmodSync(join(place.data, 'live', 'claude'), 0o600);
  await session.send('run:made.txt').done;
  expect(place.made('made.txt')).toBe(false);
  expect(faults).toMatchObject([{ code: 'write-failed' }]);
});

it('a policy answers before anybody is asked; one that throws, is late or talks nonsense denies', async () => {
  const place = createPlace();
  const policy = (approval: Approval) => {
    if (approval.command === 'touch good') return { allow: 'once' } as const;
    if (approval.command === 'touch throws') throw new Error('no');
    if (approval.command === 'touch late') return new Promise<never>(() => {});
    if (approval.command === 'touch always') return { allow: 'always' } as const;
    return { allow: 'everything' } as never;
  };
  const session = await openFake(place, { policy, policyMs: 50 });
  const events = collect(session);
  await session.send('run:good run:throws run:late run:always run:nonsense').done;
  const made = ['good', 'throws', 'late', 'always', 'nonsense'].filter((name) => place.made(name));
  expect(made).toEqual(['good']);
  const by = events.flatMap((event) => (event.type === 'approval.resolved' ? [event.by] : []));
  expect(by).toEqual(['policy', 'policy', 'policy', 'policy', 'policy']);
});

it('an approval without a reader is denied after a grace', async () => {
  const place = createPlace();
  const session = await openFake(place, { readerGraceMs: 30 });
  await session.send('run:made.txt').done;
  expect(place.made('made.txt')).toBe(false);
  const journal = readFileSync(join(place.data, 'live', 'claude', `${session.id}.ndjson`), 'utf8');
  expect(journal).toContain('"by":"reader-gone"');
});

it('a reader that returns leaves nothing open behind', async () => {
  const place = createPlace();
  const session = await openFake(place);
  const { done } = session.send('run:made.txt');
  for await (const event of session) if (event.type === 'approval.requested') break;
  await done;
  expect(place.made('made.txt')).toBe(false);
  expect(session.open).toEqual([]);
});

it('an approval that waits for too long is denied', async () => {
  const place = createPlace();
  const session = await openFake(place, { approvalMs: 30 });
  const events = collect(session);
  await session.send('run:made.txt').done;
  expect(events.find((event) => event.type === 'approval.resolved')).toMatchObject({ by: 'timeout' });
  expect(place.made('made.txt')).toBe(false);
});

it('a question is answered by its own words, or declined', async () => {
  const place = createPlace();
  const session = await openFake(place);
  let count = 0;
  collect(session, (event) => {
    if (event.type !== 'question.asked') return undefined;
    count += 1;
    const { question } = event;
    return count === 1 ? question.answer({ 'Which colour?': ['Blue'] }) : question.decline('later');
  });
  await session.send('ask ask').done;
  expect(place.notes().filter((note) => 'colour' in note)).toEqual([
    { colour: { 'Which colour?': 'Blue' } },
    { colour: null },
  ]);
});

it('a request that the agent takes back is over, and is not answered', async () => {
  const place = createPlace();
  const session = await openFake(place);
  const events = collect(session);
  await session.send('late:made.txt text:x').done;
  await until(() => events.some((event) => event.type === 'approval.resolved'));
  expect(events.find((event) => event.type === 'approval.resolved')).toMatchObject({
    by: 'agent',
    answer: { deny: true },
  });
  expect(place.notes().filter((note) => 'answered' in note)).toEqual([]);
});
