import type { Problem } from '../../../../errors.ts';
import type { JsonObject } from '../../../lines/json.ts';
import type { ImageItem, ThreadItem, ToolCallItem, UserMessageItem } from '../../../thread/item.ts';
import type { Extra } from '../../../thread/usage.ts';
import { plainPath } from '../../../tools/paths.ts';
import { foreignNamespace, fullToolName } from '../../../tools/tool-names.ts';
import { anything, optional, optionalId, optionalText, text } from '../../field-checks.ts';
import { badField, fieldTable } from '../../field-table.ts';
import { withDefined } from '../../with-defined.ts';
import { joinParts, readContent } from './content-parts.ts';
import {
  type FinishedPlace,
  finishedCollabCall,
  finishedCommand,
  finishedMcpCall,
  finishedPatch,
  itemStatus,
} from './finished-calls.ts';

/** The item of a finished call or of any other tool (formats/codex.md, section 3.6, TurnItem). */
export function turnItem(source: JsonObject, place: FinishedPlace, problems: Problem[]): ThreadItem | undefined {
  switch (source.type) {
    case 'CommandExecution':
      return withTurn(finishedCommand(source, place, problems));
    case 'FileChange':
      return withTurn(finishedPatch(source, place, problems));
    case 'McpToolCall':
      return finishedMcpCall(source, place, problems).item;
    case 'CollabAgentToolCall':
      return finishedCollabCall(source, place, problems).item;
    case 'ImageView':
      return imageView(source, place, problems);
    case 'Plan':
      return plan(source, place, problems);
    case 'DynamicToolCall':
      return dynamicCall(source, place, problems);
    case 'FunctionCallOutput':
      return callOutput(source, place, problems);
    case 'HookPrompt':
      return hookPrompt(source, place, problems);
    case 'Extension':
      return extension(source, place, problems);
    default:
      return undefined;
  }
}

/** The turn of an item is that of its event. One in the item itself is kept. */
function withTurn({ item, turnId }: { item: ThreadItem; turnId: string | undefined }): ThreadItem {
  if (turnId !== undefined) item.extra = { ...item.extra, turn_id: turnId };
  return item;
}

/** The fields common to these. Such items are few, so a second object for each costs nothing. */
const toolFields = (wire: JsonObject) => ({
  type: anything(wire.type),
  id: optionalId(wire.id),
  status: optional(wire.status, itemStatus),
});

const imageTable = fieldTable((wire) => ({
  ...toolFields(wire),
  path: optionalText(wire.path),
}));

function imageView(source: JsonObject, place: FinishedPlace, problems: Problem[]): ImageItem {
  const { id, path, status = 'completed', extra } = imageTable.read(source, problems);
  const item: ImageItem = { id: id ?? place.nextId(), type: 'image', purpose: 'view', status };
  return withDefined(item, { path: path && plainPath(path), extra });
}

const planTable = fieldTable((wire) => ({
  ...toolFields(wire),
  text: anything(wire.text),
}));

function plan(source: JsonObject, place: FinishedPlace, problems: Problem[]): ToolCallItem {
  const read = planTable.read(source, problems);
  if (read.text !== undefined && typeof read.text !== 'string') problems.push(badField('text', read.text));
  return tool('plan', { text: read.text }, read, place);
}

const dynamicTable = fieldTable((wire) => ({
  ...toolFields(wire),
  tool: text(wire.tool),
  namespace: optionalText(wire.namespace),
  arguments: anything(wire.arguments),
}));

function dynamicCall(source: JsonObject, place: FinishedPlace, problems: Problem[]): ToolCallItem {
  const read = dynamicTable.read(source, problems);
  const item = tool(nameOf(read.tool, read.namespace), read.arguments, withNamespace(read), place);
  const output = joinParts(readContent(source.content_items, [])?.texts ?? []);
  if (output !== '') item.output = output;
  return item;
}

const outputTable = fieldTable((wire) => ({
  ...toolFields(wire),
  name: optionalText(wire.name),
  namespace: optionalText(wire.namespace),
  output: anything(wire.output),
}));

function callOutput(source: JsonObject, place: FinishedPlace, problems: Problem[]): ToolCallItem {
  const read = outputTable.read(source, problems);
  const item = tool(nameOf(read.name ?? '', read.namespace), undefined, withNamespace(read), place);
  delete item.input;
  item.output = joinParts(readContent(read.output, problems)?.texts ?? []);
  if (read.output !== undefined && typeof read.output !== 'string') item.extra = { ...item.extra, output: read.output };
  return item;
}

const hookTable = fieldTable((wire) => ({
  ...toolFields(wire),
  fragments: anything(wire.fragments),
}));

function hookPrompt(source: JsonObject, place: FinishedPlace, problems: Problem[]): UserMessageItem {
  const { id, fragments, status, extra } = hookTable.read(source, problems);
  const texts = readContent(fragments, [])?.texts ?? [];
  const kept = status === undefined ? { ...extra, fragments } : { ...extra, fragments, status };
  const text = joinParts(texts.filter((part) => part !== ''));
  return { id: id ?? place.nextId(), type: 'user_message', text, injected: true, role: 'hook', extra: kept };
}

const extensionTable = fieldTable((wire) => ({
  ...toolFields(wire),
  kind: optionalText(wire.kind),
}));

function extension(source: JsonObject, place: FinishedPlace, problems: Problem[]): ToolCallItem {
  const read = extensionTable.read(source, problems);
  const name = read.kind === 'clock.sleep' ? 'sleep' : (read.kind ?? 'extension');
  return tool(name, { ...read.extra }, read, place);
}

function tool(
  name: string,
  input: unknown,
  { id, status = 'completed', extra }: { id: string | undefined; status: string | undefined; extra?: Extra },
  place: FinishedPlace,
): ToolCallItem {
  return withDefined<ToolCallItem>({ id: id ?? place.nextId(), type: 'tool_call', name, input, status }, { extra });
}

function nameOf(name: string, namespace: string | undefined): string {
  return fullToolName(name, foreignNamespace(namespace));
}

/** A namespace that is not part of the name is kept beside it. */
function withNamespace<T extends { namespace: string | undefined; extra?: Extra }>(read: T): T {
  if (foreignNamespace(read.namespace) !== read.namespace) read.extra = { ...read.extra, namespace: read.namespace };
  return read;
}
