import * as coreLimits from '../../../limits/core.ts';
import { jsonLine } from '../json-line.ts';
import { reportOutcome, type Writer, type WriterOptions } from '../writer.ts';
import { createOtlpFold } from './otlp-fold.ts';

/** Bodies for OpenTelemetry's collectors, one per line. */
export function createOtlpWriter(options: WriterOptions = {}): Writer {
  const { onProblem } = options;
  const fold = createOtlpFold(options);
  let lastLine = 0;

  function lines(): string[] {
    const written: string[] = [];
    for (const body of fold.take()) {
      const line = jsonLine(body);
      if (line !== undefined) written.push(line);
      else onProblem?.(lastLine, { code: 'too-deep', message: 'a body is too large to be written' });
    }
    return written;
  }

  return {
    push(outcome) {
      lastLine = outcome.line;
      reportOutcome(outcome, onProblem);
      fold.push(outcome);
      return fold.waiting >= coreLimits.otlpRecordsAtOnce ? lines() : [];
    },
    end() {
      fold.end();
      return lines();
    },
  };
}
