import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type SendOtlpOptions, sendOtlp } from '../../src/fleet/collect/otlp/send-otlp.ts';
import { codexHead, codexId, codexTurn, madeHome } from '../archive/made-home.ts';
import { madeRules, makeSecret, tracesOf } from '../made-secrets.ts';
import { type Receiver, startReceiver } from './receiver.ts';

let folder: string;
let receiver: Receiver;
const problems: string[] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'threadline-otlp-'));
  receiver = await startReceiver();
  problems.length = 0;
});
afterEach(async () => {
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

const send = (more: Partial<SendOtlpOptions> = {}) =>
  sendOtlp({
    url: receiver.url,
    homes: [folder],
    modeOf: () => 'redacted',
    content: false,
    once: true,
    folder: join(folder, 'own'),
    onProblem: (message) => problems.push(message),
    ...more,
  });
const received = () => JSON.stringify(receiver.bodies.map(({ body }) => body));

describe('sending OTLP', () => {
  it('sends each kind of body where it belongs, and the same again the next time', async () => {
    const home = madeHome(folder);
    home.write(1, codexHead(codexId(1)) + codexTurn(1, { ask: 'why', result: 'so', answer: 'because' }));
    await send();
    expect(new Set(receiver.bodies.map(({ path }) => path))).toEqual(
      new Set(['/v1/traces', '/v1/logs', '/v1/metrics']),
    );
    const first = receiver.bodies.splice(0).map(({ body }) => body);
    await send();
    expect(receiver.bodies.map(({ body }) => body)).toEqual(first);
    expect(problems).toEqual([]);
  });

  it('tries again when the receiver is busy, and goes on after a body that it refuses', async () => {
    const home = madeHome(folder);
    home.write(1, codexHead(codexId(1)) + codexTurn(1, { ask: 'why', result: 'so', answer: 'because' }));
    receiver.refuse(503, 400);
    await send();
    expect(receiver.bodies.map(({ path }) => path)).toEqual(['/v1/logs', '/v1/metrics']);
    expect(problems.join()).toMatch(/answered 503.*answered 400/);
  });

  it('holds no secret, also with what was said, and nothing of a project that is off', async () => {
    const secrets = madeRules.map((rule) => makeSecret(rule, 7));
    const home = madeHome(folder);
    const text = secrets.map((made) => made.text).join('\n\n');
    home.write(1, codexHead(codexId(1)) + codexTurn(1, { ask: text, result: text, answer: text }));
    await send({ content: true });
    expect(receiver.bodies.length).toBeGreaterThan(0);
    expect(received()).toContain('[redacted:');
    for (const trace of secrets.flatMap(tracesOf)) expect(received()).not.toContain(trace);
    receiver.bodies.length = 0;
    await send({ content: true, modeOf: () => 'off' });
    expect(receiver.bodies).toEqual([]);
  });

  it('has no text in mode usage, whatever was asked for', async () => {
    const home = madeHome(folder);
    home.write(1, codexHead(codexId(1)) + codexTurn(1, { ask: 'unheard-of', result: 'unseen', answer: 'unsaid' }));
    await send({ content: true, modeOf: () => 'usage' });
    expect(received()).not.toMatch(/unheard-of|unseen|unsaid/);
  });

  it('follows: a turn that is written comes, one that was there before does not', async () => {
    const home = madeHome(folder);
    const old = codexTurn(1, { ask: 'long ago', result: 'r', answer: 'a' });
    home.write(1, codexHead(codexId(1)) + old);
    const stop = new AbortController();
    const done = send({ once: false, content: true, signal: stop.signal });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const later = codexTurn(2, { ask: 'just now', result: 'r', answer: 'a' }).replaceAll(
      /"timestamp":"[^"]+"/g,
      () => `"timestamp":"${new Date(Date.now() + 60_000).toISOString()}"`,
    );
    appendFileSync(home.file(1), later);
    await vi.waitFor(() => expect(received()).toContain('just now'), { timeout: 20_000, interval: 50 });
    stop.abort();
    await done;
    expect(received()).not.toContain('long ago');
  }, 30_000);
});
