import { describe, expect, it } from 'vitest';
import { createCharacters } from '../../../test/made-characters.ts';
import { createRedactor } from './redactor.ts';

const { characters } = createCharacters(7);
const digits = characters(2, '23456789');
const words = `Ahorn-blatt-${digits[0]}`;
const signs = `Birke!am+Bach`;
const short = `Fuchs$bau${digits[1]}`;
const likely = `Wiesel${digits}wald`;
const spaced = `Hobelbank im Hof ${digits}`;
const made = characters(24);
const hexadecimal = characters(32, '0123456789abcdef');

/** A place and the password that a person made up for it. */
const PLACES: Record<string, [text: string, password: string]> = {
  'words and a digit in a variable': [`MATCH_PASSWORD=${words} fastlane match`, words],
  'signs in a variable': [`SSHPASS=${signs} sshpass -e rsync a b`, signs],
  'signs in a connection string': [`jdbc:sqlserver://sql;user=sa;password=${signs};encrypt=false`, signs],
  'words and a digit in YAML': [`auth:\n  postgresPassword: ${words}\n  database: x`, words],
  'an SQL statement': [`ALTER ROLE a ENCRYPTED PASSWORD '${words}' VALID UNTIL 'infinity'`, words],
  'an option': [`keytool -genkeypair -storepass ${words} -validity 9`, words],
  'words with spaces in a variable': [`MAIL_PASSWORD="${spaced}"\nMAIL_ENCRYPTION=ssl`, spaced],
  'words with spaces in an option': [`gpg --batch --passphrase '${spaced}' -d dump.gpg`, spaced],
  'a prompt for an address': [`Password for 'https://me@git.lan': ${short}`, short],
  'a user before it': [`login: admin pw: ${likely} (router)`, likely],
  'a sentence with words between': [`the password for the old wifi is ${likely}, try it`, likely],
  French: [`Le mot de passe de la base est ${short}, essaie`, short],
  Italian: [`la password del wifi dell'ufficio è ${likely} se serve`, likely],
  Spanish: [`La contraseña del servidor de pruebas es ${likely} y el usuario es root`, likely],
  Portuguese: [`a senha do banco é ${short}, usuário postgres`, short],
  'Spanish for a key': [`usa esta clave de API: ${made} , es de prueba`, made],
  German: [`benutzer mkrause, kennwort ${likely}`, likely],
  Chinese: [`账号：ubuntu\n密码：${likely}\n帮我部署`, likely],
  'Chinese in a sentence': [`数据库的密码是 ${likely} ，帮我看看`, likely],
  Japanese: [`パスワード: ${likely}\nお願いします`, likely],
  Korean: [`비밀번호는 ${likely} 입니다`, likely],
  Russian: [`Пароль: ${likely}`, likely],
  'a key of somebody’s': [`here's my openweather key: ${hexadecimal} - use it`, hexadecimal],
  'the fourth argument of connect': [`ssh.connect("10.0.0.1", 22, "deploy", "${likely}")`, likely],
  'the second argument of a client': [`require('twilio')('AC${hexadecimal}', '${made}')`, made],
  'the output of printenv': [`$ printenv MYSQL_ROOT_PASSWORD\n${likely}\n$ exit`, likely],
  'a parameter of AWS': [`{"Type": "SecureString",\n    "Value": "${made}"}`, made],
  'openssl passwd': [`useradd -p "$(openssl passwd -6 ${likely})" bob`, likely],
  ftp: [`ftp -n ftp.example <<END\nuser bob ${likely}\nbinary\nEND`, likely],
  'net use': [`net use Z: \\\\nas\\x /user:sven ${likely} /persistent:no`, likely],
};

/** What looks near, and is nothing. */
const ORDINARY = [
  'default login anonymous password user@site',
  'account_sid: AC23667fe27190b411e52e41b3c2ec4634',
  '"password": "Your password needs 8 characters"',
  'PASSWORD_HINT="at least 8 characters"',
  'page.fill({ password: "password-input-1" })',
  '<label for="password">Password for the 2nd account:</label> Confirm',
  'the password for the account is required',
  '密码长度至少为 8 个字符',
  'Пароль должен быть длиннее',
  'ssh.connect(host, 22, user, password)',
];

describe('a password that a person made up', () => {
  it.each(Object.entries(PLACES))('is found: %s', (_, [text, password]) => {
    const { text: redact } = createRedactor();
    const safe = redact(text);
    expect(safe).not.toContain(password);
    expect(safe).toContain('[redacted:');
    expect(redact(safe)).toBe(safe);
  });

  it.each(ORDINARY)('is not seen in %s', (text) => {
    expect(createRedactor().text(text)).toBe(text);
  });

  it.each(['api_key_header: X-Api-Key', 'password: SecretStr'])(
    'is not seen in %s, where words are taken too',
    (text) => {
      expect(createRedactor({ level: 'strict' }).text(text)).toBe(text);
    },
  );
});
