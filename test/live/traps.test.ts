import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Approval, type LiveEvent, openLive } from 'threadline/live';
import { describe, expect, it } from 'vitest';
import { createPlace, isAlive, openFake, until } from './fake-session.ts';
import { acp, control, openScripted } from './scripted.ts';

const allow = (event: LiveEvent) => event.type === 'approval.requested' && event.approval.answer({ allow: 'once' });
const outcomeIn = (frame: Record<string, unknown>) => JSON.stringify(frame.result ?? null);
const QWEN_MODES = ['plan', 'default', 'auto-edit', 'auto', 'yolo'];

/** All that a turn said was read. */
const _isRead = (events: readonly LiveEvent[]) =>
  until(() => events.some(({ type }) => /^turn\.(?:completed|aborted)/.test(type)));

describe('the traps of live agents', () => {
  it('1: a late allow after a cancel would run the command: all is refused before the cancel, and never answered again', async () => {
    const script = [
      ...acp.begin(['build']),
      acp.prompt('go'),
      acp.asks(0, 't', 'touch made'),
      acp.answered(0),
      acp.cancel(),
      acp.ends('cancelled'),
    ];
    const { session, heard } = await openScripted('opencode', script);
    session.send('go');
    await until(() => session.open.length === 1);
    const approval = session.open[0] as Approval;
    await session.interrupt();
    await expect(approval.answer({ allow: 'once' })).rejects.toMatchObject({ code: 'answered' });
    const last = heard().slice(-2);
    expect([outcomeIn(last[0] ?? {}), last[1]?.method]).toEqual([
      '{"outcome":{"outcome":"cancelled"}}',
      'session/cancel',
    ]);
  });

  it('2: loading destroys a session of Gemini: it is never loaded where it lies', async () => {
    const { root, data } = createPlace();
    const opened = openScripted('gemini', acp.begin(['default']), undefined, {
      resume: '11111111-1111-4111-8111-111111111111',
      cwd: root,
      dataFolder: data,
    });
    await expect(opened).rejects.toMatchObject({ code: 'not-possible' });
  });

  it('3: a mode that allows all is not passed through, and one that was not taken is not believed', async () => {
    const place = createPlace();
    const bypass = openLive('claude', place.options({ mode: { native: 'bypassPermissions' } }));
    await expect(bypass).rejects.toThrow(/dangerouslyBypass|allows everything|bypass/i);
    const lying = openLive('claude', place.options({ environment: { FAKE_MODE: 'bypassPermissions' } }));
    await expect(lying).rejects.toMatchObject({ code: 'refused' });
  });

  it('4: "always" is wider than it looks: a grant for the session is ours, and takes the once of the agent', async () => {
    const script = [
      ...acp.begin(['default', 'yolo']),
      acp.prompt('go'),
      acp.asks(0, 't', 'touch a'),
      acp.answered(0),
      acp.asks(1, 'u', 'touch a'),
      acp.answered(1),
      acp.asks(2, 'v', 'touch b'),
      acp.answered(2),
      acp.ends(),
    ];
    const asked: string[] = [];
    const gemini = await openScripted('gemini', script, (event) => {
      if (event.type !== 'approval.requested') return undefined;
      asked.push(event.approval.command ?? '');
      return event.approval.answer(asked.length > 2 ? { deny: true } : { allow: 'session' }).catch(() => {});
    });
    await gemini.session.send('go').done;
    const answers = gemini
      .heard()
      .map(outcomeIn)
      .filter((text) => text.includes('selected'));
    expect(answers.map((text) => JSON.parse(text).outcome.optionId)).toEqual(['once', 'once', 'reject']);
    const resolved = gemini.events.flatMap((event) => (event.type === 'approval.resolved' ? [event.by] : []));
    expect(resolved).toEqual(['caller', 'grant', 'caller']);
    const claude = await openScripted(
      'claude',
      [
        ...control.begin(),
        control.prompt('go'),
        control.init(),
        control.calls('t', 'Bash', { command: 'ls' }),
        control.asks('r', 't', 'Bash', { command: 'touch a' }),
        control.answered('r'),
        control.ends(),
      ],
      (event) => event.type === 'approval.requested' && event.approval.answer({ allow: 'session' }),
    );
    await claude.session.send('go').done;
    expect(JSON.stringify(claude.heard())).not.toMatch(/updatedPermissions|acceptEdits|localSettings/);
  });

  it('5: Qwen begins in auto: the mode is set before the first prompt', async () => {
    const { session, heard } = await openScripted('qwen', [
      ...acp.begin(QWEN_MODES, 'auto'),
      acp.prompt('go'),
      acp.ends(),
    ]);
    await session.send('go').done;
    const methods = heard().map(({ method }) => method);
    expect(methods.indexOf('session/set_mode')).toBeLessThan(methods.indexOf('session/prompt'));
    expect(heard().find(({ method }) => method === 'session/set_mode')?.params).toMatchObject({ modeId: 'default' });
  });

  it('6: a question that is never asked hangs the turn: silence is told, and an interrupt ends it', async () => {
    const script = [...acp.begin(['build']), acp.prompt('go'), acp.says('hm'), acp.cancel(), acp.ends('cancelled')];
    const { session, events } = await openScripted('opencode', script, undefined, { silenceMs: 50 });
    const turn = session.send('go');
    await until(() => events.some(({ type }) => type === 'turn.stalled'));
    await session.interrupt();
    expect(await turn.done).toMatchObject({ status: 'aborted' });
  });

  it('7: a second prompt cancels the first: one is open at a time, and the next waits', async () => {
    const script = [
      ...acp.begin(['default']),
      acp.prompt('one'),
      acp.asks(0, 't', 'x'),
      acp.answered(0),
      acp.ends(),
      acp.prompt('two', 4),
      acp.ends('end_turn', 4),
    ];
    const { session, heard } = await openScripted('gemini', script);
    session.send('one');
    await until(() => session.open.length === 1);
    expect(() => session.send('two')).toThrow(expect.objectContaining({ code: 'busy' }));
    expect(await session.say('two')).toMatchObject({ delivered: 'queued' });
    expect(heard().filter(({ method }) => method === 'session/prompt')).toHaveLength(1);
    await (session.open[0] as Approval).answer({ allow: 'once' });
    await until(
      () => heard().filter(({ method }) => method === 'session/prompt').length === 2 && session.state === 'idle',
    );
  });

  it('8: closing the input is not stopping: the agent and what it started are ended', async () => {
    const child = [
      ...acp.begin(['default']),
      acp.prompt('go'),
      acp.update({
        sessionUpdate: 'tool_call',
        toolCallId: 't',
        title: 'sleep',
        kind: 'execute',
        status: 'in_progress',
      }),
      acp.cancel(),
      acp.ends('cancelled'),
    ];
    const { session, root } = await openScripted('gemini', child, undefined, {
      environment: { FAKE_LIVE_STAY: 'yes', FAKE_LIVE_CHILD: 'echo $$ > pid; exec sleep 300' },
    });
    session.send('go');
    const pid = () => {
      try {
        return Number(readFileSync(join(root, 'pid'), 'utf8'));
      } catch {
        return 0;
      }
    };
    await until(() => pid() > 0);
    expect(await session.close({ graceMs: 200 })).toMatchObject({ survivors: 0 });
    expect(isAlive(pid())).toBe(false);
  });

  it('9: Claude dies of a frame that it does not know: only known ones are written, and no request is taken back', async () => {
    const place = createPlace();
    const session = await openFake(place);
    session.send('run:made.txt');
    await until(() => session.open.length === 1);
    await session.interrupt();
    expect(JSON.stringify(place.notes())).not.toContain('control_cancel_request');
    expect(session.state).toBe('idle');
  });

  it('10: an allow without the input is a refusal: it is always sent back', async () => {
    const script = [
      ...control.begin(),
      control.prompt('go'),
      control.init(),
      control.calls('t', 'Bash', { command: 'touch a' }),
      control.asks('r', 't', 'Bash', { command: 'touch a' }),
      control.answered('r'),
      control.ends(),
    ];
    const { session, heard } = await openScripted('claude', script, allow);
    await session.send('go').done;
    const answer = heard().find(({ type }) => type === 'control_response');
    expect(answer).toMatchObject({
      response: { response: { behavior: 'allow', updatedInput: { command: 'touch a' } } },
    });
  });
});
