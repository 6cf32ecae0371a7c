import { expect, it } from 'vitest';
import { runTsc } from './run-tsc.ts';

/** The interface as its design prints it: names may be added, none may change. */
const program = `
import {
  openLive, LiveHub, createPolicy, readPolicy,
  type Abilities, type Answer, type AnswerKind, type Approval, type Ask, type Closed, type Interrupted, type LiveAgent,
  type LiveEvent, type LiveInput, type LiveOptions, type LiveSession, type Policy, type Question, type Said, type Turn,
} from 'threadline/live';
import { createThreadlineModel } from 'threadline/ai';

const agents: LiveAgent[] = ['codex', 'claude', 'gemini', 'opencode', 'qwen', 'copilot', { acp: ['x', '--acp'], name: 'x' }];
const policy: Policy = (approval: Approval) => (approval.kind === 'command' ? { deny: true, reason: 'no' } : 'ask');
const options: LiveOptions = {
  cwd: '/', resume: 'id', fork: true, model: 'm', mode: 'ask', policy, signal: new AbortController().signal,
  environment: { A: undefined }, program: ['node', 'x'], silenceMs: 1, readerGraceMs: 1,
};
const modes: LiveOptions['mode'][] = ['ask', 'edits', 'plan', { native: 'x' }, undefined];
const kinds: AnswerKind[] = ['allow', 'allow-session', 'allow-always', 'allow-changed', 'deny', 'deny-reason', 'deny-stop'];
const answers: Answer[] = [{ allow: 'once' }, { allow: 'session', input: {} }, { allow: 'always' }, { deny: true, reason: 'x', stop: true }];
const input: LiveInput = { text: 'x', images: [{ path: 'a.png' }, { data: '', mediaType: 'image/png' }] };

function look(event: LiveEvent, session: LiveSession): string {
  switch (event.type) {
    case 'approval.requested': return event.approval.allows.join() + (event.approval.words['allow-always'] ?? '');
    case 'approval.resolved': return event.by === 'grant' ? 'ours' : event.id;
    case 'question.asked': return event.question.questions.map(({ text }) => text).join();
    case 'question.resolved': return Object.keys(event.answers ?? {}).join();
    case 'live.state': return event.state === 'waiting' ? String(session.open.length) : '';
    case 'turn.stalled': return String(event.silent_ms);
    case 'item.completed': return event.item.id;
    default: return event.type;
  }
}

async function use(session: LiveSession): Promise<void> {
  const turn: Turn = session.send(input);
  const end: 'completed' | 'failed' | 'aborted' = (await turn.done).status;
  const said: Said = await session.say('x', 'either');
  const taken: boolean | undefined = await said.withdraw?.();
  const interrupted: Interrupted = await session.interrupt();
  const none: 0 = interrupted.survivors;
  const can: Abilities = session.can;
  const open: readonly Ask[] = session.open;
  for await (const event of session) look(event, session);
  for await (const event of session.subscribe(0)) look(event, session);
  const closed: Closed = await session.close({ graceMs: 1 });
  const question = {} as Question;
  await question.answer({ id: ['x'] });
  await question.decline('x');
  void [end, taken, none, can.modes, open, closed.exit_code, agents, options, modes, kinds, answers];
}

const hub = new LiveHub();
void hub.open('claude', { cwd: '/', limits: { turnMs: 1 } });
void openLive('codex', { cwd: '/' }).then(async (session) => {
  await use(session);
  createThreadlineModel({ run: (prompt) => ({ live: session, prompt }) });
});
createPolicy(readPolicy('{}'));

// @ts-expect-error A hub has no way to let everything pass.
void hub.open('claude', { cwd: '/', dangerouslyBypass: true });
// @ts-expect-error Nor by a native mode.
void hub.open('claude', { cwd: '/', mode: { native: 'bypassPermissions' } });
// @ts-expect-error There is no answer that allows more.
const wide: Answer = { allow: 'everything' };
// @ts-expect-error A policy gives an answer or asks.
const loose: Policy = () => true;
// @ts-expect-error The folder is wanted.
void openLive('codex', {});
void [wide, loose];
`;

it('programs that use threadline/live compile, and what allows too much does not', async () => {
  expect(await runTsc(program)).toBe('');
}, 120_000);
