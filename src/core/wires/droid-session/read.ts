import type { Problem } from '../../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { answerPiece, otherPiece, readBlocks, resultText, toldBlocks } from '../anthropic-blocks.ts';
import { createDescribedThread, type Piece } from '../described-thread.ts';
import type { DescribedTools } from '../described-tools.ts';
import type { WireReader } from '../wire.ts';
import { withoutUndefined } from '../with-defined.ts';
import { compactionTable, messageLineTable, messageTable, startTable } from './records.ts';

const TOOLS: DescribedTools = {
  shells: { Execute: 'command' },
  writes: { Create: ['file_path', 'content'] },
  edits: { Edit: ['file_path', 'old_str', 'new_str'] },
  mcp(name) {
    const [server, tool] = name.split('___', 2);
    return server && tool ? { server, tool } : undefined;
  },
};

export function createDroidReader(): WireReader {
  const thread = createDescribedThread('droid', TOOLS);

  function read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    if (record.type === 'session_start') return readStart(record, line, problems);
    if (record.type === 'message') return readMessage(record, line, problems);
    if (record.type === 'compaction_state') {
      const { id, timestamp: time, summaryText: text, extra } = compactionTable.read(record, problems);
      return thread.take([{ is: 'summary', id, text }], { line, time, extra });
    }
    // Further kinds are known by single readers, and stay open.
    return thread.take([otherPiece(record)], { line });
  }

  function readStart(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const { id, title, sessionTitle, cwd, timestamp: time, extra } = startTable.read(record, problems);
    const facts = withoutUndefined({ cwd, extra: { ...extra, ...withoutUndefined({ title, sessionTitle }) } });
    return thread.start({ thread_id: id ?? '', ...facts }, { line, time });
  }

  function readMessage(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const { id, timestamp: time, message, extra } = messageLineTable.read(record, problems);
    const { role, content, extra: more } = messageTable.read(message, problems);
    const { blocks, isOdd } = readBlocks(content, problems);
    const pieces =
      role === 'assistant' ? blocks.map((block) => answerPiece(block, problems)) : toldPieces(blocks, problems);
    // A reply without a call ends the turn.
    const isLast = role === 'assistant' && pieces.length > 0 && !pieces.some(({ is }) => is === 'call');
    if (isLast) pieces.push({ is: 'end', how: 'completed' });
    if (pieces.length === 0) pieces.push({ is: 'context', kind: 'message', data: message });
    const rest = { ...extra, ...more, ...(isOdd && { content }) };
    const place = { line, time, extra: Object.keys(rest).length > 0 ? rest : undefined };
    return thread.take(pieces, { ...place, request: role === 'assistant' ? id : undefined });
  }

  return { read, end: thread.end };
}

/** A person's texts are one prompt; results of tools come in the same role. */
function toldPieces(blocks: readonly JsonObject[], problems: Problem[]): Piece[] {
  const { pieces, texts, images } = toldBlocks(blocks, resultPiece, problems);
  const typed = texts.filter((text) => !isReminder(text));
  const injected = texts.filter(isReminder).map((text): Piece => ({ is: 'prompt', text, injected: true }));
  const isTyped = typed.length > 0 || images.length > 0;
  return [
    ...pieces,
    ...injected,
    ...(isTyped ? [{ is: 'prompt', text: typed.join('\n'), images } satisfies Piece] : []),
  ];
}

function resultPiece({ tool_use_id: id, content, is_error }: JsonObject): Piece {
  return {
    is: 'result',
    id: typeof id === 'string' && id !== '' ? id : undefined,
    output: resultText(content),
    isError: is_error === true,
  };
}

function isReminder(text: string): boolean {
  return text.trimStart().startsWith('<system-reminder>');
}
