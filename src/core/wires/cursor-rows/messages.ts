import type { Problem } from '../../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import { otherPiece, readBlocks, resultText, textOf } from '../anthropic-blocks.ts';
import { cursorPrompt } from '../cursor/prompt.ts';
import type { Piece } from '../described-thread.ts';

/** The parts of a message of a chat. */
export function chatPieces(
  role: string,
  content: unknown,
  row: JsonObject,
  problems: Problem[],
): { pieces: Piece[]; time?: string | undefined } {
  const { blocks } = readBlocks(content, problems);
  const pieces: Piece[] = [];
  let time: string | undefined;
  for (const block of blocks) {
    if (block.type === 'text' && role === 'user') {
      const prompt = cursorPrompt(textOf(block, 'text', problems));
      pieces.push(...prompt.pieces);
      time ??= prompt.time;
    } else pieces.push(pieceOf(block, role, problems));
  }
  if (pieces.length === 0) pieces.push({ is: 'context', kind: role, data: row });
  return { pieces, time };
}

function pieceOf(block: JsonObject, role: string, problems: Problem[]): Piece {
  const id = typeof block.toolCallId === 'string' && block.toolCallId !== '' ? block.toolCallId : undefined;
  switch (block.type) {
    case 'text': {
      const text = textOf(block, 'text', problems);
      return role === 'assistant' ? { is: 'answer', text } : { is: 'prompt', text, injected: true };
    }
    case 'reasoning':
      return { is: 'thought', text: textOf(block, 'text', problems) };
    case 'tool-call':
      return { is: 'call', id, name: textOf(block, 'toolName', problems), input: block.args };
    case 'tool-result':
      return { is: 'result', id, output: resultText(block.result), isError: block.isError === true };
    default:
      return otherPiece(block);
  }
}
