import { hash } from 'node:crypto';
import type { SessionKey, SessionRow } from '../model/session-row.ts';
import type { Statements } from './statements.ts';
import { keptKey } from './write-session.ts';

/** What tells that a session is one that was forgotten, or was made of one. */
export type ForgottenFacts = { key: SessionKey } & Pick<SessionRow, 'parentThread' | 'origin'>;

/** The record of a forgotten session in any home. It tells nothing of the session, but recognises it if it comes again. */
function forgottenKey({ agent, threadId }: Pick<SessionKey, 'agent' | 'threadId'>): Buffer {
  return hash('sha256', JSON.stringify([agent, threadId]), 'buffer');
}

/** Call it inside a transaction. */
export function rememberForgotten(statements: Statements, key: Pick<SessionKey, 'agent' | 'threadId'>): void {
  statements.run('insert or ignore into forgotten(key) values (?)', forgottenKey(key));
}

/** What a forgotten session started, and copies that were handed over, are forgotten whenever they come. */
export function isForgotten(statements: Statements, { key, parentThread, origin }: ForgottenFacts): boolean {
  const { agent } = key;
  const keys = [forgottenKey(key), keptKey(key)];
  if (parentThread !== undefined) keys.push(forgottenKey({ agent, threadId: parentThread }));
  if (origin?.thread_id !== undefined) keys.push(forgottenKey({ agent: origin.agent, threadId: origin.thread_id }));
  return keys.some((one) => statements.get('select 1 from forgotten where key = ?', one) !== undefined);
}
