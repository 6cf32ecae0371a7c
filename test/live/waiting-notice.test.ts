import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type HubOptions, LiveHub, type WaitingNotice } from 'threadline/live';
import { describe, expect, it, onTestFinished } from 'vitest';
import { noticeText } from '../../src/machine/live/waiting-notice.ts';
import { createPlace, type FakePlace, until } from './fake-session.ts';

/** A program of the person's own: it writes its arguments down. */
function noter(place: FakePlace): { command: string[]; told: () => string[][] } {
  const program = join(place.root, 'noter.mjs');
  const out = join(place.root, 'told');
  writeFileSync(
    program,
    `import { appendFileSync } from 'node:fs';
appendFileSync(${JSON.stringify(out)}, JSON.stringify(process.argv.slice(2)) + '\\n');`,
  );
  const lines = () => (existsSync(out) ? readFileSync(out, 'utf8').split('\\n').filter(Boolean) : []);
  return { command: [process.execPath, program, '--urgent'], told: () => lines().map((line) => JSON.parse(line)) };
}

async function openHub(place: FakePlace, waiting?: WaitingNotice) {
  const hub = new LiveHub({ waiting });
  onTestFinished(() => hub.close());
  hub.subscribe(() => {});
  return hub.open('claude', place.options() as HubOptions);
}

describe('somebody who does not look', () => {
  it('is told by a command of their own, with the line as one argument and no shell', async () => {
    const place = createPlace();
    const { command, told } = noter(place);
    const { session } = await openHub(place, { afterMs: 20, command });
    session.send('run:$(touch$IFS.pwned);x');
    await until(() => told().length > 0);
    expect(told()[0]?.[0]).toBe('--urgent');
    expect(told()[0]).toHaveLength(2);
    expect(told()[0]?.[1]).toContain('waits for you: touch $(touch$IFS.pwned);x');
    expect(place.made('.pwned')).toBe(false);
  });

  it('is told once for each question, and not of one that was answered in time', async () => {
    const place = createPlace();
    const { command, told } = noter(place);
    const { session } = await openHub(place, { afterMs: 300, command });
    session.send('run:a run:b');
    await until(() => session.open.length === 1);
    const [first] = session.open;
    if (first && 'allows' in first) await first.answer({ deny: true });
    await until(() => told().length > 0);
    expect(told().map((words) => words.at(-1)?.split(': ').at(-1))).toEqual(['touch b']);
  });

  it('is told by an address of this machine', async () => {
    const bodies: string[] = [];
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      bodies.push(body);
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const place = createPlace();
    const { port } = server.address() as AddressInfo;
    const { session } = await openHub(place, { afterMs: 0, url: `http://127.0.0.1:${port}/told` });
    session.send('run:a');
    await until(() => bodies.length > 0);
    expect(JSON.parse(bodies[0] ?? '')).toEqual({ text: expect.stringContaining('waits for you: touch a') });
  });

  it('is not told before a question has waited as long as they said', async () => {
    const place = createPlace();
    const { command, told } = noter(place);
    const { session } = await openHub(place, { afterMs: 3_600_000, command });
    session.send('run:a');
    await until(() => session.open.length === 1);
    // Long enough for a notice that does not wait: the one of 20 ms above has come by then.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(told()).toEqual([]);
  });

  it('learns that nobody could be told, and the question still waits', async () => {
    const place = createPlace();
    const { session } = await openHub(place, { afterMs: 0, command: [join(place.root, 'missing')] });
    const warnings: string[] = [];
    void (async () => {
      for await (const event of session.subscribe()) if (event.type === 'live.warning') warnings.push(event.message);
    })();
    session.send('run:a');
    await until(() => warnings.some((message) => message.includes('nobody could be told')));
    expect(session.open).toHaveLength(1);
  });
});

describe('a notice', () => {
  it.each<[string, object]>([
    ['another machine', { afterMs: 1, url: 'http://example.org/' }],
    ['a name that begins like ours', { afterMs: 1, url: 'http://127.0.0.1.example.org/' }],
    ['a file', { afterMs: 1, url: 'file:///etc/passwd' }],
    ['no address', { afterMs: 1, url: 'localhost' }],
    ['a command that is a text', { afterMs: 1, command: 'notify-send hello' }],
    ['an empty command', { afterMs: 1, command: [] }],
    ['words that are no texts', { afterMs: 1, command: ['a', { toString: 0 }] }],
    ['nobody to tell', { afterMs: 1 }],
    ['no time', { command: ['true'] }],
    ['a time without end', { afterMs: Number.POSITIVE_INFINITY, command: ['true'] }],
  ])('to %s is refused', (_, waiting) => {
    expect(() => new LiveHub({ waiting: waiting as WaitingNotice })).toThrow(TypeError);
  });

  it('is one line of at most 300 characters, without secrets and without hidden characters', () => {
    const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    const ask = {
      allows: [],
      title: '',
      command: `curl -H "x: ${secret}"\n\u202eevil\x1b[31m ${'word '.repeat(10_000)}`,
    };
    const text = noticeText({ agent: 'claude', cwd: '/home/me/project' }, ask as never);
    expect([...text].length).toBeLessThanOrEqual(300);
    expect(text).toMatch(/^threadline: claude in project waits for you: /);
    expect(text).not.toContain(secret.slice(0, 12));
    for (const hidden of ['\n', '\x1b', '\u202e']) expect(text).not.toContain(hidden);
  });
});
