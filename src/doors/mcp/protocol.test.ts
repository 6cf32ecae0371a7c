import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { type Method, speakProtocol } from './protocol.ts';

/** What the server writes for these bytes, and the faults that it tells. */
async function spoken(lines: readonly unknown[], call: Method = async () => ({}), size = Number.POSITIVE_INFINITY) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const faults: string[] = [];
  const methods = new Map<string, Method>([
    ['tools/list', () => ({ tools: [{ name: 'look' }] })],
    ['tools/call', call],
  ]);
  const served = speakProtocol({
    name: 'n',
    version: '1',
    capabilities: { tools: {} },
    methods,
    onFault: (fault) => faults.push(fault),
    input,
    output,
  });
  const bytes = Buffer.from(
    lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
  );
  for (let at = 0; at < bytes.length; at += size) input.write(bytes.subarray(at, at + size));
  input.end();
  await served;
  output.end();
  const answers = (await text(output))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return { answers, faults };
}

it('agrees on a version of the protocol: the client’s if it is known, else the newest', async () => {
  const initialize = (id: number, protocolVersion: unknown) => ({
    id,
    method: 'initialize',
    params: { protocolVersion },
  });
  const { answers } = await spoken([
    initialize(1, '2024-11-05'),
    initialize(2, '2099-01-01'),
    initialize(3, { toString: 0 }),
  ]);
  const inOrder = answers.toSorted((one, other) => one.id - other.id);
  expect(inOrder.map(({ result, error }) => result?.protocolVersion ?? error.code)).toEqual([
    '2024-11-05',
    '2025-11-25',
    -32602,
  ]);
});

it.each([1, 3, 7])('gives the same answers in pieces of %i bytes', async (size) => {
  const lines = [
    { id: 'é漢🙂', method: 'ping' },
    { id: 2, method: 'tools/list' },
  ];
  expect((await spoken(lines, undefined, size)).answers).toEqual([
    { jsonrpc: '2.0', id: 'é漢🙂', result: {} },
    { jsonrpc: '2.0', id: 2, result: { tools: [{ name: 'look' }] } },
  ]);
});

it('refuses what it does not know and what is no request, and lives on', async () => {
  const odd = [
    '{',
    '[]',
    'null',
    '"x"',
    {},
    { id: {}, method: 'ping' },
    { id: 1, method: 'nope' },
    { method: 'nope' },
    { id: 3, result: {} },
  ];
  const { answers, faults } = await spoken([...odd, { id: 4, method: 'ping', params: 'x' }]);
  const invalid = { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } };
  expect(answers).toEqual([
    { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } },
    invalid,
    invalid,
    invalid,
    invalid,
    { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found' } },
    { jsonrpc: '2.0', id: 4, result: {} },
  ]);
  expect(faults).toHaveLength(4);
});

it('answers no call that the client took back, and tells the call so', async () => {
  let wasTold = false;
  const call: Method = ({ signal }) =>
    new Promise((resolve) =>
      signal.addEventListener('abort', () => {
        wasTold = true;
        resolve({});
      }),
    );
  const { answers } = await spoken(
    [
      { id: 1, method: 'tools/call', params: { name: 'look' } },
      { method: 'notifications/cancelled', params: { requestId: 1 } },
      { id: 2, method: 'ping' },
    ],
    call,
  );
  expect(wasTold).toBe(true);
  expect(answers.map(({ id }) => id)).toEqual([2]);
});

it('tells a fault of its own without its words', async () => {
  const call: Method = async () => {
    throw new Error('secret path');
  };
  const { answers, faults } = await spoken(
    [
      { id: 1, method: 'tools/call', params: { name: 'look' } },
      { id: 2, method: 'ping' },
    ],
    call,
  );
  expect(answers.find(({ id }) => id === 1)?.error).toEqual({ code: -32603, message: 'Internal error' });
  expect(faults).toEqual(['secret path']);
});

/** The envelope of the versions without a handshake. */
const envelope = (protocolVersion: unknown, clientInfo?: unknown) => ({
  _meta: {
    'io.modelcontextprotocol/protocolVersion': protocolVersion,
    ...(clientInfo !== undefined && { 'io.modelcontextprotocol/clientInfo': clientInfo }),
  },
});

it('speaks without a handshake where the first request carries an envelope', async () => {
  const params = envelope('2026-07-28', { name: 'raw' });
  const { answers } = await spoken([
    { id: 1, method: 'server/discover', params },
    { id: 2, method: 'tools/list', params },
  ]);
  const serverInfo = { 'io.modelcontextprotocol/serverInfo': { name: 'n', version: '1' } };
  const kept = { resultType: 'complete', ttlMs: 0, cacheScope: 'private', _meta: serverInfo };
  expect(answers).toEqual([
    { jsonrpc: '2.0', id: 1, result: { supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, ...kept } },
    { jsonrpc: '2.0', id: 2, result: { tools: [{ name: 'look' }], ...kept } },
  ]);
});

it('refuses a request without an envelope after one with it, another version, and a handshake', async () => {
  const { answers } = await spoken([
    { id: 1, method: 'server/discover', params: envelope('2026-07-28') },
    { id: 2, method: 'tools/list' },
    { id: 3, method: 'tools/list', params: envelope({ toString: 0 }) },
    { id: 4, method: 'tools/list', params: envelope('2099-01-01') },
    { id: 5, method: 'initialize', params: { ...envelope('2026-07-28'), protocolVersion: '2025-11-25' } },
  ]);
  expect(answers.slice(1).map(({ error }) => error.code)).toEqual([-32602, -32602, -32022, -32601]);
  expect(answers[3].error.data).toEqual({ supported: ['2026-07-28'], requested: '2099-01-01' });
});

it('tells a method the name of its client, in either way of speaking, and none where none was given', async () => {
  const names: unknown[] = [];
  const call: Method = ({ client }) => {
    names.push(client);
    return {};
  };
  const call1 = { id: 2, method: 'tools/call', params: { name: 'look' } };
  await spoken(
    [{ id: 1, method: 'initialize', params: { protocolVersion: '1', clientInfo: { name: 'a' } } }, call1],
    call,
  );
  for (const clientInfo of [{ name: 'b' }, { name: 3 }, 'c', undefined]) {
    await spoken([{ id: 1, method: 'tools/call', params: envelope('2026-07-28', clientInfo) }], call);
  }
  expect(names).toEqual(['a', 'b', undefined, undefined, undefined]);
});
