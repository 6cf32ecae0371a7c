import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadError, ThreadEvent } from '../../thread/event.ts';
import { addInferred } from '../../thread/inferred.ts';
import type { ItemStatus } from '../../thread/item.ts';
import type { Extra } from '../../thread/usage.ts';
import { keyCount } from '../field-table.ts';
import { inlineImage, inlineImages } from '../inline-images.ts';
import { type QwenCall, toolItem } from '../qwen/tool-items.ts';
import { withDefined } from '../with-defined.ts';
import { type ChatRecord, diffTable, functionResponseTable, shellResultTable } from './records.ts';

const STATUSES = new Map<string, ItemStatus>([
  ['success', 'completed'],
  ['error', 'failed'],
  ['cancelled', 'declined'],
]);
const NAME = ['name'];

/** The call that a result belongs to. */
export interface AskedCall {
  name: string;
  input: unknown;
  requestId: string | undefined;
}

/**
 * The end of a call: what the model was told, and what people saw. Live, a success shows the words for people, if there are
 * any, and everything else those for the model.
 */
export function readResult(
  source: JsonObject,
  result: NonNullable<ChatRecord['toolCallResult']> | undefined,
  id: string,
  asked: AskedCall | undefined,
  problems: Problem[],
): ThreadEvent {
  const { name, response, parts = [], extra } = functionResponseTable.read(source, problems);
  const said = response?.error ?? response?.output;
  const status = statusOf(result?.status, response?.error);
  const call: QwenCall = { id, name: asked?.name ?? name ?? 'unknown', input: asked?.input, status, told: said };
  const shown = readDisplay(result?.resultDisplay, call, problems);
  call.output = (status === 'completed' ? shown.text : undefined) || said || shown.text;
  const kept = withDefined<Extra>(
    { ...extra },
    { response: response?.extra, result: result?.extra, shown: shown.rest, parts: othersIn(parts) },
  );
  for (const _ in kept) call.extra = kept;
  call.images = inlineImages(parts);
  const item = toolItem(call);
  // A diff that is no change of a file that is known by its name: of a tool that came later, or of odd arguments.
  if (call.change && item.type !== 'file_change') item.extra = { ...item.extra, shown: result?.resultDisplay };
  if (!asked && name === undefined) addInferred(item, NAME);
  const isFailed = status === 'failed';
  const error: ThreadError | undefined = isFailed && said !== undefined ? { message: said } : undefined;
  const event: ThreadEvent = isFailed
    ? { type: 'item.failed', item, ...(error && { error }) }
    : { type: 'item.completed', item };
  if (asked?.requestId !== undefined) event.request_id = asked.requestId;
  return event;
}

/** The parts of a response that are more than images. */
function othersIn(parts: readonly unknown[]): unknown[] | undefined {
  const others = parts.filter((part) => inlineImage(part) === undefined || keyCount(Object(part)) > 1);
  return others.length > 0 ? others : undefined;
}

function statusOf(status: string | undefined, error: string | undefined): ItemStatus {
  if (status !== undefined) return STATUSES.get(status) ?? status;
  return error === undefined ? 'completed' : 'failed';
}

/** What people saw. A diff becomes the change of the item; an object of another kind is kept. */
function readDisplay(
  display: unknown,
  call: QwenCall,
  problems: Problem[],
): { text?: string | undefined; rest?: unknown } {
  if (typeof display === 'string') return { text: display };
  if (!isObject(display)) return { rest: display ?? undefined };
  if (typeof display.fileDiff === 'string') {
    call.change = diffTable.take(display, problems);
    return {};
  }
  if (display.type !== 'shell_result') return { rest: display };
  const { text, exitCode, output, extra } = shellResultTable.read(display, problems);
  call.exitCode = exitCode;
  return { text: text ?? output, rest: extra && { ...extra, type: display.type } };
}
