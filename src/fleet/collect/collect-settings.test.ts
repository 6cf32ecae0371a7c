import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { modeOf, readSettings, readSmallFile } from './collect-settings.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'threadline-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (value: unknown) => {
  writeFileSync(join(folder, 'collect.json'), typeof value === 'string' ? value : JSON.stringify(value));
  return readSettings(folder);
};

describe('collect.json', () => {
  it('is not needed, and says where to send and how much', () => {
    expect(readSettings(folder)).toEqual({ to: undefined, modes: [] });
    const settings = { to: 'https://x.example', modes: [{ project: '/a', mode: 'off' }] };
    expect(read(settings)).toEqual(settings);
  });

  it.each([
    ['{"to":', 'not a JSON object'],
    [[], 'not a JSON object'],
    [{ mode: 'off' }, "there is no setting 'mode'"],
    [{ to: 7 }, 'to is not a text'],
    [{ modes: { '/a': 'off' } }, 'modes is not a list'],
    [{ modes: ['/a'] }, 'modes[0]: it is not an object'],
    [{ modes: [{ project: 'a', mode: 'off' }] }, 'the whole path of a folder'],
    [{ modes: [{ project: '/a', mode: 'of' }] }, 'mode takes full, redacted, usage, off'],
    [{ modes: [{ project: '/a', mode: { toString: 0, valueOf: 0 } }] }, 'mode takes full'],
    [{ modes: [{ project: '/a', mode: 'off', projects: [] }] }, "there is no setting 'projects'"],
  ])('is refused where it cannot be meant so: %j', (value, message) => {
    expect(() => read(value)).toThrow(message);
  });
});

describe('the mode of a session', () => {
  const modes = [
    { project: '/work/a', mode: 'off' },
    { project: '/work', mode: 'full' },
  ] as const;
  it('is that of the first folder that holds it, else redacted', () => {
    expect(modeOf(modes, '/work/a/b')).toBe('off');
    expect(modeOf(modes, '/work/ab')).toBe('full');
    expect(modeOf(modes, '/workshop')).toBe('redacted');
    expect(modeOf([{ project: '*', mode: 'usage' }], '/any')).toBe('usage');
    expect(modeOf([], '/any')).toBe('redacted');
  });
  it('is the strictest of all where the session names no folder', () => {
    expect(modeOf(modes, undefined)).toBe('off');
    expect(modeOf([{ project: '/a', mode: 'full' }], undefined)).toBe('redacted');
    expect(modeOf([{ project: '*', mode: 'full' }], undefined)).toBe('full');
    expect(modeOf([], undefined)).toBe('redacted');
  });
});

it('a file with a token that others can read is refused', () => {
  const path = join(folder, 'token');
  writeFileSync(path, 'tl_secret', { mode: 0o600 });
  expect(readSmallFile(path, true)).toBe('tl_secret');
  chmodSync(path, 0o640);
  expect(() => readSmallFile(path, true)).toThrow('can be read by others');
});
