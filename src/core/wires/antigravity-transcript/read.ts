import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject, parseJson, setOwn } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { textOf } from '../anthropic-blocks.ts';
import { createDescribedThread, type Piece } from '../described-thread.ts';
import type { DescribedTools } from '../described-tools.ts';
import { badField, type FieldsOf } from '../field-table.ts';
import type { WireReader } from '../wire.ts';
import { stepTable } from './records.ts';

const TOOLS: DescribedTools = {
  shells: { run_command: 'CommandLine' },
  writes: { write_to_file: ['TargetFile', 'CodeContent'] },
  edits: { replace_file_content: ['TargetFile', 'TargetContent', 'ReplacementContent'] },
};
/** What the program tells the model by itself. */
const INJECTED = new Set(['CONVERSATION_HISTORY', 'EPHEMERAL_MESSAGE', 'SYSTEM_MESSAGE']);

type Step = FieldsOf<typeof stepTable>;

export function createAntigravityReader(): WireReader {
  const thread = createDescribedThread('antigravity', TOOLS);

  function read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const step = stepTable.read(record, problems);
    const time = step.created_at;
    // A transcript does not say whose it is: its folder does.
    const started = thread.hasStarted ? [] : thread.start({ thread_id: '' }, { line, time });
    const pieces = piecesOf(step, record, problems);
    return [...started, ...thread.take(pieces, { line, time, extra: step.extra })];
  }

  function piecesOf(step: Step, record: JsonObject, problems: Problem[]): Piece[] {
    const { type, status, content = '', thinking, tool_calls: calls = [], error } = step;
    // The step is written again when it is done.
    if (status === 'RUNNING' || status === 'PENDING') return [{ is: 'context', kind: type, data: record }];
    if (type === 'USER_INPUT') return [promptOf(content)];
    if (type === 'CHECKPOINT') return [{ is: 'summary', text: content }];
    if (INJECTED.has(type)) return [{ is: 'prompt', text: content, injected: true }];
    if (type === 'PLANNER_RESPONSE') {
      const pieces: Piece[] = [];
      if (thinking) pieces.push({ is: 'thought', text: thinking });
      if (content) pieces.push({ is: 'answer', text: content });
      for (const call of calls) pieces.push(...callOf(call, problems));
      if (status === 'ERROR') pieces.push({ is: 'end', how: 'failed', message: error });
      return pieces.length > 0 ? pieces : [{ is: 'context', kind: type, data: record }];
    }
    const result: Piece = { is: 'result', output: error ?? content, isError: status === 'ERROR' };
    // A step without a call before it is told by its own kind.
    return thread.openCalls > 0 ? [result] : [{ is: 'call', name: type.toLowerCase(), input: {} }, result];
  }

  return { read, end: thread.end };
}

const REQUEST = /<USER_REQUEST>\s*([\s\S]*?)\s*<\/USER_REQUEST>/;

/** What a person typed stands between tags; what is around it is the program's. */
function promptOf(content: string): Piece {
  return { is: 'prompt', text: REQUEST.exec(content)?.[1] ?? content };
}

function callOf(call: unknown, problems: Problem[]): Piece[] {
  if (!isObject(call)) {
    problems.push(badField('tool_calls', call));
    return [];
  }
  // Ids are rare, and the steps that answer have none: calls are answered in their order.
  return [
    { is: 'call', name: textOf(call, 'name', problems), input: isObject(call.args) ? decoded(call.args) : call.args },
  ];
}

/** Each argument is JSON in a text, in most versions. */
function decoded(args: JsonObject): JsonObject {
  const input: JsonObject = {};
  for (const [key, value] of Object.entries(args)) {
    setOwn(input, key, typeof value === 'string' ? (parseJson(value) ?? value) : value);
  }
  return input;
}
