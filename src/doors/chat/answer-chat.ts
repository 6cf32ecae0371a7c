import { ThreadlineError } from '../../errors.ts';
import { readAnswer } from '../../machine/live/asks/check-answer.ts';
import type { LiveSession } from '../../machine/live/live-session.ts';

/** An answer that a route got from a client. */
export interface ChatAnswer {
  /** The session of the approval, as its line named it. */
  session: string;
  /** The id of the approval: 128 random bits. */
  id: string;
  /** `{allow: 'once' | 'session', input?}` or `{deny: true, reason?}`; for a question `{answers}`. */
  answer: unknown;
}

/** The sessions that a chat of this process talks to, with how many requests each. */
const sessions = new Map<LiveSession, number>();

export const openApprovals = {
  /** Returns the function that ends it. */
  addSession(session: LiveSession): () => void {
    sessions.set(session, (sessions.get(session) ?? 0) + 1);
    return () => {
      const count = (sessions.get(session) ?? 1) - 1;
      if (count > 0) sessions.set(session, count);
      else sessions.delete(session);
    };
  },
};

/**
 * Answers an approval, or a question, of a chat that runs in this very process. What a history says is no answer: only an
 * approval that is open now counts, by its id and its session. Throws `answered` for one that is over, and `not-possible`
 * where no chat of this process talks to the session.
 */
export async function answerChat({ session, id, answer }: ChatAnswer): Promise<void> {
  if (typeof session !== 'string' || typeof id !== 'string')
    throw new TypeError('an answer names its session and its id');
  const [found] = [...sessions.keys()].filter((live) => live.id === session && session !== '');
  if (!found) {
    throw new ThreadlineError('not-possible', 'no chat of this process talks to the session: the host has to keep it');
  }
  const ask = found.open.find((open) => open.id === id);
  if (!ask) throw new ThreadlineError('answered', 'it was answered already, or is over');
  if (!('allows' in ask)) return ask.answer(answersOf(answer));
  const given = readAnswer(answer);
  if ('allow' in given && given.allow === 'always') {
    throw new ThreadlineError('not-possible', 'a chat allows once or for a session');
  }
  return ask.answer(given);
}

function answersOf(answer: unknown): Record<string, string[]> {
  const { answers } = (typeof answer === 'object' && answer !== null ? answer : {}) as { answers?: unknown };
  if (typeof answers !== 'object' || answers === null) throw new TypeError('the answer to a question is {answers}');
  return answers as Record<string, string[]>;
}
