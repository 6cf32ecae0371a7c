import type { Problem } from '../../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { timeFrom } from '../../thread/time.ts';
import { CURSOR_TOOLS } from '../cursor/tools.ts';
import { createDescribedThread } from '../described-thread.ts';
import type { WireReader } from '../wire.ts';
import { withoutUndefined } from '../with-defined.ts';
import { bubblePieces } from './bubbles.ts';
import { chatPieces } from './messages.ts';
import { bubbleTable, chatTable, composerTable, lineTable, messageTable } from './records.ts';

export function createCursorRowsReader(): WireReader {
  const thread = createDescribedThread('cursor', CURSOR_TOOLS);

  function read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const { table, row, extra } = lineTable.read(record, problems);
    const events = readRow(table, row, line, problems);
    const [first] = events;
    if (first && extra) first.extra = { ...first.extra, ...extra };
    return events;
  }

  function readRow(table: string, row: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    switch (table) {
      case 'cursor.chat': {
        const { agentId, name, createdAt, lastUsedModel, workspacePath, extra } = chatTable.read(row, problems);
        return start({ id: agentId, name, createdAt, model: lastUsedModel, cwd: workspacePath, extra }, line);
      }
      case 'cursor.composer': {
        const { composerId, name, createdAt, modelConfig, extra } = composerTable.read(row, problems);
        const model = typeof modelConfig?.modelName === 'string' ? modelConfig.modelName : undefined;
        return start(
          { id: composerId, name, createdAt, model, cwd: undefined, extra: { ...extra, modelConfig } },
          line,
        );
      }
      case 'cursor.message': {
        const { role, content, extra } = messageTable.read(row, problems);
        const { pieces, time } = chatPieces(role, content, row, problems);
        return thread.take(pieces, { line, time, extra });
      }
      case 'cursor.bubble': {
        const bubble = bubbleTable.read(row, problems);
        const { requestId: request, createdAt, extra } = bubble;
        const time = typeof createdAt === 'string' ? createdAt : timeFrom(createdAt);
        return thread.take(bubblePieces(bubble, row, problems), { line, time, request, extra });
      }
      default:
        return thread.take([{ is: 'context', kind: table, data: row }], { line });
    }
  }

  function start(
    { id, name, createdAt, model, cwd, extra }: { id: string | undefined; name: string | undefined } & JsonObject,
    line: number,
  ): ThreadEvent[] {
    const time = timeFrom(createdAt);
    const more = withoutUndefined({ ...(extra as JsonObject | undefined), name });
    return thread.start(
      { thread_id: id ?? '', ...withoutUndefined({ cwd, model, started_at: time, extra: more }) },
      { line, time },
    );
  }

  return { read, end: thread.end };
}
