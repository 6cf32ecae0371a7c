import type { Problem } from '../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { ItemDelta, ThreadEvent } from '../../thread/event.ts';
import { joinWords } from '../../tools/shell-words.ts';
import { count, duration, type FieldReader, fieldTable, readFields, text, texts } from '../fields.ts';
import { createChunkDecoders } from './chunk-decoders.ts';
import { type CallSource, callId, type OpenCalls } from './open-calls.ts';

/** An argument list, shown as Codex 0.42 and later print it. */
const commandLine: FieldReader = (value, problems) => {
  const words = texts(value, problems) as string[] | undefined;
  return words && joinWords(words);
};

/**
 * `exec_command_begin`, `exec_command_end` and `exec_approval_request`. Source: `ExecCommandBeginEvent`,
 * `ExecCommandEndEvent` and `ExecApprovalRequestEvent`. Kept in `extra`: `parsed_cmd` (what Codex takes the command
 * for), `formatted_output` (what the model was told), `reason` (why it asks).
 */
const commandTable = fieldTable({
  id: callId,
  command: { read: commandLine },
  cwd: { read: text },
  stdout: { read: text },
  stderr: { read: text },
  /** Both streams as they came; from 0.27. */
  aggregated_output: { read: text },
  exit_code: { read: count },
  /** From 0.12. */
  duration_seconds: { read: duration, aliases: ['duration'] },
});

/** `exec_command_output_delta`. Source: `ExecCommandOutputDeltaEvent`; from 0.11. */
const outputTable = fieldTable({ item_id: callId, stream: { read: text } });

export function createCommandReader(calls: OpenCalls) {
  const decoders = createChunkDecoders();

  function source(fields: JsonObject, line: number, problems: Problem[]): CallSource {
    return { type: 'command_execution', table: commandTable, fields, line, problems };
  }

  /** The item is whole from the first: a consumer can show it before anything else is known. */
  function begin(fields: JsonObject, line: number, problems: Problem[], status = 'in_progress'): ThreadEvent {
    return calls.begin(source(fields, line, problems), (item) => {
      item.command ??= '';
      item.aggregated_output ??= '';
      item.status = status;
    });
  }

  function end(fields: JsonObject, line: number, problems: Problem[]): ThreadEvent {
    return calls.end(source(fields, line, problems), (item) => {
      decoders.forget(item.id as string);
      item.command ??= '';
      // Before 0.27 the streams are only told apart; their order among each other is lost.
      item.aggregated_output ??= `${item.stdout ?? ''}${item.stderr ?? ''}`;
      item.status = item.exit_code === 0 ? 'completed' : 'failed';
    });
  }

  function output(fields: JsonObject, line: number, problems: Problem[]): ThreadEvent {
    const { chunk, ...rest } = fields;
    const { item_id = `L${line}.0`, stream, extra } = readFields(outputTable, rest, problems);
    const delta: ItemDelta = typeof stream === 'string' ? { stream } : {};
    const event: JsonObject = { type: 'item.delta', item_id, item_type: 'command_execution', delta };
    if (extra) event.extra = extra;
    const decoded = decoders.decode(item_id as string, delta.stream ?? '', chunk);
    if (decoded !== undefined) {
      delta.text_delta = decoded;
    } else if (chunk !== undefined) {
      problems.push({ code: 'bad-field', message: 'chunk is neither a list of bytes nor base64' });
      event.extra = { ...(extra as JsonObject | undefined), chunk };
    }
    return event as JsonObject & ThreadEvent;
  }

  return { begin, end, output, forgetAll: decoders.forgetAll };
}
