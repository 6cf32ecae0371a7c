import { describe, expect, it } from 'vitest';
import { madeRules, makeSecret } from '../../../test/made-secrets.ts';
import { madeToken, vendorForms } from '../../../test/made-tokens.ts';
import { NAME_WORDS } from './names.ts';
import { createRedactor } from './redactor.ts';
import { redactionRules } from './rules.ts';
import { createSecretScanner } from './secret-scanner.ts';

const { text: redact } = createRedactor();

describe('a secret of a known form', () => {
  it.each(vendorForms)('is found wherever it stands: $name $form', ({ form }) => {
    const places = [
      '%',
      'I used % for that request.',
      '@@ -1 +1 @@\n-%\n+changed',
      '     1\t%\n     2\tnext',
      '    11→%',
      'a.env:14:%',
      '["%", "b"]',
      '{"a":"\\n%\\n"}',
      '\u001b[38;5;208m%\u001b[0m done',
    ];
    for (let seed = 1; seed <= 3; seed += 1) {
      const token = madeToken(form, seed);
      for (const place of places) {
        const safe = redact(place.replace('%', () => token));
        expect(safe).toContain('[redacted:');
        expect(safe).not.toContain(token.slice(-12));
        expect(redact(safe)).toBe(safe);
      }
    }
  });

  it('has a rule whose name has no digits, and words that are searched for', () => {
    for (const { name, keywords } of redactionRules) {
      expect(name).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
      for (const keyword of keywords) expect(keyword.length).toBeGreaterThanOrEqual(3);
    }
    expect(new Set(redactionRules.map(({ name }) => name)).size).toBeGreaterThanOrEqual(150);
  });

  it.each(madeRules)('is replaced by the name of its rule, wherever it stands: %s', (rule) => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const { secret, text } = makeSecret(rule, seed);
      const marked = text.replace(secret, () => `[redacted:${rule}]`);
      const places = [
        '%',
        'see %.',
        '  %\n',
        '(%)',
        '"%"',
        "'%'",
        'a\n%\nb',
        '\u001b[32m%\u001b[0m',
        'é%é',
        '+%',
        '%, %',
      ];
      for (const place of places) {
        expect(redact(place.replaceAll('%', () => text)), place).toBe(place.replaceAll('%', () => marked));
      }
    }
  });

  it.each(madeRules)('is found in JSON that is itself a text, behind an escaped line break: %s', (rule) => {
    for (let seed = 1; seed <= 5; seed += 1) {
      const { secret, text } = makeSecret(rule, seed);
      const json = JSON.stringify({ output: `first\n${text}\nlast`, again: JSON.stringify({ deep: `\n${text}` }) });
      const safe = redact(json);
      expect(safe).toContain(`[redacted:${rule}]`);
      for (const line of secret.split('\n').slice(0, 2)) expect(safe).not.toContain(line);
    }
  });

  it.each(madeRules)('is left alone once it is replaced: %s', (rule) => {
    const once = redact(`a ${makeSecret(rule, 3).text} b`);
    expect(redact(once)).toBe(once);
  });
});

/** What has a rule's words in it and is no secret. */
function harmless(keyword: string): string[] {
  return [
    keyword,
    `${keyword}…`,
    `${keyword}${'x'.repeat(60)}`,
    `${keyword}short1`,
    `${keyword}<your key here>`,
    `${keyword}$KEY`,
    `the word ${keyword} in a sentence about keys, with more words after it`,
  ];
}

/** Written by hand: what people and programs write that is like a secret. */
const HARMLESS = [
  ...['task-abcdefghijklmnopqrstuvwxyz0123456789ab', 'risk-assessment-2026', 'desk-0123456789abcdef0123456789abcdef'],
  ...[
    `AKIA${'IOSFODNN7'}EXAMPLE`,
    `wJalrXUtnFEMI/K7MDENG/bPxRfiCY${'EXAMPLE'}KEY`,
    'npm_config_cache=/tmp/abc0123456789',
  ],
  ...['npm_lifecycle_event', 'hf_hub_download(repo)', 'hf_model_name_that_is_a_long_identifier', 'SG.1 is a port'],
  ...['http://user@host/x', 'https://example.com:8080/a@b', 'postgres://app:$' + '{DB_PASSWORD}@db/x'],
  ...[
    'mysql://root:password@localhost/x',
    'redis://:***@cache',
    'http://[::1]:8080/x@y',
    'token: "your-token-goes-here"',
  ],
  ...['password = "changemechangeme"', 'const token = tokens[0]', 'secret: "aaaaaaaaaaaaaaaaaaaa"'],
  ...['Authorization: Bearer $TOKEN', 'Authorization: Bearer <your token>', 'authorization: none', 'eyJust a word'],
  ...['eyJhbGciOiJIUzI1NiJ9 only a header', '-----BEGIN PUBLIC KEY-----\nabc\n-----END PUBLIC KEY-----'],
  ...[
    '-----BEGIN CERTIFICATE-----',
    'a:AAshort',
    'f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
    'SSH_KEY=/home/me/.ssh/id_ed25519',
  ],
  ...['msg_0123456789abcdef0123456789abcdef', 'toolu_01AAAAAAAAAAAAAAAAAAAAAA', 'call_5EOm4MJIFdOwwv0UpYFuiw8L'],
  ...[
    'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'PRIMARY_KEY=id',
    'CACHE_KEY=v1-linux',
  ],
  ...[
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'API_KEY=$OPENAI_API_KEY',
    'TOKEN=$(pass show x)',
  ],
];

describe('what is no secret stays as it is', () => {
  it.each(redactionRules)('though it has the words of one: $name', ({ keywords }) => {
    for (const text of keywords.flatMap(harmless)) expect(redact(text)).toBe(text);
  });

  it.each(HARMLESS)('%s', (text) => {
    expect(redact(text)).toBe(text);
  });

  it('also inside of a longer word', () => {
    for (const rule of ['sk-key', 'npm', 'huggingface', 'google-api', 'sendgrid', 'jwt']) {
      const text = `word${makeSecret(rule).text}`;
      expect(redact(text)).toBe(text);
    }
  });

  it('images are not looked through: only chance could find something in one', () => {
    const image = `${'QUJD'.repeat(2000)}/${makeSecret('aws-key-id').secret}/${'QUJD'.repeat(2000)}`;
    for (const text of [image, `data:image/png;base64,${image}`]) expect(redact(text)).toBe(text);
    expect(redact(`${image} and a word`)).toContain('[redacted:aws-key-id]');
  });
});

describe('a private key', () => {
  const { secret } = makeSecret('private-key', 3);
  const lines = secret.split('\n');

  it('goes as a whole, in a diff or with numbers before its lines too', () => {
    for (const mark of ['+', ' ', '    12→']) {
      const safe = redact(`a\n${lines.map((line) => mark + line).join('\n')}\nb`);
      expect(safe).toBe(`a\n${mark}[redacted:private-key]\nb`);
    }
  });

  it('whose end was cut off goes as far as it is there', () => {
    expect(redact(lines.slice(0, 3).join('\n'))).toBe('[redacted:private-key]');
    expect(redact(`${lines.slice(0, 2).join('\n')}\n… 20 lines left out`)).toBe(
      '[redacted:private-key]\n… 20 lines left out',
    );
  });

  it('is looked for in a row of backslashes once', () => {
    const text = `${'\\'.repeat(200)}x\n${lines.at(-1)}`;
    expect(redact(text)).toBe(text);
  });
});

describe('values', () => {
  const { secret } = makeSecret('github-token');

  it('are looked through at any depth, and come back as they are where nothing is found', () => {
    const redactor = createRedactor();
    const clean = { a: [1, null, { b: 'text' }], c: { toString: 0, valueOf: 0 } };
    expect(redactor.value(clean)).toBe(clean);
    const given = { kept: clean, list: [{ deep: ['x', secret] }] };
    const safe = redactor.value(given);
    expect(safe).toEqual({ kept: clean, list: [{ deep: ['x', '[redacted:github-token]'] }] });
    expect(safe.kept).toBe(clean);
    expect(given.list[0]?.deep[1]).toBe(secret);
  });

  it('keep their keys, but for one that is a secret', () => {
    const given = JSON.parse(`{"__proto__": "a", "${secret}": 1, "plain": "${secret}"}`);
    const safe = createRedactor().value(given);
    expect(JSON.stringify(safe)).toBe(
      '{"__proto__":"a","[redacted:github-token] 1":1,"plain":"[redacted:github-token]"}',
    );
  });

  it('are secret by their name, as they would be in JSON', () => {
    const value = `x9${makeSecret('sk-key').secret.slice(3, 30)}`;
    const given = {
      env: { OPENAI_API_KEY: value },
      headers: { Authorization: `Bearer ${value}` },
      password: [value],
      name: value,
    };
    expect(createRedactor().value(given)).toEqual({
      env: { OPENAI_API_KEY: '[redacted:assignment]' },
      headers: { Authorization: 'Bearer [redacted:auth-header]' },
      password: ['[redacted:assignment]'],
      name: value,
    });
  });

  it('nested too deeply to be written are cut off, not followed for ever', () => {
    let deep: unknown = secret;
    for (let level = 0; level < 20_000; level += 1) deep = level % 2 ? [deep] : { deep };
    const safe = JSON.stringify(createRedactor().value(deep));
    expect(safe).toContain('[redacted:too-deep]');
    expect(safe).not.toContain(secret);
  });

  it('of many elements are looked through in one go', () => {
    const many = Array.from({ length: 100_000 }, (_, index) => (index === 99_999 ? secret : index));
    expect(createRedactor().value(many).at(-1)).toBe('[redacted:github-token]');
  });
});

describe('the count', () => {
  it('is of different secrets, by rule', () => {
    const redactor = createRedactor();
    const [one, other] = [makeSecret('npm', 1).secret, makeSecret('npm', 2).secret];
    redactor.text(`${one} ${one} ${other}`);
    redactor.value({ again: one, jwt: makeSecret('jwt').secret });
    expect([...redactor.counts]).toEqual([
      ['npm', 2],
      ['jwt', 1],
    ]);
  });
});

describe('the cost of a text', () => {
  const scanner = createSecretScanner();

  it('is bounded: no pattern repeats without end', () => {
    for (const { name, pattern } of redactionRules) {
      const source = pattern.source.replaceAll(/\[(?:\\.|[^\]\\])*\]|\\./g, 'c');
      expect(source, name).not.toMatch(/[*+]|\{\d+,\}/);
    }
  });

  const words = [...new Set([...redactionRules.flatMap(({ keywords }) => keywords), ...NAME_WORDS])];
  const tails = ['', '=', `${'aB3dE5fG7h'.repeat(3)} `];

  it('grows with its length and no faster, for near-matches of every word', () => {
    for (const word of words) {
      for (const tail of tails) {
        // At most three closer looks for each character, however much text there is.
        expect(attempts(word + tail, 8), word + tail).toBeLessThanOrEqual(3 * 8 * 1024);
      }
    }
  });

  function attempts(part: string, kilobytes: number): number {
    const before = scanner.attempts;
    scanner.find(part.repeat(Math.ceil((kilobytes * 1024) / part.length)));
    return scanner.attempts - before + 1;
  }
});
