import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject, parseJson } from '../../lines/json.ts';
import { textOf } from '../anthropic-blocks.ts';
import type { Piece } from '../described-thread.ts';
import { badField } from '../field-table.ts';

interface OfMessage {
  role: string;
  isSummary: boolean;
}

/** The parts of a message: `{type, data}`. */
export function piecesOf(parts: readonly unknown[], of: OfMessage, problems: Problem[]): Piece[] {
  return parts.flatMap((part): Piece[] => {
    if (!isObject(part) || !isObject(part.data)) {
      problems.push(badField('parts', part));
      return [];
    }
    return pieceOf(part, part.data, of, problems);
  });
}

function pieceOf(part: JsonObject, data: JsonObject, { role, isSummary }: OfMessage, problems: Problem[]): Piece[] {
  switch (part.type) {
    case 'text': {
      const text = textOf(data, 'text', problems);
      if (isSummary) return [{ is: 'summary', text }];
      if (role === 'assistant') return text === '' ? [] : [{ is: 'answer', text }];
      return [{ is: 'prompt', text, injected: role !== 'user' }];
    }
    case 'reasoning': {
      const text = textOf(data, 'thinking', problems);
      return text === '' ? [] : [{ is: 'thought', text }];
    }
    case 'tool_call':
      return [{ is: 'call', id: idOf(data.id), name: textOf(data, 'name', problems), input: inputOf(data.input) }];
    case 'tool_result':
      return [resultOf(data, problems)];
    case 'finish':
      return endOf(data);
    case 'binary':
      return [{ is: 'prompt', text: '', images: imagesOf(data), injected: role !== 'user' }];
    case 'shell_command':
      return shellOf(data, problems);
    default:
      return [{ is: 'context', kind: typeof part.type === 'string' ? part.type : '', data: part }];
  }
}

/** The arguments are JSON in a text. */
function inputOf(input: unknown): unknown {
  return typeof input === 'string' ? (parseJson(input) ?? input) : input;
}

const EXIT_CODE = /(?:^|\n)Exit code (\d{1,3})(?:\n|$)/;

/** A command that failed is no error of the tool: the end of its output tells the code. */
function resultOf(data: JsonObject, problems: Problem[]): Piece {
  const output = textOf(data, 'content', problems);
  const [, code] = EXIT_CODE.exec(output) ?? [];
  const result: Piece = { is: 'result', id: idOf(data.tool_call_id), output, isError: data.is_error === true };
  if (output === 'User denied permission') result.isDeclined = true;
  return code === undefined ? result : { ...result, exitCode: Number(code), isError: code !== '0' };
}

function endOf({ reason, message, details }: JsonObject): Piece[] {
  const said = [message, details].filter((text) => typeof text === 'string' && text !== '').join(': ');
  if (reason === 'error') return [{ is: 'end', how: 'failed', message: said || undefined }];
  if (reason === 'canceled') return [{ is: 'end', how: 'aborted', message: said || undefined }];
  // What a person or a tool said has an end too, which ends nothing.
  return reason === 'end_turn' || reason === 'max_tokens' ? [{ is: 'end', how: 'completed' }] : [];
}

/** A person's own command, typed with `!`. */
function shellOf(data: JsonObject, problems: Problem[]): Piece[] {
  const exitCode = typeof data.exit_code === 'number' ? data.exit_code : undefined;
  return [
    { is: 'call', name: 'bash', input: { command: textOf(data, 'command', problems) } },
    {
      is: 'result',
      output: textOf(data, 'output', problems),
      isError: (exitCode ?? 0) !== 0,
      ...(exitCode !== undefined && { exitCode }),
    },
  ];
}

/** The keys are capitalised. */
function imagesOf({ MIMEType, Data }: JsonObject): string[] {
  return typeof MIMEType === 'string' && typeof Data === 'string' ? [`data:${MIMEType};base64,${Data}`] : [];
}

function idOf(id: unknown): string | undefined {
  return typeof id === 'string' && id !== '' ? id : undefined;
}
