import type { JsonObject } from '../../../lines/json.ts';
import type { ImageItem } from '../../../thread/item.ts';
import { plainPath } from '../../../tools/paths.ts';
import { anything, optionalId, optionalText } from '../../field-checks.ts';
import { fieldTable } from '../../field-table.ts';
import { withDefined } from '../../with-defined.ts';
import type { CurrentRecord } from '../record.ts';
import { secondId } from './call.ts';
import { keepFields } from './kept-fields.ts';

const imageTable = fieldTable((wire) => ({
  type: anything(wire.type),
  /** The second tag of an extension. */
  kind: anything(wire.kind),
  id: optionalId(wire.id),
  call_id: optionalId(wire.call_id),
  turn_id: optionalText(wire.turn_id),
  status: optionalText(wire.status),
  prompt: optionalText(wire.revised_prompt) ?? optionalText(wire.revisedPrompt),
  result: optionalText(wire.result),
  path: optionalText(wire.saved_path) ?? optionalText(wire.savedPath),
}));

/** Reads `image_generation_call`, `image_generation_end`, `ImageGeneration`, the extension `image_gen.generation`. */
export function readGeneratedImage(source: JsonObject, record: CurrentRecord): ImageItem {
  const { id, call_id, status, prompt, result, path, extra } = imageTable.read(source, record.problems);
  const item: ImageItem = { id: call_id ?? id ?? record.nextId(), type: 'image', purpose: 'generation' };
  const kept = keepFields(extra, { id: secondId(call_id, id) });
  if (path !== undefined) item.path = plainPath(path);
  return withDefined(item, { data: result, prompt, status, extra: kept });
}
