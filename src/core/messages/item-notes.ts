import { isObject, type JsonObject, jsonText } from '../lines/json.ts';
import type { McpToolResult, ThreadItem, WebSearchItem } from '../thread/item.ts';
import { mcpCall } from '../thread/mcp-call.ts';
import { wordsIn } from '../tools/words-in.ts';
import type { MessageNote } from './message.ts';

/** The words of an item that no block of its message has. Undefined if there are none. */
export function itemNotes(item: ThreadItem): MessageNote[] | undefined {
  const notes: MessageNote[] = item.notes ? [...item.notes] : [];
  switch (item.type) {
    case 'command_execution':
      addPermissions(notes, item);
      break;
    case 'file_change':
      // A patch that a shell command applied.
      if (item.extra) addPermissions(notes, item.extra);
      for (const { kind, old_content } of item.changes) if (kind === 'delete') addNote(notes, 'deleted', old_content);
      break;
    case 'todo_list':
      addNote(notes, 'explanation', item.explanation);
      break;
    case 'web_search':
      addQueries(notes, item);
      break;
    case 'mcp_tool_call':
      // Items whose call has the result have their notes from the wire.
      if (item.call?.output === undefined) addResult(notes, mcpCall(item).result);
      break;
    case 'image':
      addNote(notes, 'output', item.extra?.output);
      break;
    case 'agent_message':
      if (item.memory_citation) addNote(notes, 'memory_citation', jsonText(item.memory_citation));
  }
  return notes.length > 0 ? notes : undefined;
}

/** An MCP server may answer in more than text and images: with resources, and with a structure beside the text. */
function addResult(notes: MessageNote[], result: McpToolResult | null): void {
  if (!result) return;
  const { content, structured_content: structured } = result;
  const others = content.filter((block) => !isObject(block) || typeof block.text !== 'string');
  addNote(notes, 'resource', wordsIn(others));
  const bare = (value: unknown) => (typeof value === 'string' ? value : jsonText(value)).replace(/\s/g, '');
  const isTold = (block: unknown) => isObject(block) && bare(block.text) === bare(structured);
  // Without text it is the result itself.
  if (structured && others.length < content.length && !content.some(isTold)) {
    addNote(notes, 'structured_content', jsonText(structured));
  }
}

/** The words of a call's input that Claude's tools have no field for. */
export function inputNotes(input: JsonObject): MessageNote[] | undefined {
  const notes: MessageNote[] = [];
  addNote(notes, 'explanation', input.explanation);
  addPermissions(notes, input);
  return notes.length > 0 ? notes : undefined;
}

/** Adds a text that says something. A field of another type is no text. */
function addNote(notes: MessageNote[], kind: string, text: unknown): void {
  if (typeof text === 'string' && text.trim() !== '') notes.push({ kind, text });
}

/** The usual permission says nothing. */
function addPermissions(notes: MessageNote[], asked: { justification?: unknown; sandbox_permissions?: unknown }): void {
  addNote(notes, 'justification', asked.justification);
  if (asked.sandbox_permissions !== 'use_default') addNote(notes, 'sandbox_permissions', asked.sandbox_permissions);
}

/** The block has the first query, or the words that the agent prints for the action. */
function addQueries(notes: MessageNote[], { query, action }: WebSearchItem): void {
  const known = new Set([query]);
  for (const other of [action?.query, ...(action?.queries ?? [])]) {
    if (other === undefined || known.has(other)) continue;
    known.add(other);
    addNote(notes, 'query', other);
  }
}
