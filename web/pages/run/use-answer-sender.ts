import { useEffect, useState } from 'react';
import type { ApiQuestion, ApiRun, RunAnswerBody } from '../../../src/doors/server/run-types.ts';
import { ApiFailure } from '../../api/client.ts';
import { runApi } from '../../api/runs.ts';
import { ownAnswers } from '../../stores/runs.ts';

/** A key that was pressed before the question could be read is no answer to it. */
const READING_MS = 400;

export interface AnswerSender {
  /** False in the first moment, while an answer is on its way, after it, and while it is not known what waits. */
  isReady: boolean;
  /** The code of a refusal. The question is locked then. */
  refusal: string | undefined;
  send(answer: Pick<RunAnswerBody, 'decision' | 'edited' | 'say' | 'answers'>): void;
}

/** Sends one answer to what was shown. */
export function useAnswerSender({ id }: ApiRun, question: ApiQuestion, isLost: boolean): AnswerSender {
  const [isRead, setRead] = useState(false);
  const [isSent, setSent] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setRead(true), READING_MS);
    return () => clearTimeout(timer);
  }, []);
  const isReady = isRead && !isSent && !isLost;
  return {
    isReady,
    refusal,
    send(answer) {
      if (!isReady) return;
      setSent(true);
      setRefusal(undefined);
      ownAnswers.add(question.id);
      runApi.answer(id, { question: question.id, shown: question.shown, ...answer }).catch((error: unknown) => {
        ownAnswers.delete(question.id);
        const code = error instanceof ApiFailure ? error.code : 'internal';
        setRefusal(code);
        // What never reached the server may be tried again; what it refused may not.
        if (code !== 'answered' && code !== 'changed') setSent(false);
      });
    },
  };
}
