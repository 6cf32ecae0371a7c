import type { AuditLog } from '../../../machine/live/audit-log.ts';
import { changedInput } from '../../../machine/live/changed-input.ts';
import type { Answer } from '../../../machine/live/index.ts';
import { hideSecrets } from '../hide-secrets.ts';
import { badRequest, RequestError } from '../request-error.ts';
import type { RunAnswerBody } from '../run-types.ts';
import type { Run } from './run.ts';

const MAX_AUDITED = 2000;

/**
 * Gives a person's answer to what waits. It holds for what was shown: another question, or one that is not there any
 * more, is 409. An answer that cannot be written to the audit log is not given.
 */
export async function answerQuestion(run: Run, body: RunAnswerBody, audit: AuditLog): Promise<void> {
  const found = run.findQuestion(body.question);
  if (!found) throw new RequestError(409, 'answered');
  const { ask, question } = found;
  if (question.shown !== body.shown) throw new RequestError(409, 'changed');
  const { decision, say, edited, answers } = body;
  const isDeclined = decision === 'decline';
  if (!isDeclined && !question.can[edited === undefined ? decision : 'edit'])
    throw new RequestError(409, 'not-possible');
  const note = (more: object) =>
    audit.write({
      type: 'answer',
      run: run.id,
      session: run.key,
      question: question.id,
      kind: question.kind,
      asked: clipped(question.command ?? question.title),
      shown: question.shown,
      answer: decision,
      edited: edited === undefined ? undefined : clipped(edited),
      say: say === undefined ? undefined : clipped(say),
      page: body.page,
      ...more,
    });
  if (!('allows' in ask)) {
    if (!isDeclined && !answers) throw badRequest();
    note({});
    return answers && !isDeclined ? ask.answer(answers) : ask.decline(say);
  }
  if (answers) throw badRequest();
  const answer: Answer = isDeclined
    ? { deny: true, ...(say !== undefined && { reason: say }) }
    : {
        allow: decision === 'run' ? 'session' : 'once',
        ...(edited !== undefined && { input: changedInput(ask, edited) }),
      };
  note({});
  await ask.answer(answer);
  if (decision === 'run') run.noteAllowed(question.command ?? question.title);
}

function clipped(text: string): string {
  const hidden = hideSecrets(text);
  return hidden.length > MAX_AUDITED ? `${hidden.slice(0, MAX_AUDITED)}…` : hidden;
}
