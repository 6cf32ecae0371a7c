import type { Problem } from '../../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { answerPiece, otherPiece, readBlocks, textOf } from '../anthropic-blocks.ts';
import { cursorPrompt } from '../cursor/prompt.ts';
import { CURSOR_TOOLS } from '../cursor/tools.ts';
import { createDescribedThread, type Piece, type Place } from '../described-thread.ts';
import type { WireReader } from '../wire.ts';
import { endTable, messageLineTable } from './records.ts';

/** A transcript has neither times nor results nor a model, and its calls have no ids: what is not there is not made up. */
export function createCursorTranscriptReader(): WireReader {
  const thread = createDescribedThread('cursor', CURSOR_TOOLS);

  function read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const started = thread.hasStarted ? [] : thread.start({ thread_id: '' }, { line });
    return [...started, ...readLine(record, line, problems)];
  }

  function readLine(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    if (record.type === 'turn_ended') {
      const { status, error, extra } = endTable.read(record, problems);
      const how = status === 'success' ? 'completed' : status === 'aborted' ? 'aborted' : 'failed';
      return thread.take([{ is: 'end', how, message: error }], { line, extra });
    }
    if (typeof record.role !== 'string') return thread.take([otherPiece(record)], { line });
    const { role, message, extra } = messageLineTable.read(record, problems);
    const { blocks, isOdd } = readBlocks(message.content, problems);
    const place: Place = { line, extra: isOdd ? { ...extra, content: message.content } : extra };
    const pieces: Piece[] = [];
    for (const block of blocks) {
      if (role === 'assistant') pieces.push(answerPiece(block, problems));
      else if (block.type === 'text') {
        const prompt = cursorPrompt(textOf(block, 'text', problems));
        pieces.push(...prompt.pieces);
        place.time ??= prompt.time;
      } else pieces.push(otherPiece(block));
    }
    if (pieces.length === 0) pieces.push({ is: 'context', kind: role, data: record });
    return thread.take(pieces, place);
  }

  return { read, end: thread.end };
}
