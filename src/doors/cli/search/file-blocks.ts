import { foldBlocks } from '../../../archive/folding/fold-blocks.ts';
import type { FoldedBlock } from '../../../archive/model/thread-sink.ts';
import { createThreadFacts } from '../../../core/facts/thread-facts.ts';
import { createMessageBuilder } from '../../../core/messages/message-builder.ts';
import { createEventReader } from '../../../core/wires/event-reader.ts';
import { sessionWires } from '../../../machine/sessions/reader-options.ts';
import type { HomesContext } from '../agents.ts';
import { ExitError, exitCodes } from '../exit.ts';
import { createProgress } from '../progress.ts';
import { describeUnrecognised, findSource, readSource } from '../source.ts';

/** A block of a file, with what is known of its thread. */
export interface FileBlock extends FoldedBlock {
  seq: number;
  file: string;
  thread: FileThread;
}

export interface FileThread {
  agent: string;
  threadId: string;
  title?: string | undefined;
  project?: string | undefined;
  models: readonly string[];
  /** The files that the thread read or wrote. */
  touched: readonly string[];
}

/** Reads a file, of any wire, into the blocks that an archive would hold of it. */
export async function readBlocks(wanted: string, context: HomesContext): Promise<FileBlock[]> {
  const { agents } = context;
  const source = await findSource(wanted, context);
  const reader = createEventReader({ agents: agents ?? sessionWires });
  const builder = createMessageBuilder({ agents: true, original: 'line', vocabularies: agents });
  const facts = createThreadFacts();
  const progress = createProgress([source.info?.path ?? '-'], { isWanted: true });
  try {
    for await (const outcomes of readSource(source, reader, progress)) {
      for (const outcome of outcomes) {
        facts.addOutcome(outcome);
        for (const event of outcome.ok ? outcome.events : []) builder.push(event);
      }
    }
  } finally {
    progress.hide();
  }
  builder.end();
  if (reader.wire === 'unknown') throw new ExitError(exitCodes.badInput, describeUnrecognised(source));
  const { started, cwd, models, firstPrompt } = facts.facts;
  const folded = builder.messages.flatMap((message) => foldBlocks(message, cwd));
  const thread: FileThread = {
    agent: reader.agent ?? started?.agent ?? builder.messages[0]?.tool ?? '',
    threadId: source.info?.id || started?.thread_id || '',
    title: source.info?.title ?? firstPrompt,
    project: source.info?.cwd ?? cwd,
    models: [...models],
    touched: folded.flatMap(({ touched = [] }) => touched.map(({ path }) => path)),
  };
  let at = 0;
  return folded.map((block, seq) => {
    at = block.at || at;
    return { ...block, at, seq, file: wanted, thread };
  });
}
