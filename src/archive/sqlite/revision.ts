import { readSetting, writeSetting } from './settings.ts';
import type { Statements } from './statements.ts';

const SETTING = 'revision';

/** The number of the last change. Followers ask for greater ones, so a setting keeps that of a removed session. */
export function lastRevision(statements: Statements): number {
  const last = statements.get('select coalesce(max(revision), 0) as last from session')?.last;
  return Math.max(Number(last), Number(readSetting(statements, SETTING) ?? 0));
}

export function nextRevision(statements: Statements): number {
  return lastRevision(statements) + 1;
}

/** Keeps the last number, or a greater one from elsewhere. Call it in a transaction, before it removes sessions. */
export function keepRevision(statements: Statements, atLeast = 0): void {
  writeSetting(statements, SETTING, String(Math.max(lastRevision(statements), atLeast)));
}
