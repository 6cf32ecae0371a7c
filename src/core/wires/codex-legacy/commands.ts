import type { Problem } from '../../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { ItemDeltaEvent, ThreadEvent } from '../../thread/event.ts';
import type { CommandExecutionItem } from '../../thread/item.ts';
import { outputNote } from '../../tools/missing-lines.ts';
import { joinWords } from '../../tools/shell-words.ts';
import { durationSeconds } from '../codex/duration.ts';
import { optional, optionalCount, optionalId, optionalText, optionalTexts } from '../field-checks.ts';
import { badField, fieldTable } from '../field-table.ts';
import { withDefined } from '../with-defined.ts';
import { type CallKind, createCallReader, joinExtra } from './call-reader.ts';
import { createChunkDecoders } from './chunk-decoders.ts';

/**
 * `exec_command_begin`, `exec_command_end` and `exec_approval_request`. Source: `ExecCommandBeginEvent`,
 * `ExecCommandEndEvent` and `ExecApprovalRequestEvent`. Kept in `extra`: `parsed_cmd` (Codex's reading of the command),
 * `formatted_output` (the output given to the model), `reason` (why it asks).
 */
const commandTable = fieldTable((wire) => ({
  /** The id shared by a call's beginning, output and end. */
  call_id: optionalId(wire.call_id),
  command: optionalTexts(wire.command),
  cwd: optionalText(wire.cwd),
  stdout: optionalText(wire.stdout),
  stderr: optionalText(wire.stderr),
  /** Both streams in order of arrival. From 0.27. */
  aggregated_output: optionalText(wire.aggregated_output),
  exit_code: optionalCount(wire.exit_code),
  /** `{secs, nanos}`. From 0.12. */
  duration: optional(wire.duration, durationSeconds),
}));

/** `exec_command_output_delta`. Source: `ExecCommandOutputDeltaEvent`, from 0.11. */
const outputTable = fieldTable((wire) => ({
  call_id: optionalId(wire.call_id),
  stream: optionalText(wire.stream),
}));

const commandCalls: CallKind<CommandExecutionItem> = {
  isAsked: true,
  read(msg, problems, take) {
    const { call_id, command: words, duration, extra, ...fields } = commandTable.read(msg, problems);
    const { id, begun } = take(call_id);
    const item: CommandExecutionItem = {
      id,
      type: 'command_execution',
      // An argument list, in the form that Codex 0.42 and later print.
      command: words ? joinWords(words) : (begun?.command ?? ''),
      aggregated_output: fields.aggregated_output ?? '',
      status: '',
      ...joinExtra(begun?.extra, extra),
    };
    const { stdout, stderr, exit_code, cwd = begun?.cwd } = fields;
    return withDefined(item, { stdout, stderr, exit_code, cwd, duration_seconds: duration });
  },
  end(item, msg) {
    // Before 0.27 the streams come only apart, and their relative order is lost.
    if (typeof msg.aggregated_output !== 'string') item.aggregated_output = `${item.stdout ?? ''}${item.stderr ?? ''}`;
    item.status = item.exit_code === 0 ? 'completed' : 'failed';
    // What the model was given may say more, such as a time limit.
    withDefined(item, outputNote(item.aggregated_output, msg.formatted_output) ?? {});
  },
};

export function createCommandReader() {
  const calls = createCallReader(commandCalls);
  const decoders = createChunkDecoders();

  function end(...record: Parameters<typeof calls.end>): ThreadEvent {
    const event = calls.end(...record);
    if ('item' in event) decoders.forget(event.item.id);
    return event;
  }

  function output({ chunk, ...msg }: JsonObject, line: number, problems: Problem[]): ThreadEvent {
    const { call_id, stream, extra } = outputTable.read(msg, problems);
    const item_id = call_id ?? `L${line}.0`;
    const event: ItemDeltaEvent = { type: 'item.delta', item_id, item_type: 'command_execution', delta: {} };
    if (stream !== undefined) event.delta.stream = stream;
    if (extra) event.extra = extra;
    const decoded = decoders.decode(item_id, stream ?? '', chunk);
    if (decoded !== undefined) {
      event.delta.text_delta = decoded;
    } else if (chunk !== undefined) {
      problems.push(badField('chunk', chunk));
      event.extra = { ...extra, chunk };
    }
    return event;
  }

  function forgetAll(): void {
    calls.forgetAll();
    decoders.forgetAll();
  }

  return { ...calls, end, output, forgetAll };
}
