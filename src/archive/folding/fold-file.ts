import { addMessage } from '../../core/facts/message-facts.ts';
import type { UnifiedMessage } from '../../core/messages/message.ts';
import { createMessageBuilder } from '../../core/messages/message-builder.ts';
import { createSettledMessages } from '../../core/writers/settled-messages.ts';
import { vocabulariesOf } from '../../machine/sessions/load-session.ts';
import { sourceOf } from '../../machine/sessions/source-of.ts';
import type { AgentStore, FilesAround, SessionFile } from '../../machine/sessions/store.ts';
import type { UsageRecorder } from '../../machine/usage/usage-facts.ts';
import type { FoldedBlock, FoldedHead } from '../model/thread-sink.ts';
import { openReading } from './file-reading.ts';
import { foldBlocks } from './fold-blocks.ts';
import { openingOf } from './fold-opening.ts';

/** What is needed besides the file itself; made once for many files. */
export interface FoldTools {
  usage: UsageRecorder;
  /** The names of sessions that a file's home keeps in one place. */
  titles(file: SessionFile): ReadonlyMap<string, string> | undefined;
  /** The files among which those are looked for that a fork goes on from. */
  files(file: SessionFile, id: string): ReturnType<FilesAround>;
  agents?: readonly AgentStore[] | undefined;
  onBytes?: ((bytes: number) => void) | undefined;
}

/** A file that was read to its end. */
export interface FoldedFile {
  head: FoldedHead;
  /** What it tells of requests; undefined where it tells none. */
  usage: Uint8Array | undefined;
}

/** A session file that is being read. */
export interface FileFold {
  /** What is known of the session so far. Its key is, from the beginning. */
  head(): FoldedHead;
  /** Reads the file, and gives its blocks as they are settled, then all the rest. */
  blocks(): AsyncGenerator<FoldedBlock[]>;
  /** After the last block. */
  end(): FoldedFile;
  /** Its blocks are not wanted. */
  close(): Promise<void>;
}

/** Begins to read a session file. Bad lines are counted; a fault of the machine is thrown as a ThreadlineError. */
export async function openFold(file: SessionFile, tools: FoldTools): Promise<FileFold> {
  const first = openReading(file, tools);
  const opening = await openingOf(file, await first.head(), tools);
  const { parts, headerLine, messages: sums, headOf } = opening;
  const isFork = parts.length > 0;
  // What it goes on from is to be read right behind its header: it is begun anew.
  if (isFork) await first.close();
  const reading = isFork ? openReading(file, tools, { history: parts, headerLine }) : first;

  /** What a fork goes on from in another file stands there; a copy in its own file is its own. */
  function addBlocks(messages: readonly UnifiedMessage[], blocks: FoldedBlock[]): void {
    for (const message of messages) {
      if (message.inherited && isFork) continue;
      addMessage(sums, message);
      for (const block of foldBlocks(message, opening.folder)) blocks.push(block);
    }
  }

  async function* blocks(): AsyncGenerator<FoldedBlock[]> {
    const vocabularies = vocabulariesOf(tools.agents);
    // The records themselves need not outlive their lines: messages wait until the file ends.
    const builder = createMessageBuilder({ agents: true, original: 'line', vocabularies });
    const settled = createSettledMessages(builder, () => true);
    for await (const outcomes of reading.outcomes()) {
      const made: FoldedBlock[] = [];
      for (const outcome of outcomes) {
        for (const event of opening.add(outcome)) addBlocks(settled.push(event, outcome.offset), made);
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
    end: () => ({ head: headOf(file, { messages: sums, tail: reading.tail }), usage: tools.usage.end() }),
    close: reading.close,
  };
}

/** Reads only what a file used, for one that is nobody's session. */
export async function readUsageOnly(file: SessionFile, tools: FoldTools): Promise<Omit<FoldedFile, 'head'>> {
  tools.usage.begin(file.path, file.cwd);
  for await (const chunk of sourceOf(file).read({ onBytes: tools.onBytes })) {
    tools.usage.push(chunk);
  }
  return { usage: tools.usage.end() };
}
