import type { Outcome } from '../thread/outcome.ts';
import { createPageMessages, type PageMessage } from './page-messages.ts';
import { createPageProblems } from './page-problems.ts';
import { createHeadGatherer, type ThreadHead } from './thread-head.ts';
import { reportOutcome, type WriterOptions } from './writer.ts';

/** Reads outcomes for a page: its messages as they settle, and the parts around them. */
export interface PageReading {
  push(outcome: Outcome): PageMessage[];
  end(): PageMessage[];
  /** The unreadable lines. */
  problems(): string[];
  /** The head, if no first reading gathered it. Known at the end. */
  lateHead(): ThreadHead | undefined;
}

/** `context` receives the thread's working folder. */
export function createPageReading(options: WriterOptions, context: { cwd?: string | undefined }): PageReading {
  const page = createPageMessages(options);
  const problems = createPageProblems();
  const gatherer = options.head ? undefined : createHeadGatherer(options);
  return {
    push(outcome) {
      reportOutcome(outcome, options.onProblem);
      problems.add(outcome);
      gatherer?.push(outcome);
      for (const event of outcome.ok ? outcome.events : []) {
        if ('cwd' in event && event.cwd && !event.inherited) context.cwd ??= event.cwd;
      }
      return page.push(outcome);
    },
    end: () => page.end(),
    problems: () => problems.found(),
    lateHead: () => gatherer?.head(),
  };
}
