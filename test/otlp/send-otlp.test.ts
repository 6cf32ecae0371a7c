import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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

  it('hangs sub-agents in files of their own on the calls that started them: one trace, and no id twice', async () => {
    const home = fileURLToPath(new URL('../fixtures/claude/2.1.325/s11/session', import.meta.url));
    await send({ homes: [home] });
    const resources = receiver.bodies.flatMap(({ body }) => ('resourceSpans' in body ? body.resourceSpans : []));
    const spans = resources.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    const calls = new Set(spans.filter(({ name }) => name === 'execute_tool Agent').map(({ spanId }) => spanId));
    const agents = spans.filter(
      ({ name, parentSpanId = '' }) => name.startsWith('invoke_agent') && calls.has(parentSpanId),
    );
    expect([calls.size, agents.length]).toEqual([3, 3]);
    expect(new Set(agents.map(({ parentSpanId }) => parentSpanId))).toEqual(calls);
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
    const logs = receiver.bodies.flatMap(({ body }) => ('resourceLogs' in body ? body.resourceLogs : []));
    const traces = logs.flatMap(({ scopeLogs }) =>
      scopeLogs.flatMap((scope) => scope.logRecords.map((one) => one.traceId)),
    );
    expect(new Set(traces)).toEqual(new Set(spans.map(({ traceId }) => traceId)));
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
