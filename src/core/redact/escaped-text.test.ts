import { expect, it } from 'vitest';
import { createRedactor } from './index.ts';

const { text: redact } = createRedactor();

it.each([
  ['a line below its label', String.raw`{"text":"Enter password: \nCh43ZLolYT94yI77\nWelcome`, 'Ch43ZLolYT94yI77'],
  ['a short name beside a user', String.raw`{"text":"done\nuser: joe, pass: EKFkuEI5Mzu2J377\n`, 'EKFkuEI5Mzu2J377'],
  ['three quotes', String.raw`"ls\ntoken = \"\"\"QlEH7ChU194VFFvtFAV1he1V\"\"\"\n"`, 'QlEH7ChU194VFFvtFAV1he1V'],
])('a secret is found in JSON that is a text: %s', (_, text, secret) => {
  expect(redact(text)).not.toContain(secret);
  expect(redact(text)).toContain('[redacted:');
});

it('a field of a form is found without the blank line before its value', () => {
  const text = 'Content-Disposition: form-data; name="password"\nCGVLcYZ7XhBK6294k4ZutjMi\n--x';
  expect(redact(text)).not.toContain('CGVLcYZ7XhBK6294k4ZutjMi');
});

it('a password that begins like the words of a placeholder by chance is one', () => {
  expect(redact('password=NOtArY6AuvYljI')).not.toContain('NOtArY6AuvYljI');
  for (const placeholder of ['not-a-real-password-1', 'notarealkey12', 'not_actual_Secret1'])
    expect(redact(`password=${placeholder}`)).toBe(`password=${placeholder}`);
});
