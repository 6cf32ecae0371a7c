import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readChunks } from './read-chunks.ts';

const folder = mkdtempSync(join(tmpdir(), 'threadline-chunks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const unexpected = () => expect.unreachable();

it('lends the bytes of one file while another is read', () => {
  const one = readChunks(file('one', 'first'), unexpected);
  const other = readChunks(file('other', 'OTHER'), unexpected);
  const first = one.next().value;
  const second = other.next().value;
  expect([String(first), String(second)]).toEqual(['first', 'OTHER']);
  expect([one.next().done, other.next().done]).toEqual([true, true]);
});

it('uses the room of a file again for the next one, also after one that was left early', () => {
  const [left] = readChunks(file('left', 'left'), unexpected);
  const [next] = readChunks(file('next', 'next'), unexpected);
  expect(next?.buffer).toBe(left?.buffer);
});
