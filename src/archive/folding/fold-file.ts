import { addMessage } from '../../core/facts/message-facts.ts';
import type { UnifiedMessage } from '../../core/messages/message.ts';
import { createMessageBuilder } from '../../core/messages/message-builder.ts';
import { createSettledMessages } from '../../core/writers/settled-messages.ts';
import { vocabulariesOf } from '../../machine/sessions/load-session.ts';
import { sourceOf } from '../../machine/sessions/source-of.ts';
import type { AgentStore, FilesAround, SessionFile } from '../../machine/sessions/store.ts';
import type { UsageRecorder } from '../../machine/usage/usage-facts.ts';
import type { FoldedEdits } from '../model/folded-edits.ts';
import type { FoldedBlock, FoldedHead } from '../model/thread-sink.ts';
import { openReading } from './file-reading.ts';
import { foldBlocks } from './fold-blocks.ts';
import { createEditFold } from './fold-edits.ts';
import { openingOf } from './fold-opening.ts';

/** The tools of a fold besides the file itself, made once for many files. */
export interface FoldTools {
  usage: UsageRecorder;
  /** The titles that a file's home keeps in one place. */
  titles(file: SessionFile): ReadonlyMap<string, string> | undefined;
  /** The files among which a fork's history is searched. */
  files(file: SessionFile, id: string): ReturnType<FilesAround>;
  agents?: readonly AgentStore[] | undefined;
  onBytes?: ((bytes: number) => void) | undefined;
  /** What files are read into, one after the other. */
  buffer?: Buffer | undefined;
  /** The random value of an archive that keeps an index of lines. */
  lineKey?: string | undefined;
}

/** A file that was read to its end. */
export interface FoldedFile {
  head: FoldedHead;
  /** The file's facts about requests; undefined if there are none. */
  usage: Uint8Array | undefined;
}

/** A session file that is being read. */
export interface FileFold {
  /** The facts of the session so far. The key is known from the beginning. */
  head(): FoldedHead;
  /** Reads the file. Yields its blocks as they are settled, then all the rest. */
  blocks(): AsyncGenerator<FoldedBlock[]>;
  /** What the session did to files since the last call, if the archive keeps it. */
  edits(): FoldedEdits | undefined;
  /** After the last block. */
  end(): FoldedFile;
  /** Discards the blocks. */
  close(): Promise<void>;
}

/** Starts reading a session file. Bad lines are counted; a fault of the machine is thrown as a ThreadlineError. */
export async function openFold(file: SessionFile, tools: FoldTools): Promise<FileFold> {
  const first = openReading(file, tools);
  const opening = await openingOf(file, await first.head(), tools);
  const { parts, headerLine, messages: sums, headOf } = opening;
  const isFork = parts.length > 0;
  // Its history must be read right after its header: the reading starts over.
  if (isFork) await first.close();
  const edits = tools.lineKey === undefined ? undefined : createEditFold(tools.lineKey);
  const reading = isFork ? openReading(file, tools, { history: parts, headerLine }) : first;

  /** The history of a fork in another file belongs to that file; a copy in its own file is its own. */
  function addBlocks(messages: readonly UnifiedMessage[], blocks: FoldedBlock[]): void {
    for (const message of messages) {
      if (message.inherited && isFork) continue;
      addMessage(sums, message);
      for (const block of foldBlocks(message, opening.folder)) blocks.push(block);
    }
  }

  async function* blocks(): AsyncGenerator<FoldedBlock[]> {
    const vocabularies = vocabulariesOf(tools.agents);
    // The records need not outlive their lines: messages wait until the file ends.
    const builder = createMessageBuilder({ agents: true, original: 'line', vocabularies });
    const settled = createSettledMessages(builder, () => true);
    for await (const outcomes of reading.outcomes()) {
      const made: FoldedBlock[] = [];
      for (const outcome of outcomes) {
        for (const event of opening.add(outcome)) {
          edits?.push(event);
          addBlocks(settled.push(event, outcome.offset), made);
        }
      }
      if (made.length > 0) yield made;
    }
    const rest: FoldedBlock[] = [];
    addBlocks(settled.end(), rest);
    yield rest;
  }

  return {
    head: () => headOf(file, { messages: sums }),
    blocks,
    edits: () => edits?.take(),
    end: () => ({ head: headOf(file, { messages: sums, tail: reading.tail }), usage: tools.usage.end() }),
    close: reading.close,
  };
}

/** Reads only the usage of a file that is nobody's session. */
export async function readUsageOnly(file: SessionFile, tools: FoldTools): Promise<Omit<FoldedFile, 'head'>> {
  tools.usage.begin(file.path, file.cwd);
  for await (const chunk of sourceOf(file).read({ onBytes: tools.onBytes, buffer: tools.buffer })) {
    tools.usage.push(chunk);
  }
  return { usage: tools.usage.end() };
}
