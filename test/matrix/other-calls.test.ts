import { createEventReader, type ThreadItem } from 'threadline';
import { expect, it } from 'vitest';
import { isObject, type JsonObject, parseJson } from '../../src/core/lines/json.ts';
import { WITHOUT_SHARED } from '../fixtures.ts';
import { hasShared, keptSessions } from './kept-sessions.ts';

/** A call as the agent wrote it. */
interface Written {
  id: unknown;
  name: unknown;
  input: unknown;
}

type FindCall = (value: JsonObject) => Written | undefined;

const asks: FindCall = ({ type, callID, tool, state }) =>
  type === 'tool' && isObject(state) && state.status !== 'pending'
    ? { id: callID, name: tool, input: state.input }
    : undefined;

/** How each agent writes a call, wherever it stands in a record. */
const CALLS: Readonly<Record<string, FindCall>> = {
  opencode: asks,
  kilo: asks,
  copilot: ({ toolCallId: id, name, arguments: input }) =>
    name !== undefined && id !== undefined ? { id, name, input } : undefined,
  qwen: ({ functionCall: call }) =>
    isObject(call) && call.id !== undefined ? { id: call.id, name: call.name, input: call.args } : undefined,
  pi: ({ type, id, name, arguments: input }) => (type === 'toolCall' ? { id, name, input } : undefined),
  kimi: ({ type, toolCallId: id, name, args: input }) => (type === 'tool.call' ? { id, name, input } : undefined),
  goose: ({ type, id, toolCall: call }) =>
    type === 'toolRequest' && isObject(call) && isObject(call.value)
      ? { id, name: call.value.name, input: call.value.arguments }
      : undefined,
  cline: ({ type, id, name, input }) => (type === 'tool_use' ? { id, name, input } : undefined),
};

/** Every call in a value. Rows of a database hold JSON as text. */
function* callsIn(value: unknown, find: FindCall): Generator<Written> {
  const inner = typeof value === 'string' && /^[[{]/.test(value) ? parseJson(value) : value;
  if (isObject(inner)) {
    const call = find(inner);
    if (call) yield call;
  }
  if (typeof inner === 'object' && inner !== null) for (const part of Object.values(inner)) yield* callsIn(part, find);
}

function itemsOf(bytes: Uint8Array): Map<unknown, ThreadItem> {
  const reader = createEventReader();
  const items = new Map<unknown, ThreadItem>();
  for (const outcome of [...reader.push(bytes), ...reader.end()])
    for (const event of outcome.ok ? outcome.events : [])
      if ('item' in event) items.set(event.item.extra?.call_id ?? event.item.id, event.item);
  return items;
}

it.for(Object.entries(CALLS))(
  'keeps the name and the arguments of every call of %s',
  async ([agent, find], context) => {
    if (!hasShared()) return context.skip(WITHOUT_SHARED);
    const wrong: string[] = [];
    let seen = 0;
    for await (const { name, bytes } of keptSessions(agent)) {
      const text = bytes.toString();
      const records: unknown[] = parseJson(text) ? [parseJson(text)] : text.split('\n').map((line) => parseJson(line));
      const items = itemsOf(bytes);
      for (const call of callsIn(records, find)) {
        seen += 1;
        const item = items.get(call.id);
        // Some items have the id of the record, not of the call in it.
        const kept = item ? [item] : [...items.values()];
        const isKept = kept.some(
          (one) => one.call?.name === call.name && JSON.stringify(one.call?.input) === JSON.stringify(call.input),
        );
        if (!isKept) wrong.push(`${name} ${JSON.stringify(call).slice(0, 200)} ${JSON.stringify(item)?.slice(0, 200)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(seen).toBeGreaterThan(20);
  },
);
