import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Approval, createPolicy, type LiveEvent, readPolicy } from 'threadline/live';
import { describe, expect, it } from 'vitest';
import { createPlace, openFake, until } from './fake-session.ts';
import { acp, control, openScripted } from './scripted.ts';

const allow = (event: LiveEvent) => event.type === 'approval.requested' && event.approval.answer({ allow: 'once' });
const outcomeIn = (frame: Record<string, unknown>) => JSON.stringify(frame.result ?? null);
const QWEN_MODES = ['plan', 'default', 'auto-edit', 'auto', 'yolo'];

/** All that a turn said was read. */
const isRead = (events: readonly LiveEvent[]) =>
  until(() => events.some(({ type }) => /^turn\.(?:completed|aborted)/.test(type)));

describe('more traps of live agents', () => {
  it('11: a refusal that stops loses its reason, and a plan has no text: the journal has the reason, the plan is asked for', async () => {
    const script = [
      ...control.begin(),
      control.prompt('go'),
      control.init(),
      control.calls('t', 'ExitPlanMode', {}),
      control.asks('r', 't', 'ExitPlanMode', {}),
      control.answered('r'),
      control.ends(),
    ];
    const { session, data, events } = await openScripted(
      'claude',
      script,
      (event) =>
        event.type === 'approval.requested' && event.approval.answer({ deny: true, reason: 'not so', stop: true }),
    );
    await session.send('go').done;
    expect(events.find(({ type }) => type === 'approval.requested')).toMatchObject({ approval: { kind: 'plan' } });
    expect(readFileSync(join(data, 'live', 'claude', 'c-1.ndjson'), 'utf8')).toContain('not so');
  });

  it('12: a result that says success may be an error', async () => {
    const script = [
      ...control.begin(),
      control.prompt('go'),
      control.init(),
      control.ends({ is_error: true, result: 'API Error: 400' }),
    ];
    const { session } = await openScripted('claude', script);
    expect(await session.send('go').done).toMatchObject({ status: 'failed' });
  });

  it("13: our own answer on the agent's output is not taken for its own", async () => {
    const echo = {
      out: {
        type: 'control_response',
        response: { subtype: 'success', request_id: 'r', response: { behavior: 'allow' } },
      },
    };
    const script = [
      ...control.begin(),
      control.prompt('go'),
      control.init(),
      control.calls('t', 'Bash', { command: 'a' }),
      control.asks('r', 't', 'Bash', { command: 'a' }),
      control.answered('r'),
      echo,
      control.ends(),
    ];
    const { session, heard } = await openScripted('claude', script, allow);
    expect(await session.send('go').done).toEqual({ status: 'completed' });
    expect(heard().filter(({ type }) => type === 'control_response')).toHaveLength(1);
  });

  it('14: Copilot opens two requests at once, the later first: each is answered by its own id', async () => {
    const script = [
      ...acp.begin(['agent', 'autopilot']),
      acp.prompt('go'),
      acp.asks(1, 'b', 'two'),
      acp.asks(0, 'a', 'one'),
      acp.answered(0),
      acp.answered(1),
      acp.ends(),
    ];
    const { session, heard } = await openScripted('copilot', script);
    const turn = session.send('go');
    await until(() => session.open.length === 2);
    const [two, one] = session.open as readonly Approval[];
    await one?.answer({ allow: 'once' });
    await two?.answer({ deny: true });
    await turn.done;
    const answers = heard()
      .filter((frame) => 'result' in frame)
      .map((frame) => `${frame.id} ${/once|reject/.exec(outcomeIn(frame))?.[0]}`);
    expect(answers).toEqual(['0 once', '1 reject']);
  });

  it('15: a refusal ends the turn in three agents, and only Claude takes a reason', async () => {
    const goesOn = async (agent: 'opencode' | 'qwen' | 'copilot' | 'gemini', modes: string[]) =>
      (await openScripted(agent, acp.begin(modes))).session.can;
    const all = [
      await goesOn('opencode', ['build']),
      await goesOn('qwen', QWEN_MODES),
      await goesOn('copilot', ['agent']),
      await goesOn('gemini', ['default']),
    ];
    expect(all.map((can) => can['deny-goes-on'])).toEqual([false, false, false, true]);
    expect(all.some((can) => can['deny-reason'])).toBe(false);
    expect((await openFake(createPlace())).can).toMatchObject({ 'deny-reason': true, 'deny-goes-on': true });
  });

  it('16: a call that its agent never closes, or never opened, is closed by us', async () => {
    const open = acp.update({
      sessionUpdate: 'tool_call',
      toolCallId: 't',
      title: 'sleep',
      kind: 'execute',
      rawInput: { command: 'sleep 9' },
      status: 'in_progress',
    });
    const copilot = await openScripted('copilot', [
      ...acp.begin(['agent']),
      acp.prompt('go'),
      open,
      acp.cancel(),
      acp.ends('cancelled'),
    ]);
    copilot.session.send('go');
    await until(() => copilot.events.some(({ type }) => type === 'item.started'));
    await copilot.session.interrupt();
    const gemini = await openScripted(
      'gemini',
      [...acp.begin(['default']), acp.prompt('go'), acp.asks(0, 't', 'x'), acp.answered(0), acp.says('ok'), acp.ends()],
      (event) => event.type === 'approval.requested' && event.approval.answer({ deny: true }),
    );
    await gemini.session.send('go').done;
    for (const { events } of [copilot, gemini]) {
      await isRead(events);
      const ended = events.filter((event) => event.type === 'item.completed' || event.type === 'item.failed');
      expect(ended.map(({ item }) => item.id)).toContain('t');
    }
  });

  it('17: the first request has the number 0', async () => {
    const { session, heard } = await openScripted(
      'gemini',
      [...acp.begin(['default']), acp.prompt('go'), acp.asks(0, 't', 'x'), acp.answered(0), acp.ends()],
      allow,
    );
    await session.send('go').done;
    expect(heard().find((frame) => 'result' in frame)).toMatchObject({ id: 0 });
  });

  it('18: messages have no borders: a call parts them', async () => {
    const call = acp.update({
      sessionUpdate: 'tool_call',
      toolCallId: 't',
      title: 'ls',
      kind: 'execute',
      status: 'completed',
      rawInput: { command: 'ls' },
    });
    const { session, events } = await openScripted('gemini', [
      ...acp.begin(['default']),
      acp.prompt('go'),
      acp.says('one '),
      acp.says('two'),
      call,
      acp.says('three'),
      acp.ends(),
    ]);
    await session.send('go').done;
    await isRead(events);
    const texts = events.flatMap((event) =>
      event.type === 'item.completed' && event.item.type === 'agent_message' ? [event.item.text] : [],
    );
    expect(texts).toEqual(['one two', 'three']);
  });

  it("19: Qwen's own requests are answered as it expects: texts without items, and a turn that is not refused", async () => {
    const script = [
      ...acp.begin(QWEN_MODES, 'auto'),
      acp.prompt('go'),
      acp.asks(0, 't', 'x'),
      acp.answered(0),
      acp.request(1, 'craft/drainMidTurnQueue'),
      acp.replied(1),
      acp.request(2, '_qwencode/start_turn'),
      acp.replied(2),
      acp.request(3, 'made/up'),
      acp.replied(3),
      acp.ends(),
    ];
    const { session, heard } = await openScripted('qwen', script);
    const turn = session.send('go');
    await until(() => session.open.length === 1);
    expect(await session.say('and this', 'steer')).toMatchObject({ delivered: 'steered' });
    await (session.open[0] as Approval).answer({ allow: 'once' });
    await turn.done;
    const replies = new Map(
      heard()
        .filter((frame) => frame.method === undefined)
        .map((frame) => [frame.id, frame]),
    );
    expect(replies.get(1)).toMatchObject({ result: { messages: ['and this'], hasQueuedPrompt: false } });
    expect(JSON.stringify(replies.get(1))).not.toContain('items');
    expect(replies.get(2)).toMatchObject({ result: {} });
    expect(replies.get(3)).toMatchObject({ error: { code: -32601 } });
  });

  it('a title is no command: a rule does not allow by the words that an agent shows to people', async () => {
    const options = [{ optionId: 'once', name: 'Allow', kind: 'allow_once' }];
    const asks = (id: number, toolCall: object) => ({
      out: {
        jsonrpc: '2.0',
        id,
        method: 'session/request_permission',
        params: { sessionId: 's-1', toolCall, options },
      },
    });
    const script = [
      ...acp.begin(['default']),
      acp.prompt('go'),
      asks(0, { toolCallId: 'a', title: 'git status', kind: 'execute' }),
      acp.answered(0),
      asks(1, { toolCallId: 'b', title: 'x', kind: 'execute', rawInput: { command: ['git', 'status'] } }),
      acp.answered(1),
      acp.ends(),
    ];
    const rules = [{ decide: 'allow', command: ['git', 'status'] }];
    const policy = createPolicy(readPolicy(JSON.stringify({ version: 1, rules, default: 'deny' })));
    const other = { acp: [process.execPath], name: 'other' };
    const { session, events } = await openScripted(other, script, undefined, { policy });
    await session.send('go').done;
    const answers = events.flatMap((event) => (event.type === 'approval.resolved' ? [event.answer] : []));
    expect(answers).toEqual([expect.objectContaining({ deny: true }), { allow: 'once' }]);
  });

  it.each([-32602, -32603, -32002, 400])('20: an error is one whatever its number is: %i', async (code) => {
    const { session } = await openScripted('gemini', [
      ...acp.begin(['default']),
      acp.prompt('go'),
      acp.fails({ code, message: 'no' }),
    ]);
    expect(await session.send('go').done).toMatchObject({ status: 'failed', error: expect.stringContaining('no') });
    expect(session.state).toBe('idle');
  });
});
