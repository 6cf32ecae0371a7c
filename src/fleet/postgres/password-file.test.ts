import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { passwordFor, withPassword } from './password-file.ts';

const PLACE = { host: 'db.example.com', port: '5432', database: 'threadline', user: 'anna' };
/** Apart, so that no line here looks like an address with a password. */
const OWN = 'own';
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'threadline-password-'));
  for (const name of ['PGPASSWORD', 'PGHOST', 'PGPORT', 'PGUSER', 'PGDATABASE']) vi.stubEnv(name, '');
  vi.stubEnv('PGPASSFILE', join(folder, 'pgpass'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const write = (text: string, mode = 0o600) => {
  writeFileSync(join(folder, 'pgpass'), text);
  chmodSync(join(folder, 'pgpass'), mode);
};

describe('the password of a file', () => {
  it.each([
    ['db.example.com:5432:threadline:anna:secret', 'secret'],
    ['*:*:*:*:secret', 'secret'],
    ['other:*:*:*:wrong\n# *:*:*:*:wrong\n\ndb.example.com:*:*:anna:secret\r\n*:*:*:*:late', 'secret'],
    [String.raw`*:*:*:*:a\:b\\c:d`, String.raw`a:b\c:d`],
    ['*:*:*:*:pässwörd /?#@', 'pässwörd /?#@'],
    ['*:5433:*:*:secret', undefined],
    ['*:*:*:bob:secret', undefined],
    ['*:*:*', undefined],
    ['*:*:*:*', undefined],
    ['*:*:*:*:', undefined],
    ['\\', undefined],
    ['', undefined],
  ])('of the lines %j is %j', (text, expected) => {
    write(text);
    expect(passwordFor(PLACE)).toBe(expected);
  });

  it('is found past a hundred thousand lines that do not fit, and odd ones', () => {
    write(`${'\\:::::\n'.repeat(1e5)}${':'.repeat(1e5)}\n*:*:*:*:secret`);
    expect(passwordFor(PLACE)).toBe('secret');
  });

  it.skipIf(process.platform === 'win32')('counts for nothing where others may read it, or it is not there', () => {
    write('*:*:*:*:secret', 0o640);
    expect(passwordFor(PLACE)).toBeUndefined();
    rmSync(join(folder, 'pgpass'));
    expect(passwordFor(PLACE)).toBeUndefined();
  });
});

describe('an address without a password', () => {
  it.each([
    ['postgres://anna@db.example.com/threadline', 'a/b:c@d'],
    ['postgres://anna@db.example.com:5432/threadline', 'a/b:c@d'],
    ['postgres://anna@db.example.com:6432/threadline', ''],
    ['postgres://bob@localhost/other', 'near'],
    ['postgres://bob@localhost/other?host=/run/postgresql', 'near'],
    [`postgres://anna:${OWN}@db.example.com/threadline`, OWN],
  ])('%s gets that of the file: %j', (address, expected) => {
    write('db.example.com:5432:threadline:anna:a/b\\:c@d\nlocalhost:*:*:bob:near');
    expect(decodeURIComponent(withPassword(new URL(address)).password)).toBe(expected);
  });

  it('has that of the environment first', () => {
    write('*:*:*:*:secret');
    vi.stubEnv('PGPASSWORD', 'other');
    expect(withPassword(new URL('postgres://anna@localhost/threadline')).password).toBe('');
  });
});
