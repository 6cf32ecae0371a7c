import type { Problem } from '../../../errors.ts';
import * as coreLimits from '../../../limits/core.ts';
import { isObject, type JsonObject, jsonText } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { addInferred, ID } from '../../thread/inferred.ts';
import type { ThreadItem } from '../../thread/item.ts';
import { forgetOldest } from '../forget-oldest.ts';
import { inferItem } from '../inferred.ts';
import { type QwenCall, toolItem } from '../qwen/tool-items.ts';
import { blockTable, toolResultTable, toolUseTable } from './lines.ts';
import type { Partials } from './partials.ts';

/** Turns the blocks of messages into items. A call and its result are on two lines. */
export interface Blocks {
  /** `ids`: for blocks without an id of their own. */
  read(block: unknown, ids: BlockPlace, problems: Problem[]): ThreadEvent;
}

export interface BlockPlace {
  /** The line's own id. */
  uuid: string | undefined;
  line: number;
  /** The place of the block in its message, from 0. */
  index: number;
  /** Who speaks: the model, or the person and the tools. */
  isAssistant: boolean;
  requestId: string | undefined;
}

const NAME = ['name'];

export function createBlocks(partials: Partials): Blocks {
  const open = new Map<string, { name: string; input: unknown; requestId: string | undefined }>();

  function said(kind: 'text' | 'thinking', block: JsonObject, place: BlockPlace, problems: Problem[]): ThreadEvent {
    const { extra, ...fields } = blockTable.read(block, problems);
    const text = fields[kind] ?? '';
    const grown = place.isAssistant ? partials.take(kind) : undefined;
    const own = place.index === 0 ? place.uuid : undefined;
    const id = grown ?? own ?? `L${place.line}.${place.index + 1}`;
    const type = !place.isAssistant ? 'user_message' : kind === 'text' ? 'agent_message' : 'reasoning';
    const item: ThreadItem = inferItem({ id, type, text }, { text: block[kind] }, { id: own });
    if (grown !== undefined) addInferred(item, ID);
    if (extra) item.extra = extra;
    return { type: 'item.completed', item };
  }

  function start(block: JsonObject, place: BlockPlace, problems: Problem[]): ThreadEvent {
    const { id: own, name, input, extra } = toolUseTable.read(block, problems);
    const id = own ?? `L${place.line}.${place.index + 1}`;
    open.set(id, { name, input, requestId: place.requestId });
    forgetOldest(open, coreLimits.maxOpenCalls);
    const item = toolItem({ id, name, input, status: 'in_progress', extra });
    return { type: 'item.started', item: own === undefined ? addInferred(item, ID) : item };
  }

  function end(block: JsonObject, place: BlockPlace, problems: Problem[]): ThreadEvent {
    const { tool_use_id, is_error, content, extra } = toolResultTable.read(block, problems);
    const id = tool_use_id ?? `L${place.line}.${place.index + 1}`;
    const known = open.get(id);
    open.delete(id);
    const output = content === undefined ? undefined : textOf(content);
    const isCancelled = is_error === true && output?.startsWith('[Operation Cancelled]');
    const status = isCancelled ? 'declined' : is_error ? 'failed' : 'completed';
    const call: QwenCall = { id, name: known?.name ?? 'unknown', input: known?.input, status, output, extra };
    const item = toolItem(call);
    if (!known) addInferred(item, NAME);
    if (tool_use_id === undefined) addInferred(item, ID);
    const event: ThreadEvent =
      status === 'failed'
        ? { type: 'item.failed', item, ...(output !== undefined && { error: { message: output } }) }
        : { type: 'item.completed', item };
    if (known?.requestId !== undefined) event.request_id = known.requestId;
    return event;
  }

  return {
    read(block, place, problems) {
      if (!isObject(block)) return { type: 'context', kind: 'content_block', data: { block } };
      const { type } = block;
      if (type === 'text' || type === 'thinking') return said(type, block, place, problems);
      if (type === 'tool_use') return start(block, place, problems);
      if (type === 'tool_result') return end(block, place, problems);
      return { type: 'context', kind: typeof type === 'string' ? type : 'content_block', data: block };
    },
  };
}

function textOf(content: string | readonly unknown[]): string {
  if (typeof content === 'string') return content;
  return content
    .map((part) => {
      if (typeof part === 'string') return part;
      return isObject(part) && typeof part.text === 'string' ? part.text : jsonText(part);
    })
    .join('\n');
}
