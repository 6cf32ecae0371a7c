import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEventReader, type ThreadItem } from 'threadline';
import { expect, it } from 'vitest';
import { isObject, parseJson } from '../../src/core/lines/json.ts';
import { WITHOUT_SHARED } from '../fixtures.ts';

const shared = join(
  process.env.THREADLINE_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url)),
  'recordings',
);

/** A call as the agent wrote it. */
interface Written {
  name: unknown;
  input: unknown;
  /** The text that the model was told, if the file has it. */
  told?: string | undefined;
}

type Calls = Map<string, Written>;

const DIALECTS: Readonly<Record<string, { files: string; read(record: object, calls: Calls): void }>> = {
  codex: { files: '*/*/rollout*.jsonl', read: readCodex },
  claude: { files: '*/*/{session/projects/**/*,stdout*}.jsonl', read: readClaude },
  gemini: { files: '*/*/{session/tmp/**/chats/**/*,stdout*}.{json,jsonl}', read: readGemini },
};

function readCodex(record: object, calls: Calls): void {
  const { payload = record }: { payload?: unknown } = record;
  if (!isObject(payload)) return;
  const id = String(payload.call_id);
  if (payload.type === 'function_call') {
    const input = parseJson(String(payload.arguments)) ?? payload.arguments;
    calls.set(id, { name: payload.name, input });
  }
  if (payload.type === 'custom_tool_call') calls.set(id, { name: payload.name, input: payload.input });
  const call = calls.get(id);
  const isOutput = payload.type === 'function_call_output' || payload.type === 'custom_tool_call_output';
  if (isOutput && call && typeof payload.output === 'string')
    call.told = call.told === undefined ? payload.output : `${call.told}\n${payload.output}`;
}

function readClaude(record: object, calls: Calls): void {
  const { message }: { message?: unknown } = record;
  const blocks: unknown[] = isObject(message) && Array.isArray(message.content) ? message.content : [];
  for (const block of blocks) {
    if (!isObject(block)) continue;
    if (block.type === 'tool_use') calls.set(String(block.id), { name: block.name, input: block.input });
  }
}

function readGemini(record: object, calls: Calls): void {
  const { toolCalls, type, tool_id, tool_name, parameters }: { [name: string]: unknown } = { ...record };
  if (type === 'tool_use') calls.set(String(tool_id), { name: tool_name, input: parameters });
  for (const call of Array.isArray(toolCalls) ? toolCalls : []) {
    const response = call.result?.[0]?.functionResponse?.response;
    const told = call.result?.length === 1 ? (response?.output ?? response?.error) : undefined;
    calls.set(String(call.id), {
      name: call.name,
      input: call.args,
      told: typeof told === 'string' ? told : undefined,
    });
  }
}

/** The records of a file: its lines, or the messages of a document. */
function recordsOf(text: string): object[] {
  const document = parseJson(text);
  if (isObject(document) && Array.isArray(document.messages)) {
    const messages: unknown[] = document.messages;
    return messages.filter(isObject);
  }
  return text
    .split('\n')
    .map((line) => parseJson(line))
    .filter(isObject);
}

/** The items of a thread as they stand at its end, by id and, for plans, by each of their calls. */
function itemsOf(bytes: Uint8Array): Map<string, ThreadItem> {
  const reader = createEventReader();
  const items = new Map<string, ThreadItem>();
  for (const outcome of [...reader.push(bytes), ...reader.end()]) {
    for (const event of outcome.ok ? outcome.events : []) {
      if (!('item' in event)) continue;
      // A plan keeps the id of its first call, and names the one behind each later state.
      const { call_id: id = event.item.id } = event.item.extra ?? {};
      items.set(String(id), event.item);
    }
  }
  return items;
}

const own = (item: ThreadItem): string | undefined => {
  const texts: { [name: string]: unknown } = { ...item };
  const output = item.call?.output ?? texts.aggregated_output ?? texts.output ?? texts.stdout ?? texts.stderr;
  return typeof output === 'string' ? output : undefined;
};

it.for(Object.entries(DIALECTS))(
  'keeps every call of %s as the model made it, and what it was told',
  ([agent, dialect], context) => {
    if (!existsSync(shared)) return context.skip(WITHOUT_SHARED);
    const wrong: string[] = [];
    let seen = 0;
    let told = 0;
    for (const name of globSync(dialect.files, { cwd: join(shared, agent) }).sort()) {
      const bytes = readFileSync(join(shared, agent, name));
      const calls: Calls = new Map();
      for (const record of recordsOf(bytes.toString())) dialect.read(record, calls);
      if (calls.size === 0) continue;
      const items = itemsOf(bytes);
      for (const [id, call] of calls) {
        const item = items.get(id);
        seen += 1;
        if (item?.call?.name !== call.name || JSON.stringify(item?.call?.input) !== JSON.stringify(call.input))
          wrong.push(
            `${name} ${id}: ${JSON.stringify(call).slice(0, 200)} is ${JSON.stringify(item?.call)?.slice(0, 200)}`,
          );
        if (call.told === undefined || !item) continue;
        told += 1;
        const kept = item.call?.told ?? own(item);
        const isKept = kept === call.told || JSON.stringify(item).includes(JSON.stringify(call.told).slice(1, -1));
        if (!isKept && call.told !== '')
          wrong.push(`${name} ${id}: told ${call.told.slice(0, 200)} is ${kept?.slice(0, 200)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(seen).toBeGreaterThan(300);
    if (agent !== 'claude') expect(told).toBeGreaterThan(100);
  },
);
