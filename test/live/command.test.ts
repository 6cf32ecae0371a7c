import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { entry } from '../cli/run-cli.ts';
import { createPlace, type FakePlace, lines, until } from './fake-session.ts';

const AGENT = fileURLToPath(new URL('../fakes/live/control-agent.mjs', import.meta.url));

/** `threadline` with a fake agent in the place of the real one. */
function start(place: FakePlace, args: string[]) {
  const env = {
    ...process.env,
    CLAUDE_CLI_PATH: AGENT,
    THREADLINE_HOME: place.data,
    FAKE_LOG: place.log,
    HOME: place.root,
  };
  const child = spawn(process.execPath, [entry, ...args], { cwd: place.root, env });
  const said = { out: '', errors: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    said.out += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said.errors += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return { said, ended, say: (text: string) => child.stdin.write(`${text}\n`), end: () => child.stdin.end() };
}

const events = (out: string) => lines(out.slice(0, out.lastIndexOf('\n') + 1));
const waiting = (out: string) => {
  const approvals = events(out).flatMap(({ approval }) =>
    approval ? [approval as { id: string; command: string }] : [],
  );
  const over = new Set(events(out).flatMap(({ type, id }) => (type === 'approval.resolved' ? [id] : [])));
  return approvals.filter(({ id }) => !over.has(id));
};

it('a program sends, answers, interrupts and closes by lines of JSON', async () => {
  const place = createPlace();
  const { said, ended, say } = start(place, ['live', 'claude', '--json']);
  say('{"send":"run:one run:two"}');
  await until(() => waiting(said.out).length === 1);
  say(JSON.stringify({ answer: { id: waiting(said.out)[0]?.id, allow: 'once' } }));
  await until(() => waiting(said.out)[0]?.command === 'touch two');
  say(JSON.stringify({ answer: { id: waiting(said.out)[0]?.id, allow: 'always' } }));
  say('{"answer":{"id":"nothing","allow":"once"}}');
  say('nonsense');
  await until(() => events(said.out).filter(({ type }) => type === 'live.error').length === 3);
  say(JSON.stringify({ answer: { id: waiting(said.out)[0]?.id, deny: true, reason: 'no' } }));
  await until(() => events(said.out).some(({ type }) => type === 'turn.completed'));
  say('{"close":true}');
  expect(await ended).toBe(0);
  expect([place.made('one'), place.made('two')]).toEqual([true, false]);
});

it('the end of the input closes, and denies what is open', async () => {
  const place = createPlace();
  const { said, ended, say, end } = start(place, ['live', 'claude', '--json']);
  say('{"send":"run:one"}');
  await until(() => waiting(said.out).length === 1);
  end();
  expect(await ended).toBe(0);
  expect(place.made('one')).toBe(false);
  expect(events(said.out).find(({ type }) => type === 'approval.resolved')).toMatchObject({ by: 'close' });
});

it('a person answers by a key, after the effects were told', async () => {
  const place = createPlace();
  const { said, ended, say, end } = start(place, ['live', 'claude']);
  say('run:one run:two');
  await until(() => said.out.includes('touch one'));
  say('a');
  await until(() => said.out.includes('touch two'));
  say('d not that one');
  await until(() => said.out.includes('not that one'));
  end();
  expect(await ended).toBe(0);
  expect(said.out).toContain('a once');
  expect([place.made('one'), place.made('two')]).toEqual([true, false]);
});

it('a policy that a person names answers first; a wrong one ends the command', async () => {
  const place = createPlace();
  const path = join(place.root, 'policy.json');
  const rules = [{ decide: 'allow', command: ['touch', 'one'] }];
  writeFileSync(path, JSON.stringify({ version: 1, rules, default: 'deny' }));
  const { said, ended, say } = start(place, ['live', 'claude', '--json', '--policy', path]);
  say('{"send":"run:one run:two"}');
  await until(() => events(said.out).some(({ type }) => type === 'turn.completed'));
  say('{"close":true}');
  await ended;
  expect([place.made('one'), place.made('two')]).toEqual([true, false]);
  writeFileSync(path, JSON.stringify({ version: 1, rules: [{ decide: 'allow' }], default: 'ask' }));
  expect(await start(place, ['live', 'claude', '--policy', path]).ended).toBe(2);
  expect(await start(place, ['policy', 'check', path]).ended).toBe(2);
});

it('policy check says what each approval is, and by which rule', async () => {
  const place = createPlace();
  const path = join(place.root, 'policy.json');
  const rules = [
    { decide: 'deny', command: ['rm'] },
    { decide: 'allow', command: ['git', 'status'] },
  ];
  writeFileSync(path, JSON.stringify({ version: 1, rules, default: 'ask' }));
  const { said, ended, say, end } = start(place, ['policy', 'check', path, '--json']);
  // U+2028 stands raw in JSON: it ends no line of the input, and a rule does not allow it.
  for (const command of ['git status', 'git status; ls', 'ls; rm x', 'git status\u2028ls']) {
    say(JSON.stringify({ kind: 'command', command, cwd: place.root }));
  }
  say('{"kind":"command","command":{"toString":0},"cwd":"/"}');
  say('nonsense');
  end();
  expect(await ended).toBe(0);
  expect(events(said.out).map(({ decide, rule }) => `${decide} ${rule}`)).toEqual([
    'allow 1',
    'ask null',
    'deny 0',
    'ask null',
    'deny null',
    'deny null',
  ]);
});

it('an agent or a mode that is not known is a wrong argument', async () => {
  const place = createPlace();
  expect(await start(place, ['live', 'nobody']).ended).toBe(2);
  expect(await start(place, ['live', 'claude', '--mode', 'bypassPermissions']).ended).toBe(2);
});
