import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writePushTokens } from '../../../fleet/team/logins.ts';
import { destinationOf } from './destination.ts';

const TO = 'https://threadline.example.com';
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'threadline-destination-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const write = (text: string, mode = 0o600) => {
  const path = join(folder, 'token');
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
};
const destination = (file?: string) =>
  destinationOf(
    { command: 'collect', to: TO, ...(file !== undefined && { 'token-file': file }) },
    { to: undefined, modes: [] },
  );

describe('the token of a file', () => {
  it('is read again when it is refused, so that a collector that runs takes the next one', () => {
    const { token, laterTokens } = destination(write('tl_the_first_one\n'));
    expect(token).toBe('tl_the_first_one');
    write('tl_the_next_one\n');
    expect(laterTokens?.()).toEqual(['tl_the_next_one']);
  });

  it.each<[string, string, number]>([
    ['empty', '', 0o600],
    ['two words', 'tl_one two_words', 0o600],
    ['too long', 'x'.repeat(513), 0o600],
    ['too large for a token', 'x'.repeat(2_000_000), 0o600],
    ['for others to read', 'tl_the_next_one', 0o644],
  ])('stays as it was where the file is now %s', (_, text, mode) => {
    // Windows has no such modes.
    if (process.platform === 'win32' && mode !== 0o600) return;
    const { laterTokens } = destination(write('tl_the_first_one'));
    write(text, mode);
    expect(laterTokens?.()).toEqual([]);
  });

  it('stays as it was where the file is gone, and where the environment gave it', () => {
    const { laterTokens } = destination(write('tl_the_first_one'));
    rmSync(join(folder, 'token'));
    expect(laterTokens?.()).toEqual([]);
    vi.stubEnv('THREADLINE_TOKEN', 'tl_of_the_environment');
    expect(destination()).toMatchObject({ token: 'tl_of_the_environment', laterTokens: undefined });
  });
});

describe('a login at a server', () => {
  beforeEach(() => {
    vi.stubEnv('THREADLINE_HOME', folder);
    writeFileSync(join(folder, 'collect-token'), 'tl_of_the_gateway\n', { mode: 0o600 });
  });

  it('sends there before a file that names no server does, so that sessions are those of who logged in', () => {
    writePushTokens(TO, ['tl_of_the_login']);
    const { token, laterTokens } = destination();
    expect([token, laterTokens?.()]).toEqual(['tl_of_the_login', ['tl_of_the_login']]);
  });

  it('sends to no other server, and not where a token is named for this run', () => {
    writePushTokens('https://team.example', ['tl_of_the_login']);
    expect(destination().token).toBe('tl_of_the_gateway');
    writePushTokens(TO, ['tl_of_the_login']);
    expect(destination(write('tl_of_the_option')).token).toBe('tl_of_the_option');
    vi.stubEnv('THREADLINE_TOKEN', 'tl_of_the_environment');
    expect(destination().token).toBe('tl_of_the_environment');
  });
});
