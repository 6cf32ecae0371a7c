import { createJsonList, type ListShape } from '../json-list.ts';
import type { StepThread } from '../steps/step.ts';
import { createStepFold } from '../steps/step-fold.ts';
import { reportOutcome, type Writer, type WriterOptions } from '../writer.ts';
import { type Exchange, exchangesOf } from './exchange.ts';

/** A thread to be written: the one that is read, or that of a sub-agent. */
export interface ExchangedThread {
  head: StepThread['head'];
  exchanges: Exchange[];
  /** The call that started a sub-agent. */
  parent: string | undefined;
}

/** Writes values as a list of this shape. */
type WriteList = (values: readonly object[], shape: ListShape) => string[];

type WriteThreads = (threads: readonly ExchangedThread[], list: WriteList) => string[];

/** Writes whole threads. A result may come long after its call, and stands before what was said in between. */
export function createExchangeWriter(options: WriterOptions, write: WriteThreads): Writer {
  const { onProblem } = options;
  const fold = createStepFold(options);
  let lastLine = 0;

  function threadsOf(thread: StepThread, parent: string | undefined): ExchangedThread[] {
    const own = { head: thread.head, exchanges: exchangesOf(thread, options), parent };
    if (!options.agents || options.tools === false) return [own];
    return [own, ...thread.agents.flatMap((agent) => threadsOf(agent, agent.parentItemId))];
  }

  function list(values: readonly object[], shape: ListShape): string[] {
    const written = createJsonList(shape, () =>
      onProblem?.(lastLine, { code: 'too-deep', message: 'a message is too large to be written' }),
    );
    return [...written.add(values), ...written.end()];
  }

  return {
    push(outcome) {
      lastLine = outcome.line;
      reportOutcome(outcome, onProblem);
      fold.push(outcome);
      return [];
    },
    end: () => write(threadsOf(fold.thread(), undefined), list),
  };
}
