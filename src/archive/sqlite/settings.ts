import type { Statements } from './statements.ts';

export function readSetting(statements: Statements, name: string): string | undefined {
  const value = statements.get('select value from setting where name = ?', name)?.value;
  return typeof value === 'string' ? value : undefined;
}

export function writeSetting(statements: Statements, name: string, value: string): void {
  statements.run('insert or replace into setting(name, value) values (?, ?)', name, value);
}
