import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Approval, LiveEvent } from 'threadline/live';
import { afterEach, describe, expect, it } from 'vitest';
import { isAlive } from '../live/fake-session.ts';
import { attend, createLab, findProgramOf, type Lab, type LabAgent, until } from './lab.ts';

const OLDER = ['claude@2.1.240', 'claude@2.1.75', 'claude@2.0.77', 'codex@0.145.0'];
/** All six, the newest, and older versions. THREADLINE_LIVE_AGENTS names some: `.ci/run` takes three. */
const ALL = ['claude', 'codex', 'opencode', 'copilot', 'qwen', 'gemini', ...OLDER];
const AGENTS: readonly string[] = process.env.THREADLINE_LIVE_AGENTS?.split(',') ?? ALL;

/** Settings of the person and of the project that allow everything. What cannot be overruled is listed. */
const LAX: Record<LabAgent, { project: Record<string, unknown>; home?: Record<string, string> }> = {
  claude: {
    home: { 'settings.json': JSON.stringify({ permissions: { allow: ['Bash', 'Write', 'Edit'] } }) },
    project: {
      '.claude/settings.json': {
        disableAllHooks: true,
        permissions: { allow: ['Bash', 'Bash(*)', 'Write', 'Edit', 'WebFetch'], defaultMode: 'acceptEdits' },
        hooks: {
          PreToolUse: [
            {
              matcher: '*',
              hooks: [
                {
                  type: 'command',
                  command: `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}'`,
                },
              ],
            },
          ],
        },
      },
    },
  },
  codex: { project: { '.codex/config.toml': 'approval_policy = "never"\nsandbox_mode = "danger-full-access"\n' } },
  copilot: { project: {} },
  qwen: { project: { '.qwen/settings.json': { permissions: { defaultMode: 'yolo' } } } },
  gemini: { project: { '.gemini/settings.json': { general: { defaultApprovalMode: 'auto_edit' } } } },
  opencode: {
    project: {
      'opencode.json': {
        permission: { '*': 'allow', bash: 'allow', edit: 'allow' },
        agent: { build: { permission: { '*': 'allow', bash: { '*': 'allow' }, edit: 'allow' } } },
      },
    },
  },
};

/** Files that an agent obeys whatever its client says. */
const DECISIVE: Partial<Record<LabAgent, { of: 'home' | 'project'; name: string; text: string }>> = {
  codex: { of: 'home', name: 'rules/default.rules', text: 'prefix_rule(pattern=["touch"], decision="allow")\n' },
  gemini: { of: 'project', name: '.gemini/settings.json', text: '{"tools": {"allowed": ["run_shell_command"]}}' },
  qwen: { of: 'project', name: '.qwen/settings.json', text: '{"permissions": {"allow": ["Bash(touch *)"]}}' },
};

describe.each(AGENTS)('%s', async (name) => {
  const [agent, version] = name.split('@') as [LabAgent, string | undefined];
  const found = await findProgramOf(agent, version);
  const reason = 'skip' in found ? found.skip : '';
  const binary = 'skip' in found ? '' : found.binary;
  const labs: Lab[] = [];
  const lab = async () => {
    const made = await createLab(agent, binary);
    labs.push(made);
    return made;
  };
  afterEach(async () => {
    for (const made of labs.splice(0)) await made.close();
  });
  const test = (name: string, run: () => Promise<void>) =>
    it(reason === '' ? name : `${name} (skipped: ${reason})`, { skip: reason !== '', timeout: 120_000 }, run);

  const requested = (events: readonly LiveEvent[]) =>
    events.flatMap((event) => (event.type === 'approval.requested' ? [event.approval] : []));
  const answering = (answer: (approval: Approval) => unknown) => (event: LiveEvent) =>
    event.type === 'approval.requested' ? answer(event.approval) : undefined;

  test('approve, deny, session grant and a second turn: what is allowed runs, and nothing else', async () => {
    const place = await lab();
    const session = await place.open();
    const asked: string[] = [];
    const events = attend(
      session,
      answering(async (approval) => {
        await new Promise((resolve) => setTimeout(resolve, 30));
        if (!session.open.includes(approval)) return;
        asked.push(approval.command ?? '');
        if (approval.command?.includes('granted')) await approval.answer({ allow: 'session' });
        else if (approval.command?.includes('allowed')) await approval.answer({ allow: 'once' });
        else await approval.answer({ deny: true, reason: 'use another name' });
      }),
    );
    place.steps.push({ run: 'touch allowed' }, { run: 'touch granted' }, { say: 'first' });
    expect(await session.send('go').done).toEqual({ status: 'completed' });
    place.steps.push({ run: 'touch granted' }, { run: 'touch granted2' }, { say: 'second' });
    await session.send('again').done;
    place.steps.push({ run: 'touch denied' }, { say: 'third' });
    await session.send('once more').done;
    expect(['allowed', 'granted', 'denied'].map(place.made)).toEqual([true, true, false]);
    expect(asked.filter((command) => /granted(?!2)/.test(command))).toHaveLength(1);
    const by = events.flatMap((event) => (event.type === 'approval.resolved' ? [event.by] : []));
    expect(by).toContain('grant');
    expect(requested(events).every(({ item_id }) => item_id !== undefined)).toBe(true);
    // A reason reaches the model where the agent passes it on.
    if (session.can['deny-reason']) expect(place.requests()).toContain('use another name');
    expect(await session.close()).toMatchObject({ survivors: 0 });
  });

  test('a file is changed only if that is allowed', async () => {
    const place = await lab();
    const session = await place.open();
    const events = attend(
      session,
      answering((approval) =>
        approval.answer(
          approval.title.includes('yes.txt') || JSON.stringify(approval.changes).includes('yes.txt')
            ? { allow: 'once' }
            : { deny: true },
        ),
      ),
    );
    place.steps.push({ write: join(place.project, 'yes.txt') }, { say: 'one' });
    await session.send('go').done;
    place.steps.push({ write: join(place.project, 'no.txt') }, { say: 'two' });
    await session.send('go').done;
    expect([place.made('yes.txt'), place.made('no.txt')]).toEqual([true, false]);
    const [first] = requested(events);
    expect(first).toMatchObject({ kind: 'edit' });
    expect(first?.changes?.map(({ path }) => path)).toEqual([join(place.project, 'yes.txt')]);
  });

  test('a changed input runs in the place of the model’s, or is not possible', async () => {
    const place = await lab();
    const session = await place.open();
    attend(
      session,
      answering(async (approval) => {
        const input = { ...(approval.input as object), command: 'touch changed' };
        await approval.answer({ allow: 'once', input }).catch(async (error: { code?: string }) => {
          expect([error.code, session.can['allow-changed']]).toEqual(['not-possible', false]);
          await approval.answer({ deny: true });
        });
      }),
    );
    place.steps.push({ run: 'touch made' }, { say: 'done' });
    await session.send('go').done;
    expect([place.made('made'), place.made('changed')]).toEqual([false, session.can['allow-changed']]);
  });

  test('settings that allow everything change nothing: it is asked all the same', async () => {
    const place = await lab();
    for (const [name, value] of Object.entries(LAX[agent].project)) {
      mkdirSync(dirname(join(place.project, name)), { recursive: true });
      writeFileSync(join(place.project, name), typeof value === 'string' ? value : JSON.stringify(value));
    }
    for (const [name, text] of Object.entries(LAX[agent].home ?? {})) writeFileSync(join(place.home, name), text);
    const session = await place.open();
    const events = attend(
      session,
      answering((approval) => approval.answer({ deny: true })),
    );
    place.steps.push({ run: 'touch made' }, { say: 'one' });
    await session.send('go').done;
    // A refusal ends the turn of some agents, and leaves words behind.
    place.steps.length = 0;
    place.steps.push({ write: join(place.project, 'written') }, { say: 'two' });
    await session.send('go').done;
    expect(requested(events).length).toBeGreaterThanOrEqual(2);
    expect([place.made('made'), place.made('written')]).toEqual([false, false]);
    expect(session.can.asks).toBe('all');
  });

  const decisive = DECISIVE[agent];
  if (decisive) {
    test('settings that cannot be overruled are named, and it is said that they decide', async () => {
      const place = await lab();
      const path = join(decisive.of === 'home' ? place.home : place.project, decisive.name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, decisive.text);
      const session = await place.open();
      expect(session.can.asks).toBe('as-configured');
      const events = attend(session);
      await until(() => events.some((event) => event.type === 'live.warning' && event.file === path), 'the warning');
    });
  }

  test('an interrupt in a command ends the turn and every process of it', async () => {
    const place = await lab();
    const session = await place.open();
    attend(
      session,
      answering((approval) => approval.answer({ allow: 'once' })),
    );
    const pids = () => {
      const path = join(place.project, 'pids');
      return place.made('pids') ? readFileSync(path, 'utf8').split('\n').filter(Boolean).map(Number) : [];
    };
    place.steps.push({ run: '(sleep 701 & echo $! >> pids); echo $$ >> pids; sleep 702' }, { say: 'never' });
    const turn = session.send('go');
    await until(() => pids().length === 2, 'the command');
    const interrupted = await session.interrupt();
    expect(interrupted.survivors).toBe(0);
    expect(await turn.done).toMatchObject({ status: 'aborted' });
    expect(pids().filter(isAlive)).toEqual([]);
    expect(await session.send('and now').done).toEqual({ status: 'completed' });
  });

  test('an interrupt while the model answers ends the turn, and the next one works', async () => {
    const place = await lab();
    const session = await place.open();
    attend(session);
    place.steps.push('silence');
    const turn = session.send('go');
    await until(() => place.requests() !== '[]', 'the request');
    expect(await session.interrupt()).toMatchObject({ survivors: 0 });
    expect(await turn.done).toMatchObject({ status: 'aborted' });
    place.steps.length = 0;
    expect(await session.send('and now').done).toEqual({ status: 'completed' });
  });

  test('an interrupt with an open approval denies it, and a late allow runs nothing', async () => {
    const place = await lab();
    const session = await place.open();
    const events = attend(session);
    place.steps.push({ run: 'touch made' }, { say: 'done' });
    session.send('go');
    await until(() => session.open.length === 1, 'the approval');
    const [approval] = requested(events);
    await session.interrupt();
    await expect(approval?.answer({ allow: 'once' })).rejects.toMatchObject({ code: 'answered' });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(place.made('made')).toBe(false);
    place.steps.length = 0;
    expect(await session.send('go on').done).toEqual({ status: 'completed' });
  });

  test('close with an open approval runs nothing and leaves nobody; the session goes on later', async () => {
    const place = await lab();
    const session = await place.open();
    attend(session);
    place.steps.push({ say: 'first' });
    await session.send('begin').done;
    place.steps.push({ run: 'touch made' });
    session.send('go');
    await until(() => session.open.length === 1, 'the approval');
    const { id } = session;
    expect(await session.close()).toMatchObject({ survivors: 0 });
    expect(place.made('made')).toBe(false);
    place.steps.length = 0;
    if (!session.can.resume) {
      await expect(place.open({ resume: id })).rejects.toMatchObject({ code: 'not-possible' });
      return;
    }
    const resumed = await place.open({ resume: id });
    attend(
      resumed,
      answering((approval) => approval.answer({ deny: true })),
    );
    expect(await resumed.send('go on').done).toEqual({ status: 'completed' });
    expect(resumed.id).toBe(id);
    expect(place.made('made')).toBe(false);
  });

  test('when the client is killed nothing more runs', async () => {
    const place = await lab();
    place.steps.push({ run: 'touch made' });
    const program = fileURLToPath(new URL('./killed-client.ts', import.meta.url));
    const client = spawn(process.execPath, [program, agent, JSON.stringify(place.options())], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => client.stdout.once('data', resolve));
    client.kill('SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect(place.made('made')).toBe(false);
  });

  test('text reaches the running turn, or waits for its end', async () => {
    const place = await lab();
    const session = await place.open();
    attend(
      session,
      answering((approval) => approval.answer({ allow: 'once' })),
    );
    place.steps.push({ run: 'touch begun; sleep 2' }, { say: 'one' }, { say: 'two' });
    session.send('go');
    await until(() => place.made('begun'), 'the command');
    expect(() => session.send('busy')).toThrow(expect.objectContaining({ code: 'busy' }));
    const said = await session.say('look at the tests too');
    expect(said.delivered).toBe(session.can.steer ? 'steered' : 'queued');
    await until(() => place.requests().includes('look at the tests too'), 'the text');
    await until(() => session.state === 'idle', 'the end of the turn');
  });

  if (agent === 'claude' || agent === 'codex') {
    test('a question is answered', async () => {
      const place = await lab();
      const session = await place.open(agent === 'codex' ? { mode: 'plan' } : {});
      const events = attend(session, (event) => {
        if (event.type !== 'question.asked') return undefined;
        const [part] = event.question.questions;
        return event.question.answer({ [part?.id ?? '']: ['Blue'] });
      });
      place.steps.push({ ask: 'Which colour?' }, { say: 'thanks' });
      await session.send('ask me').done;
      expect(events.find((event) => event.type === 'question.asked')).toBeDefined();
      expect(place.requests()).toContain('Blue');
    });
  }

  test('two sessions at once do not know each other', async () => {
    const [one, two] = [await lab(), await lab()];
    const sessions = [await one.open(), await two.open()];
    for (const session of sessions)
      attend(
        session,
        answering((approval) => approval.answer({ allow: 'once' })),
      );
    one.steps.push({ run: 'touch made' }, { say: 'one' });
    two.steps.push({ say: 'two' });
    await Promise.all(sessions.map((session) => session.send('go').done));
    expect([one.made('made'), two.made('made')]).toEqual([true, false]);
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(2);
  });
});
