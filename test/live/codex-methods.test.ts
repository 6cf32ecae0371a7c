import { expect, it } from 'vitest';
import { openScripted } from './scripted.ts';

const thread = { id: 't-1', path: '/x', turns: [] };
const started = { thread, model: 'm', approvalPolicy: 'on-request', sandbox: { type: 'readOnly' } };
const begin = (greeting: object) => [
  { in: { id: 1, method: 'initialize', params: {} } },
  { out: { id: 1, result: { userAgent: 'x/1', ...greeting } } },
];
const start = [{ in: { id: 8, method: 'thread/start', params: {} } }, { out: { id: 8, result: started } }];

it('a server that tells its platform is not asked what it has', async () => {
  const { session, heard } = await openScripted('codex', [...begin({ platformFamily: 'unix' }), ...start]);
  expect([session.can.steer, session.can.fork]).toEqual([true, true]);
  expect(heard().map(({ method }) => method)).toEqual(['initialize', 'initialized', 'thread/start']);
});

it.each([
  ['with a result', { result: {} }],
  ['with an error of another kind', { error: { code: -32601, message: 'Method not found' } }],
])('one that answers an unknown method %s is opened all the same', async (_how, answer) => {
  const probe = [{ in: { id: 2, method: 'threadline/unknown', params: {} } }, { out: { id: 2, ...answer } }];
  const { session } = await openScripted('codex', [...begin({}), ...probe, ...start]);
  expect(session.id).toBe('t-1');
});
