import { addMessage, createMessageFacts, type MessageFacts } from '../../core/facts/message-facts.ts';
import type { UnifiedMessage } from '../../core/messages/message.ts';
import { createMessageBuilder } from '../../core/messages/message-builder.ts';
import { createEventReader } from '../../core/wires/event-reader.ts';
import { allWires } from '../../core/wires/registry.ts';
import { createSettledMessages } from '../../core/writers/settled-messages.ts';
import * as coreLimits from '../../limits/core.ts';
import { vocabulariesOf } from '../../machine/sessions/load-session.ts';
import { isPacked } from '../../machine/sessions/plain-chunks.ts';
import { readerOptionsOf } from '../../machine/sessions/reader-options.ts';
import { readHead } from '../../machine/sessions/session-head.ts';
import type { SessionFile } from '../../machine/sessions/store.ts';
import type { FoldedBlock, FoldedHead } from '../model/thread-sink.ts';
import { foldBlocks } from './fold-blocks.ts';
import type { FoldTools } from './fold-file.ts';
import { createSessionTail, openingOf } from './fold-opening.ts';

/** The present state of a session. */
export interface FoldLook {
  head: FoldedHead;
  /** New blocks that will not change any more. */
  settled: readonly FoldedBlock[];
  /** The blocks after them, in their present state. */
  open: readonly FoldedBlock[];
  /** The packed facts about requests. */
  usage: Uint8Array | undefined;
}

/** A session that may still grow. Only a fold of the whole file holds what a reader keeps back until the end. */
export interface GrowingFold {
  push(chunk: Uint8Array): void;
  /** `file`: its present state. Settled blocks are returned once. */
  look(file: SessionFile): FoldLook;
  /** True for a session that grows by lines: some agent's, and no document. */
  readonly isLines: boolean;
  /** Approximate memory, in bytes. */
  readonly heldBytes: number;
}

/** Bytes held per byte of a file whose messages may still change: the record, its events, its message. */
const HELD_SHARE = 4;

/** Undefined for a session that does not grow by itself: a fork that continues another file. */
export async function openGrowingFold(file: SessionFile, tools: FoldTools): Promise<GrowingFold | undefined> {
  const opening = await openingOf(file, await readHead(file), tools);
  if (opening.parts.length > 0) return undefined;
  const tail = createSessionTail(file);
  const vocabularies = vocabulariesOf(tools.agents);
  const builder = createMessageBuilder({ agents: true, original: 'line', vocabularies });
  const messages = createSettledMessages(builder, () => true);
  const options = readerOptionsOf(file, tools.agents);
  const reader = createEventReader(options);
  let settled: FoldedBlock[] = [];
  let pushed = 0;
  let hasPacked = false;
  tools.usage.begin(file.path, file.cwd);

  /** A changed message is another object. */
  const folded = new WeakMap<UnifiedMessage, { blocks: FoldedBlock[]; project: string | undefined }>();

  function addBlocks(message: UnifiedMessage, sums: MessageFacts, blocks: FoldedBlock[]): void {
    const project = opening.folder;
    const known = folded.get(message);
    const made = known && known.project === project ? known.blocks : foldBlocks(message, project);
    folded.set(message, { blocks: made, project });
    addMessage(sums, message);
    for (const block of made) blocks.push(block);
  }

  return {
    push(chunk) {
      if (pushed === 0) hasPacked = isPacked(chunk);
      pushed += chunk.length;
      tail?.push(chunk);
      tools.usage.push(chunk);
      for (const outcome of reader.push(chunk)) {
        for (const event of opening.add(outcome)) {
          for (const message of messages.push(event, outcome.offset)) addBlocks(message, opening.messages, settled);
        }
      }
    },
    look(now) {
      const sums = createMessageFacts(opening.messages);
      const open: FoldedBlock[] = [];
      for (const message of builder.messages) addBlocks(message, sums, open);
      const wire = allWires(options.agents).find(({ name }) => name === reader.wire);
      const head = opening.headOf(now, { messages: sums, tail, endsUnmarked: wire?.marksTurnEnds === false });
      const given = settled;
      settled = [];
      return { head, settled: given, open, usage: tools.usage.look() };
    },
    get isLines() {
      return !hasPacked && reader.wire !== undefined;
    },
    get heldBytes() {
      return Math.min(pushed, 2 * coreLimits.heldMessageBytes) * HELD_SHARE;
    },
  };
}
