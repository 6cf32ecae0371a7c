import type { Problem } from '../../../../errors.ts';
import type { JsonObject } from '../../../lines/json.ts';
import type { ImageItem } from '../../../thread/item.ts';
import { plainPath } from '../../../tools/paths.ts';
import { anything, optionalId, optionalText } from '../../field-checks.ts';
import { fieldTable } from '../../field-table.ts';
import { withDefined } from '../../with-defined.ts';

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
export function readGeneratedImage(
  source: JsonObject,
  nextId: () => string,
  problems: Problem[],
): { item: ImageItem; turnId: string | undefined } {
  const { id, call_id, turn_id, status, prompt, result, path, extra } = imageTable.read(source, problems);
  const item: ImageItem = { id: call_id ?? id ?? nextId(), type: 'image', purpose: 'generation' };
  const kept = call_id !== undefined && id !== undefined ? { ...extra, id } : extra;
  if (path !== undefined) item.path = plainPath(path);
  return { item: withDefined(item, { data: result, prompt, status, extra: kept }), turnId: turn_id };
}
