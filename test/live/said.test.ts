import { expect, it } from 'vitest';
import { collect, createPlace, openFake, until } from './fake-session.ts';
import { control, openScripted } from './scripted.ts';

const interrupted = { type: 'control_request', request_id: 'x', request: { subtype: 'interrupt' } };

it('who says something while a tool runs is told so before the tool is done, and can take it back', async () => {
  const cancel = { type: 'control_request', request_id: 'c', request: { subtype: 'cancel_async_message' } };
  const response = { subtype: 'success', request_id: 'c', response: { cancelled: true } };
  const { session, heard } = await openScripted('claude', [
    ...control.begin(),
    control.prompt('go'),
    control.init(),
    control.calls('t', 'Bash', { command: 'sleep 700' }),
    control.prompt('and this'),
    { in: cancel },
    { out: { type: 'control_response', response } },
    control.ends(),
  ]);
  const turn = session.send('go');
  await until(() => session.id !== '');
  const said = await session.say('and this', 'steer');
  expect(said.delivered).toBe('steered');
  expect(await said.withdraw?.()).toBe(true);
  await turn.done;
  expect(session.state).toBe('idle');
  expect(heard().filter(({ type }) => type === 'user')).toHaveLength(2);
});

it('an interrupt drops the text that the agent holds, and no turn begins with it', async () => {
  const { session, events, heard } = await openScripted('claude', [
    ...control.begin(),
    control.prompt('go'),
    control.init(),
    control.prompt('and this'),
    { in: interrupted },
    // The stand-in puts the id of our text in the place of this one.
    { out: { type: 'user', uuid: 'u', message: { role: 'user', content: [{ type: 'text', text: 'and this' }] } } },
    {
      out: {
        type: 'control_response',
        response: { subtype: 'success', request_id: 'x', response: { still_queued: [], cancelled: ['u'] } },
      },
    },
    control.ends({ subtype: 'error_during_execution', is_error: true }),
  ]);
  const turn = session.send('go');
  await until(() => session.id !== '');
  const said = session.say('and this', 'steer');
  await session.interrupt();
  expect(await turn.done).toMatchObject({ status: 'aborted' });
  await said;
  expect(session.state).toBe('idle');
  expect(
    heard().find(({ request }) => (request as { subtype?: string } | undefined)?.subtype === 'interrupt'),
  ).toMatchObject({ request: { cancel_queued: true } });
  expect(events).toContainEqual({ type: 'live.warning', message: 'a text that waited was dropped' });
});

it('of two equal texts that wait, one can be taken back', async () => {
  const place = createPlace();
  const session = await openFake(place);
  const events = collect(session, (event) =>
    event.type === 'approval.requested' ? event.approval.answer({ allow: 'once' }) : undefined,
  );
  session.send('text:first');
  const [one] = [await session.say('text:same', 'queue'), await session.say('text:same', 'queue')];
  expect(await one.withdraw?.()).toBe(true);
  expect(await one.withdraw?.()).toBe(false);
  const ends = () => events.filter(({ type }) => type === 'turn.completed').length;
  await until(() => ends() === 2 && session.state === 'idle');
  expect(ends()).toBe(2);
});
