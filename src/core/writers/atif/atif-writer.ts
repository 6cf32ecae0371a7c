import { createStepFold } from '../steps/step-fold.ts';
import { reportOutcome, type Writer, type WriterOptions } from '../writer.ts';
import { atifDocument } from './atif-document.ts';

/** A trajectory: one JSON object, written at the end, because results stand in the step that asked for them. */
export function createAtifWriter(options: WriterOptions = {}): Writer {
  const fold = createStepFold(options);
  let lastLine = 0;
  return {
    push(outcome) {
      lastLine = outcome.line;
      reportOutcome(outcome, options.onProblem);
      fold.push(outcome);
      return [];
    },
    end() {
      try {
        return [`${JSON.stringify(atifDocument(fold.thread(), options), undefined, 2)}\n`];
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        options.onProblem?.(lastLine, {
          code: 'too-deep',
          message: 'a trajectory is nested too deeply or too long to write',
        });
        return [];
      }
    },
  };
}
