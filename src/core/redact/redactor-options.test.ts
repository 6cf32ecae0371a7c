import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createCharacters } from '../../../test/made-characters.ts';
import { makeSecret } from '../../../test/made-secrets.ts';
import { environmentValues } from './environment-values.ts';
import { redactionVersion } from './redaction-version.ts';
import { createRedactor } from './redactor.ts';
import type { RedactorOptions } from './redactor-options.ts';

const { characters } = createCharacters(7);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const github = (seed: number) => makeSecret('github-token', seed).secret;

describe('the level', () => {
  const words = ['DB_PASSWORD=changeme', '"password": "letmein"', 'secret_key: postgres'];

  it('standard leaves words and placeholders alone, strict does not', () => {
    for (const text of words) {
      expect(createRedactor().text(text)).toBe(text);
      expect(createRedactor({ level: 'strict' }).text(text)).toContain('[redacted:');
    }
  });

  it('strict leaves references, types and code alone too', () => {
    const { text: redact } = createRedactor({ level: 'strict' });
    for (const text of [
      ...['API_TOKEN=$' + '{API_TOKEN}', 'password: string;', 'const apiKey = process.env.OPENAI_API_KEY;'],
      ...['password = getpass.getpass("Password: ")', 'token_type: "Bearer"', 'PASSWORD=********'],
      ...['max_tokens: 4096', 'idempotencyKey: "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"'],
    ])
      expect(redact(text)).toBe(text);
  });

  it('is one of the two', () => {
    expect(() => createRedactor({ level: 'lax' } as unknown as RedactorOptions)).toThrow(TypeError);
  });
});

describe('names of one’s own', () => {
  it('make their values secret, however they are written', () => {
    const { text: redact, value } = createRedactor({ names: ['acme_badge'] });
    for (const text of ['ACME_BADGE=48151623', 'acmeBadge: "x48-1516"', '"my-acme-badge": "48151623"'])
      expect(redact(text)).toMatch(/\[redacted:/);
    expect(value({ acmeBadge: '48151623x' })).toEqual({ acmeBadge: '[redacted:assignment]' });
    expect(redact('spinning: 48151623')).toBe('spinning: 48151623');
  });

  it('have a word that can be searched for', () => {
    for (const name of ['', 'a_b', {} as string, { toString: 0 } as unknown as string])
      expect(() => createRedactor({ names: [name] })).toThrow(TypeError);
  });
});

describe('rules of one’s own', () => {
  const rule = { name: 'acme', prefix: 'acme_', class: 'a-z0-9', min: 8, max: 20 };

  it('are a prefix and so many characters of a class', () => {
    const { text: redact } = createRedactor({ rules: [rule] });
    expect(redact('x acme_0123456789 acme_short')).toBe('x [redacted:acme] acme_short');
  });

  it.each([
    { ...rule, name: 'acme 1' },
    { ...rule, prefix: 'ac' },
    { ...rule, class: '^a' },
    { ...rule, class: 'a-z]{2}[' },
    { ...rule, min: 9, max: 3 },
    { ...rule, max: 1e9 },
    { ...rule, min: Number.NaN },
    { ...rule, prefix: { toString: 0 } as unknown as string },
  ])('are nothing else: %j', (wrong) => {
    expect(() => createRedactor({ rules: [wrong] })).toThrow(TypeError);
  });
});

describe('values that are known by their hashes', () => {
  const value = 'correct horse-battery';
  const known = { name: 'vault', sha256: sha256(`salt${value}`), length: value.length, salt: 'salt' };

  it('are found whatever they look like and wherever they stand', () => {
    const { text: redact } = createRedactor({ values: [known] });
    expect(redact(`say "${value}"; x=${value}\\n${value}!`)).toBe(
      'say "[redacted:vault]"; x=[redacted:vault]\\n[redacted:vault]!',
    );
    expect(redact(`${value}s`)).toBe(`${value}s`);
  });

  it('have a name, a hash and a length', () => {
    for (const wrong of [{ sha256: 'x' }, { length: 2 }, { length: 1.5 }, { name: 'a1' }, { salt: 5 }])
      expect(() => createRedactor({ values: [{ ...known, ...wrong } as typeof known] })).toThrow(TypeError);
  });

  it('may come from an environment: of variables whose names say secret, and no others', () => {
    const secret = `quiet-${characters(4)}-${characters(5)}`;
    const values = environmentValues({
      DEPLOY_PASSWORD: secret,
      HOME: '/home/somebody',
      API_KEY: '$OTHER',
      EMPTY: undefined,
    });
    expect(JSON.stringify(values)).not.toContain(secret);
    const { text: redact } = createRedactor({ values });
    expect(redact(`it said ${secret} in /home/somebody`)).toBe('it said [redacted:password] in /home/somebody');
  });
});

describe('what is kept', () => {
  it('is a value that is no secret, by its text or by its hash', () => {
    const keep = [github(1), `sha256:${sha256(github(2))}`];
    const { text: redact } = createRedactor({ keep });
    expect(redact(`${github(1)} ${github(2)} ${github(3)}`)).toBe(`${github(1)} ${github(2)} [redacted:github-token]`);
    expect(() => createRedactor({ keep: [''] })).toThrow(TypeError);
  });
});

describe('numbered marks', () => {
  it('tell equal secrets apart by order of appearance, in texts and values alike', () => {
    const redactor = createRedactor({ numbered: true });
    expect(redactor.text(`${github(1)} ${github(2)} ${github(1)}`)).toBe(
      '[redacted:github-token-1] [redacted:github-token-2] [redacted:github-token-1]',
    );
    expect(redactor.value({ token: github(2), npm: makeSecret('npm').secret })).toEqual({
      token: '[redacted:github-token-2]',
      npm: '[redacted:npm-1]',
    });
  });

  it('are left alone once they are there', () => {
    const once = createRedactor({ numbered: true }).text(`token=${github(1)} "api_key": "${characters(32)}"`);
    for (const level of ['standard', 'strict'] as const) expect(createRedactor({ level }).text(once)).toBe(once);
  });
});

describe('the version of what is redacted', () => {
  it('is the same for the same options, and another for others', () => {
    const options: RedactorOptions[] = [
      {},
      { level: 'strict' },
      { also: ['acme-internal'] },
      { names: ['acme_badge'] },
      { keep: ['x'] },
      { numbered: true },
    ];
    const versions = options.map((option) => redactionVersion(option));
    expect(new Set(versions).size).toBe(options.length);
    expect(options.map((option) => redactionVersion(option))).toEqual(versions);
    expect(redactionVersion({ level: 'standard' })).toBe(redactionVersion());
  });
});
