import { describe, expect, it } from 'vitest';
import { createCharacters } from '../../../../test/made-characters.ts';
import { createRedactor } from '../redactor.ts';

const { characters } = createCharacters(7);
const { text: redact } = createRedactor();

describe('a column whose heading says password', () => {
  it('goes to its last row, however long the table is', () => {
    const secrets = Array.from({ length: 20_000 }, () => `Tiger${characters(8)}7k4`);
    const safe = redact(`id,password,city\n${secrets.map((secret, row) => `${row},${secret},Rome`).join('\n')}\n`);
    const rows = safe.trim().split('\n').slice(1);
    expect(rows.filter((row, index) => row !== `${index},[redacted:password],Rome`)).toEqual([]);
  });

  it('is taken alone: what stands beside it stays', () => {
    expect(redact('name,password,note\n"Smith, J",Tiger4821!,"a ""b"" c"\n')).toBe(
      'name,password,note\n"Smith, J",[redacted:password],"a ""b"" c"\n',
    );
  });

  it('ends where the lines have another number of cells', () => {
    const after = 'x,Tiger4821!\n\nuser,Tiger4821!,note,more';
    expect(redact(`user,password\n${after}`)).toBe('user,password\nx,[redacted:password]\n\nuser,Tiger4821!,note,more');
  });

  it('goes on behind a row with other text after its last bar', () => {
    const table = '| user | password |\n|---|---|\n| a | Tiger4821! |.1\n| b | Tiger4822! |';
    expect(redact(table)).not.toContain('Tiger');
  });

  it('leaves words, types and references alone', () => {
    const table = 'field,password,note\na,required,x\nb,$DB_PASSWORD,y\nc,changeme,z';
    expect(redact(table)).toBe(table);
  });

  it('is none in a list of names in code', () => {
    const code = 'import {\n  password, username,\n  retry500ms, backoff10s,\n} from "./x";';
    expect(redact(code)).toBe(code);
  });

  it('has to have a rule below it in a table with bars', () => {
    const types = '| password | string |\n| oauth2Scope77 | string |';
    expect(redact(types)).toBe(types);
  });
});
