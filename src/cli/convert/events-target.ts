import type { Problem } from '../../errors.ts';
import type { Outcome } from '../../thread/outcome.ts';
import type { ConvertTarget, TargetContext } from './targets.ts';

/** One ThreadEvent per line, problems in the same stream: those of a line follow its events. */
export function createEventsTarget({ writeLine }: TargetContext): ConvertTarget {
  function writeProblem({ line, offset }: Outcome, { code, message, raw }: Problem): void {
    const problem = { type: 'problem', code, message, line, offset };
    // Escaping can make a text of hundreds of megabytes longer than a string may be.
    if (raw === undefined || !writeLine({ ...problem, raw })) writeLine(problem);
  }

  return {
    write(outcome) {
      if (!outcome.ok) return writeProblem(outcome, outcome.error);
      for (const event of outcome.events) {
        if (writeLine(event)) continue;
        const message = `${event.type} is nested too deeply to be written as JSON`;
        writeProblem(outcome, { code: 'too-deep', message, raw: outcome.raw });
      }
      for (const problem of outcome.problems) writeProblem(outcome, problem);
    },
    end() {},
  };
}
