import { ThreadlineError } from 'threadline';
import { describe, expect, it } from 'vitest';
import { asServerFault, isMonthMissing } from './server-fault.ts';

const fault = (fields: object, message = 'Il n’y a rien à lire ici') => Object.assign(new Error(message), fields);

describe('a fault of PostgreSQL', () => {
  it.each([
    ['refused', { code: '28P01' }],
    ['refused', { code: '42501' }],
    ['not-found', { code: '42P01' }],
    ['timeout', { code: '57014' }],
    ['busy', { code: '40P01' }],
    ['write-failed', { code: '53100' }],
    ['unreachable', { code: '57P01' }],
    ['unreachable', { code: 'ECONNREFUSED' }],
    // The driver has no codes of its own.
    ['unreachable', {}],
  ])('is %s by its code %j, whatever its text says', (code, fields) => {
    const told = asServerFault(fault(fields), 'db.example');
    expect(told).toBeInstanceOf(ThreadlineError);
    expect(told).toMatchObject({ code });
  });

  it('is a password that is missing, in words that say where it goes', () => {
    const driver = fault({}, 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string');
    expect(asServerFault(driver, 'db.example')).toMatchObject({
      code: 'refused',
      message: 'the archive on db.example wants a password: put it into ~/.pgpass, or set PGPASSWORD',
    });
  });

  it.each([[{ code: '23505' }], [{ code: '22012' }]])('stays as it is where %j means nothing here', (fields) => {
    const error = fault(fields, 'Connection terminated');
    expect(asServerFault(error, 'db.example')).toBe(error);
  });

  it('is a month that is missing by its code and table, and not where a rule with a name is broken', () => {
    expect(isMonthMissing(fault({ code: '23514', table: 'segment' }))).toBe(true);
    expect(isMonthMissing(fault({ code: '23514', table: 'block' }))).toBe(true);
    expect(isMonthMissing(fault({ code: '23514', table: 'source', constraint: 'source_state_check' }))).toBe(false);
    expect(isMonthMissing(fault({ code: '23514', table: 'block', constraint: 'some_check' }))).toBe(false);
    expect(isMonthMissing(fault({ code: '23505', table: 'block' }, 'no partition of relation "block"'))).toBe(false);
  });
});
