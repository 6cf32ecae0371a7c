import { expect, it } from 'vitest';
import { createCharacters } from '../../../test/made-characters.ts';
import { createRedactor } from './index.ts';

const { characters } = createCharacters(11);
const { text: redact } = createRedactor();

it.each([
  ['a line below its label', String.raw`{"text":"Enter password: \n%\nWelcome`],
  ['a short name beside a user', String.raw`{"text":"done\nuser: joe, pass: %\n`],
  ['three quotes', String.raw`"ls\ntoken = \"\"\"%\"\"\"\n"`],
])('a secret is found in JSON that is a text: %s', (_, form) => {
  const secret = `${characters(20)}7k4`;
  const text = form.replace('%', secret);
  expect(redact(text)).not.toContain(secret);
  expect(redact(text)).toContain('[redacted:');
});

it.each([
  ['values of INSERT', "INSERT INTO users (name, password)\nVALUES\n  ('bob', '%')"],
  ["a password of Go's driver", 'done\napp:%@tcp(127.0.0.1:3306)/app'],
  ['the first line of a text', '{"role":"tool","content":"pass = %"}'],
  ['a list of arguments', '["mysql","-uroot","-p%","-e","select 1"]'],
  ['the settings of a router', 'enable secret 5 %\nend\n'],
])('a secret is found in JSON that stands in a text of JSON: %s', (_, form) => {
  const secret = `${characters(20)}7k4`;
  let text = form.replace('%', secret);
  for (const _depth of [1, 2]) {
    text = JSON.stringify({ text });
    expect(redact(text)).not.toContain(secret);
  }
});

it('a field of a form is found without the blank line before its value', () => {
  const secret = characters(24);
  expect(redact(`Content-Disposition: form-data; name="password"\n${secret}\n--x`)).not.toContain(secret);
});

it('a password that begins like the words of a placeholder by chance is one', () => {
  const secret = `NOtA${characters(8)}4kZ7`;
  expect(redact(`password=${secret}`)).not.toContain(secret);
  for (const placeholder of ['not-a-real-password-1', 'notarealkey12', 'not_actual_Secret1'])
    expect(redact(`password=${placeholder}`)).toBe(`password=${placeholder}`);
});
