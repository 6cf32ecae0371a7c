import type { Problem } from '../../../errors.ts';
import { type JsonObject, parseJson } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { timeFrom } from '../../thread/time.ts';
import { createDescribedThread, type Place } from '../described-thread.ts';
import type { DescribedTools } from '../described-tools.ts';
import { badField } from '../field-table.ts';
import type { WireReader } from '../wire.ts';
import { withoutUndefined } from '../with-defined.ts';
import { piecesOf } from './parts.ts';
import { lineTable, messageTable, sessionTable } from './records.ts';

const TOOLS: DescribedTools = {
  shells: { bash: 'command' },
  writes: { write: ['file_path', 'content'] },
  edits: { edit: ['file_path', 'old_string', 'new_string'] },
  mcp(name) {
    const [, server, tool] = /^mcp_([^_]+)_(.+)$/.exec(name) ?? [];
    return server !== undefined && tool !== undefined ? { server, tool } : undefined;
  },
};

export function createCrushReader(): WireReader {
  const thread = createDescribedThread('crush', TOOLS);
  let model: string | undefined;

  function read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const { table, row, extra } = lineTable.read(record, problems);
    const events =
      table === 'sessions'
        ? readSession(row, line, problems)
        : table === 'messages'
          ? readMessage(row, line, problems)
          : thread.take([{ is: 'context', kind: table, data: row }], { line });
    const [first] = events;
    if (first && extra) first.extra = { ...first.extra, ...extra };
    return events;
  }

  function readSession(row: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const { id, parent_session_id: parent, title, created_at, extra } = sessionTable.read(row, problems);
    const time = timeFrom(created_at, 's');
    const facts = withoutUndefined({
      parent_thread_id: parent,
      started_at: time,
      extra: withoutUndefined({ ...extra, title }),
    });
    return thread.start({ thread_id: id ?? '', ...facts }, { line, time });
  }

  function readMessage(row: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const message = messageTable.read(row, problems);
    const { id, role, parts, created_at, is_summary_message: summary, session_id, extra } = message;
    const list = parseJson(parts);
    const isOdd = !Array.isArray(list);
    if (isOdd && typeof row.parts === 'string') problems.push(badField('parts', parts));
    const pieces = piecesOf(isOdd ? [] : list, { role, isSummary: summary === 1 || summary === true }, problems);
    if (pieces.length === 0) pieces.push({ is: 'context', kind: role, data: row });
    const rest = withoutUndefined({ ...extra, ...(isOdd && { parts }), session_id });
    const place: Place = { line, time: timeFrom(created_at, 's'), extra: rest };
    if (role === 'assistant' && id !== undefined) place.request = id;
    return [...modelChange(message.model, place), ...thread.take(pieces, place)];
  }

  function modelChange(next: string | undefined, { line, time }: Place): ThreadEvent[] {
    if (!next || next === model) return [];
    model = next;
    const told = thread.take([{ is: 'context', kind: 'model', data: {} }], { line, time });
    return told.map((event) => (event.type === 'context' ? { ...event, model: next } : event));
  }

  return { read, end: thread.end };
}
