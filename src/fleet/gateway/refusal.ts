import { type HttpAnswer, jsonAnswer } from '../../machine/http/http-answer.ts';

/** A request that is not answered as asked: a status, a code, and nothing of what was sent. */
export class Refusal extends Error {
  readonly answer: HttpAnswer;

  /** `cause` is what went wrong here, if anything did: for whoever runs the gateway, never for whoever asked. */
  constructor(
    status: number,
    body: { error: string } | { reason: string; index?: number },
    retryAfter?: number,
    cause?: unknown,
  ) {
    super(`refused with ${status}`, { cause });
    const headers: Record<string, string> = {};
    if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter);
    if (status === 401) headers['www-authenticate'] = 'Bearer';
    this.answer = jsonAnswer(body, status, headers);
  }
}
