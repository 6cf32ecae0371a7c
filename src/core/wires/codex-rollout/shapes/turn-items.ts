import type { JsonObject } from '../../../lines/json.ts';
import type { ImageItem, ToolCallItem, UserMessageItem } from '../../../thread/item.ts';
import type { Extra } from '../../../thread/usage.ts';
import { plainPath } from '../../../tools/paths.ts';
import { foreignNamespace, fullToolName } from '../../../tools/tool-names.ts';
import { anything, optional, optionalId, optionalText, text } from '../../field-checks.ts';
import { badField, fieldTable } from '../../field-table.ts';
import { withDefined } from '../../with-defined.ts';
import type { CurrentRecord } from '../record.ts';
import { joinParts, readContent } from './content-parts.ts';
import { itemStatus } from './finished-calls.ts';

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

/** `ImageView`. */
export function imageView(source: JsonObject, record: CurrentRecord): ImageItem {
  const { id, path, status, extra } = imageTable.read(source, record.problems);
  const item: ImageItem = { id: id ?? record.nextId(), type: 'image', purpose: 'view', status: status ?? 'completed' };
  return withDefined(item, { path: path && plainPath(path), extra });
}

const planTable = fieldTable((wire) => ({
  ...toolFields(wire),
  text: anything(wire.text),
}));

/** `Plan`. */
export function planCall(source: JsonObject, record: CurrentRecord): ToolCallItem {
  const read = planTable.read(source, record.problems);
  if (read.text !== undefined && typeof read.text !== 'string') record.problems.push(badField('text', read.text));
  return tool('plan', { text: read.text }, read, record);
}

const dynamicTable = fieldTable((wire) => ({
  ...toolFields(wire),
  tool: text(wire.tool),
  namespace: optionalText(wire.namespace),
  arguments: anything(wire.arguments),
}));

/** `DynamicToolCall`. */
export function dynamicCall(source: JsonObject, record: CurrentRecord): ToolCallItem {
  const read = dynamicTable.read(source, record.problems);
  const item = tool(nameOf(read.tool, read.namespace), read.arguments, withNamespace(read), record);
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

/** `FunctionCallOutput`. */
export function callOutput(source: JsonObject, record: CurrentRecord): ToolCallItem {
  const read = outputTable.read(source, record.problems);
  const item = tool(nameOf(read.name ?? '', read.namespace), undefined, withNamespace(read), record);
  delete item.input;
  item.output = joinParts(readContent(read.output, record.problems)?.texts ?? []);
  if (read.output !== undefined && typeof read.output !== 'string') item.extra = { ...item.extra, output: read.output };
  return item;
}

const hookTable = fieldTable((wire) => ({
  ...toolFields(wire),
  fragments: anything(wire.fragments),
}));

/** `HookPrompt`. */
export function hookPrompt(source: JsonObject, record: CurrentRecord): UserMessageItem {
  const { id, fragments, status, extra } = hookTable.read(source, record.problems);
  const texts = readContent(fragments, [])?.texts ?? [];
  const kept = status === undefined ? { ...extra, fragments } : { ...extra, fragments, status };
  const text = joinParts(texts.filter((part) => part !== ''));
  const said = { text, injected: true, role: 'hook', extra: kept };
  const item: UserMessageItem = { id: id ?? record.nextId(), type: 'user_message', ...said };
  return item;
}

const extensionTable = fieldTable((wire) => ({
  ...toolFields(wire),
  kind: optionalText(wire.kind),
}));

/** `Extension` of any other kind. */
export function extensionCall(source: JsonObject, record: CurrentRecord): ToolCallItem {
  const read = extensionTable.read(source, record.problems);
  const name = read.kind === 'clock.sleep' ? 'sleep' : (read.kind ?? 'extension');
  return tool(name, { ...read.extra }, read, record);
}

function tool(
  name: string,
  input: unknown,
  { id, status, extra }: { id: string | undefined; status: string | undefined; extra?: Extra },
  record: CurrentRecord,
): ToolCallItem {
  const own = { name, input, status: status ?? 'completed' };
  const item: ToolCallItem = { id: id ?? record.nextId(), type: 'tool_call', ...own };
  return withDefined(item, { extra });
}

function nameOf(name: string, namespace: string | undefined): string {
  return fullToolName(name, foreignNamespace(namespace));
}

/** A namespace that is not part of the name is kept beside it. */
function withNamespace<T extends { namespace: string | undefined; extra?: Extra }>(read: T): T {
  if (foreignNamespace(read.namespace) !== read.namespace) read.extra = { ...read.extra, namespace: read.namespace };
  return read;
}
