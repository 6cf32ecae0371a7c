import type { Redactor } from '../../../core/redact/redactor.ts';
import type { Outcome } from '../../../core/thread/outcome.ts';
import { withRedaction } from '../../../core/writers/redacted-writer.ts';
import type { CreateWriter, Omitted, WriterOptions } from '../../../core/writers/writer.ts';
import type { SealedFile } from './sealed-file.ts';
import { createTurnList, createTurnSelection } from './thread-turns.ts';

export interface WriteThreadOptions {
  createWriter: CreateWriter;
  writing: WriterOptions;
  redactor: Redactor | undefined;
  /** The turns to write. Default: all. */
  turns: ReadonlySet<string> | undefined;
}

export interface WrittenThread {
  omitted: Partial<Record<Omitted, number>>;
  turns: number;
  problems: number;
}

export async function writeThread(
  batches: AsyncIterable<Outcome[]>,
  file: SealedFile,
  options: WriteThreadOptions,
): Promise<WrittenThread> {
  const { createWriter, redactor, turns } = options;
  const omitted: WrittenThread['omitted'] = {};
  const list = createTurnList();
  const select = turns ? createTurnSelection(turns) : (outcome: Outcome) => outcome;
  const plain = createWriter({
    ...options.writing,
    kind: () => 'store',
    onOmitted(what) {
      omitted[what] = (omitted[what] ?? 0) + 1;
    },
  });
  const writer = redactor ? withRedaction(plain, redactor) : plain;
  let problems = 0;
  for await (const batch of batches) {
    for (const outcome of batch) {
      problems += outcome.ok ? outcome.problems.length : 1;
      const selected = select(outcome);
      for (const event of selected.ok ? selected.events : []) list.add(event);
      for (const text of writer.push(selected)) file.write(text);
    }
  }
  for (const text of writer.end()) file.write(text);
  return { omitted, turns: list.turns().length, problems };
}
