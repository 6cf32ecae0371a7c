import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { createBoundedInput, type DroppedLine } from './bounded-input.ts';
import { speakJsonRpc } from './json-rpc.ts';

const MOST = 2000;

/** What is answered to some lines by a side that echoes its method. */
async function answersTo(...lines: string[]): Promise<object[]> {
  const input = new PassThrough();
  const output = new PassThrough();
  const done = speakJsonRpc({
    answer: ({ method }) => ({ method }),
    onFault: () => {},
    input,
    output,
    maxRequestBytes: MOST,
  });
  const texts: string[] = [];
  output.setEncoding('utf8').on('data', (text: string) => texts.push(text));
  input.end(lines.map((line) => `${line}\n`).join(''));
  await done;
  output.end();
  await once(output, 'end');
  return texts
    .join('')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const long = 'y'.repeat(3 * MOST);
const refused = { code: -32600, message: `a request has at most ${MOST} bytes` };

it.each([
  ['before what it is about', { jsonrpc: '2.0', id: 7, method: 'x', params: { long } }, 7],
  ['after it', { method: 'x', params: { long }, jsonrpc: '2.0', id: 'seven' }, 'seven'],
  ['nowhere near', { jsonrpc: '2.0', params: { long, id: 3 }, method: 'x' }, null],
])('a request that is too long is refused by its id: %s', async (_, request, id) => {
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  expect(await answersTo(JSON.stringify(request), ping)).toEqual([
    { jsonrpc: '2.0', id, error: refused },
    { jsonrpc: '2.0', id: 1, result: { method: 'ping' } },
  ]);
});

it.each([1, 100, MOST, MOST + 1, 3 * MOST])('its id is found wherever the line was cut: %i', async (at) => {
  const request = Buffer.from(JSON.stringify({ method: 'x', params: { long }, jsonrpc: '2.0', id: 'seven' }));
  const dropped: DroppedLine[] = [];
  const lines = createBoundedInput((line) => dropped.push(line), request.length - 3);
  for (const piece of [request.subarray(0, -at), request.subarray(-at), Buffer.from('\n')]) lines.write(piece);
  lines.end();
  await once(lines.resume(), 'end');
  expect(dropped).toHaveLength(1);
  expect(dropped[0]?.head).toMatch(/^\{"method":"x"/);
  expect(dropped[0]?.tail).toMatch(/y"\},"jsonrpc":"2\.0","id":"seven"\}$/);
});

it('a line that is no JSON, and JSON that is no request, are told apart', async () => {
  expect(await answersTo('no json', '[]', '{"id": null, "method": "x"}')).toEqual([
    { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } },
    { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } },
    { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } },
  ]);
});
