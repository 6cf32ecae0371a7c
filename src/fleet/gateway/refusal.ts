import { type HttpAnswer, jsonAnswer } from '../../machine/http/http-answer.ts';

/** A request that is refused: a status and a code, without anything that was sent. */
export class Refusal extends Error {
  answer: HttpAnswer;

  /** `cause` is the internal fault, if any. It is for the operator of the gateway, never for the client. */
  constructor(
    status: number,
    body: { error: string; reason?: string } | { reason: string; index?: number },
    retryAfter?: number,
    cause?: unknown,
  ) {
    super(`refused with ${status}`, { cause });
    const headers: Record<string, string> = {};
    if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter);
    if (status === 401) headers['www-authenticate'] = 'Bearer';
    this.answer = jsonAnswer(body, status, headers);
  }

  /** Adds headers to the answer. */
  with(headers: Readonly<Record<string, string>>): this {
    this.answer = { ...this.answer, headers: { ...this.answer.headers, ...headers } };
    return this;
  }
}
