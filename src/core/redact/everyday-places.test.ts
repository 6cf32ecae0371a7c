import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createCharacters } from '../../../test/made-characters.ts';
import { createRedactor } from './redactor.ts';

const { characters } = createCharacters(42);
const HEX = '0123456789abcdef';
const hexadecimal = characters(128, HEX);
const token = characters(40);
const uuid = [8, 4, 4, 4, 12].map((length) => characters(length, HEX)).join('-');
const password = `Winter${characters(4, '0123456789')}!`;
const lines = Array.from({ length: 4 }, () => characters(64));
const basic = Buffer.from(`bob:${password}`).toString('base64');
/** The base64 of `u:Rzedzb059%wma`. */
const wordy = ['dTpSemVk', 'emIwNTkld21h'].join('');
const anthropic = `sk-${'ant'}-api03-${characters(93)}AA`;
const aws = `AK${'IA'}${characters(16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')}`;
const begin = `-----BEGIN ${'PRIVATE'} KEY-----`;

/** A place and the secret in it. */
const PLACES: Record<string, [text: string, ...secrets: string[]]> = {
  'a removed line of a diff': [`@@ -1 +1 @@\n-${anthropic}\n-${aws}\n+x`, anthropic, aws],
  'a header': [`curl -H "x-api-key: ${token}" https://example.com`, token],
  'a query': [`GET /v1?api_key=${token}&a=1 and https://example.com/y?access_token=${token}`, token],
  'an npmrc': [`//registry.example/:_authToken=${token}`, token],
  'an Authorization header without a scheme': [`Authorization: ${token}`, token],
  'a basic Authorization whose base64 looks like words': [`Authorization: Basic ${wordy}`, wordy],
  YAML: [`token: ${token}\npassword: ${password}`, token, password],
  JSON: [`{"password": "${password}"}`, password],
  'a variable of a command': [`PGPASSWORD=${password} psql`, password],
  'a long key': [`SECRET_KEY_BASE=${hexadecimal}`, hexadecimal],
  'a cookie': [`Cookie: theme=dark; sessionid=${token}; a=b`, token],
  'an address with a slash in its password': [`postgres://bob:ab/${password}@db.example/x`, `ab/${password}`],
  'a connection string': [`Server=db;Uid=bob;Pwd=${password};Encrypt=True;`, password],
  'a libpq string': [`host=db password=${password} dbname=x`, password],
  'a key with numbers before its lines, cut': [
    [begin, ...lines].map((line, index) => `${String(index + 1).padStart(6)}→${line}`).join('\n'),
    ...lines,
  ],
  'a key in removed lines, cut': [[begin, ...lines].map((line) => `-${line}`).join('\n'), ...lines],
  'the end of a key': [`${lines.join('\n')}\n-----END ${'PRIVATE'} KEY-----\nafter`, ...lines],
  'Docker’s settings': [`"auth": "${basic}"`, basic],
  'a netrc': [`machine api.example.com login bob password ${password}`, password],
  'a Kubernetes secret, data first': [
    `apiVersion: v1\ndata:\n  url: ${basic}\nkind: Secret\n---\nkind: Service`,
    basic,
  ],
  'a JSON Web Key': [`{"kty":"EC","x":"${characters(43)}","d":"${token}xyz"}`, token],
  'a table': [`| name | value |\n| DB_PASSWORD | ${password} |`, password],
  'an id that is the secret': [`Secret ID    = ${uuid}`, uuid],
  'a sentence': [`The password is ${password}.`, password],
  'two colours': [`\u001b[32mAPI_TOKEN\u001b[0m=\u001b[33m${token}\u001b[0m ok`, token],
  'a word without width': [`ghp_${'\u200b'}${characters(36)}`, ''],
  'mysql -p': [`mysql -u root -p${password} app`, password],
  'curl -u': [`curl -u bob:${password} https://example.com`, password],
  'echo | sudo -S': [`echo '${password}' | sudo -S apt update`, password],
  SQL: [`CREATE USER bob WITH PASSWORD '${password}'; ALTER USER bob IDENTIFIED BY '${password}'`, password],
  'the viewer’s address': [`http://127.0.0.1:4777/?token=${characters(32)}${token}`, token],
  'our gateway’s token': [`machine ci-1: tl_${characters(43)}`, ''],
  'JSON in JSON': [JSON.stringify(JSON.stringify({ api_key: token, n: 1 })), token],
};

describe('a secret in an everyday place', () => {
  it.each(Object.entries(PLACES))('is found: %s', (_, [text, ...secrets]) => {
    const { text: redact } = createRedactor();
    const safe = redact(text);
    expect(safe).toContain('[redacted:');
    for (const secret of secrets.filter(Boolean)) expect(safe).not.toContain(secret.slice(-8));
    expect(redact(safe)).toBe(safe);
  });

  it('is found by its name, whatever hexadecimal digits it has', () => {
    const { text: redact } = createRedactor();
    const missed = Array.from({ length: 1000 }, (_, index) =>
      createHash('md5').update(String(index)).digest('hex'),
    ).filter((key) => redact(`DD_API_KEY=${key}\n`).includes(key));
    expect(missed).toEqual([]);
  });

  it('is found in a value by its key, by a flag before it, and by the name beside it', () => {
    const given = {
      fields: { password },
      command: ['deploy', '--api-key', token],
      env: [{ name: 'API_TOKEN', value: token }],
      secret: { kind: 'Secret', data: { url: basic } },
      jwk: { kty: 'oct', k: token },
      kept: { name: 'region', value: 'eu-west-1' },
    };
    const safe = JSON.stringify(createRedactor().value(given));
    for (const secret of [password, token, basic]) expect(safe).not.toContain(secret);
    expect(safe).toContain('{"name":"region","value":"eu-west-1"}');
    expect(safe).toContain('["deploy","--api-key","[redacted:assignment]"]');
  });
});
