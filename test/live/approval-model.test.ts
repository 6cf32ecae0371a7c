import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Approval, LiveEvent } from 'threadline/live';
import { afterAll, expect, it } from 'vitest';
import { findLiveEntry } from '../../src/machine/live/agents/registry.ts';
import { ControlledSession } from '../../src/machine/live/controlled-session.ts';
import { ModelAgent } from './model-agent.ts';

/** How many lives are played. `.ci/run` plays ten thousand. */
const SEQUENCES = Number(process.env.THREADLINE_LIVE_MODEL ?? 500);
const AT_ONCE = 50;
const FIRST_SEED = Number(process.env.THREADLINE_LIVE_SEED ?? 1);

/** Journals are flushed at every answer: a disk would take most of the time. */
const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const folder = mkdtempSync(join(memory, 'threadline-live-model-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Small and the same everywhere, so that a seed tells a whole life. */
function createRandom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

interface Life {
  agent: ModelAgent;
  session: ControlledSession;
  approvals: Approval[];
  events: LiveEvent[];
  /** Commands whose allow was taken, by the caller or by the policy. */
  allowed: Set<string>;
  granted: Set<string>;
}

const POLICIES = [undefined, undefined, 'allows', 'late', 'throws', 'asks'] as const;

async function begin(random: (below: number) => number): Promise<Life> {
  const agent = new ModelAgent();
  agent.interrupts = (['at once', 'at once', 'late'] as const)[random(3)] ?? 'at once';
  const allowed = new Set<string>();
  const kind = POLICIES[random(POLICIES.length)];
  const policy = (approval: Approval) => {
    if (kind === 'throws') throw new Error('no');
    if (kind === 'late') return new Promise<never>(() => {});
    if (kind === 'asks' || random(2) === 0) return 'ask' as const;
    allowed.add(approval.command ?? '');
    return { allow: 'once' } as const;
  };
  const session = new ControlledSession({
    entry: findLiveEntry('claude'),
    start: { cwd: folder, resume: undefined, fork: false, model: undefined, mode: 'ask', dangerouslyBypass: false },
    options: {
      cwd: folder,
      dataFolder: folder,
      readerGraceMs: 5,
      policyMs: 3,
      ...(random(4) === 0 && { approvalMs: 4 }),
      ...(kind && { policy }),
    },
    onIdentified: () => {},
    onClosed: () => {},
  });
  agent.take = (line) => session.takeOutput(Buffer.from(line));
  await session.begin(agent);
  return { agent, session, approvals: [], events: [], allowed, granted: new Set() };
}

function read(life: Life): () => void {
  const iterator = life.session.subscribe()[Symbol.asyncIterator]();
  life.events.length = 0;
  life.approvals.length = 0;
  void (async () => {
    for (let result = await iterator.next(); !result.done; result = await iterator.next()) {
      life.events.push(result.value);
      if (result.value.type === 'approval.requested') life.approvals.push(result.value.approval);
    }
  })();
  return () => void iterator.return?.();
}

/** Answers any approval that was ever seen: open ones, late ones, answered ones. */
function answer({ approvals, allowed, granted }: Life, random: (below: number) => number): void {
  const approval = approvals[random(approvals.length || 1)];
  if (!approval) return;
  const command = approval.command ?? '';
  const way = random(4);
  if (way === 0) return void approval.answer({ deny: true, reason: 'no' }).catch(() => {});
  if (way === 1) return void approval.answer({ deny: true, stop: true }).catch(() => {});
  const isSession = way === 2;
  approval.answer({ allow: isSession ? 'session' : 'once' }).then(
    () => {
      allowed.add(command);
      if (isSession) granted.add(command);
    },
    (error: { code?: string }) => expect(error.code).toBe('answered'),
  );
  // At once a second time: it never counts.
  if (random(3) === 0) approval.answer({ allow: 'once' }).catch(() => {});
}

function send(session: ControlledSession): void {
  try {
    session.send('go');
  } catch (error) {
    expect(error).toMatchObject({ code: expect.stringMatching(/^(?:busy|closed)$/) });
  }
}

async function step(life: Life, random: (below: number) => number, reader: { leave(): void }): Promise<void> {
  const { agent, session } = life;
  switch (random(16)) {
    case 0:
    case 1:
      return send(session);
    case 2:
    case 3:
    case 4:
      return agent.ask(`touch ${random(4)}`);
    case 5:
    case 6:
    case 7:
    case 8:
      return answer(life, random);
    case 9:
      return agent.withdraw();
    case 10:
      return agent.endTurn();
    case 11:
      return void session.interrupt().catch(() => {});
    case 12:
      if (random(4) === 0) void session.close({ graceMs: 1 });
      return;
    case 13:
      if (random(6) === 0) agent.crash();
      return;
    case 14:
      if (random(5) > 0) return;
      reader.leave();
      reader.leave = read(life);
      return;
    default:
      await new Promise((resolve) => setTimeout(resolve, random(3)));
  }
}

async function play(seed: number): Promise<void> {
  const random = createRandom(seed);
  const life = await begin(random);
  const reader = { leave: read(life) };
  for (let count = 10 + random(25); count > 0; count -= 1) await step(life, random, reader);
  await life.session.close({ graceMs: 1 });
  check(life, seed);
}

function check({ agent, session, allowed, granted }: Life, seed: number): void {
  const where = `seed ${seed}`;
  expect(session.open, where).toEqual([]);
  expect(session.state, where).toBe('closed');
  for (const { command, answers } of agent.requests) {
    expect(answers.length, `${where}: two answers`).toBeLessThan(2);
    for (const { behavior, isLate } of answers) {
      if (behavior !== 'allow') continue;
      expect(isLate, `${where}: an allow after its end`).toBe(false);
      expect(allowed.has(command) || granted.has(command), `${where}: an allow that nobody gave`).toBe(true);
    }
  }
}

it(`in ${SEQUENCES} random lives no allow comes after its end, none is given by nobody, and nothing hangs`, async () => {
  // They wait more than they work, so many are played beside each other.
  for (let first = FIRST_SEED; first < FIRST_SEED + SEQUENCES; first += AT_ONCE) {
    const count = Math.min(AT_ONCE, FIRST_SEED + SEQUENCES - first);
    await Promise.all(Array.from({ length: count }, (_, index) => play(first + index)));
  }
}, 600_000);

it('the model notices a desk that answers late', async () => {
  const agent = new ModelAgent();
  agent.take = () => {};
  agent.write(JSON.stringify({ type: 'user' }));
  agent.ask('touch x');
  const [request] = agent.requests;
  agent.endTurn();
  const response = { request_id: request?.id, response: { behavior: 'allow' } };
  agent.write(JSON.stringify({ type: 'control_response', response }));
  expect(request?.answers).toEqual([{ behavior: 'allow', isLate: true }]);
});
