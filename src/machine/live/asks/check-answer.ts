import { ThreadlineError } from '../../../errors.ts';
import type { Answer, AnswerKind } from '../ask.ts';

const GRANTS: Readonly<Record<string, AnswerKind>> = {
  once: 'allow',
  session: 'allow-session',
  always: 'allow-always',
};

/** The answer alone, without what else an object may carry. Throws a TypeError for anything that is no answer. */
export function readAnswer(value: unknown): Answer {
  if (typeof value !== 'object' || value === null) throw new TypeError('an answer is {allow} or {deny: true}');
  const { allow, deny, reason, stop, input } = value as Record<string, unknown>;
  if (deny === true && allow === undefined) {
    if (reason !== undefined && typeof reason !== 'string') throw new TypeError('the reason of a refusal is a text');
    return { deny: true, ...(reason !== undefined && { reason }), ...(stop === true && { stop: true }) };
  }
  if (deny === undefined && (allow === 'once' || allow === 'session' || allow === 'always')) {
    return { allow, ...(input !== undefined && { input }) };
  }
  throw new TypeError("an answer is {allow: 'once' | 'session' | 'always'} or {deny: true}");
}

/** Throws `not-possible` for an answer that an approval does not list: never a wider grant, never a narrower one. */
export function requirePossible(answer: Answer, allows: readonly AnswerKind[]): void {
  const wanted: (AnswerKind | undefined)[] =
    'allow' in answer
      ? [GRANTS[answer.allow], answer.input === undefined ? undefined : 'allow-changed']
      : [answer.stop ? 'deny-stop' : undefined];
  const missing = wanted.find((kind) => kind !== undefined && !allows.includes(kind));
  if (missing !== undefined) throw new ThreadlineError('not-possible', `the agent does not take '${missing}' here`);
  // A grant is for what was asked. A changed input was not.
  if ('allow' in answer && answer.allow !== 'once' && answer.input !== undefined) {
    throw new ThreadlineError('not-possible', 'a changed input is allowed once, not for a session');
  }
}
