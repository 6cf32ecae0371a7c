import * as z from 'zod';
import { AnyThreadEventSchema } from './thread-event-schema.ts';
import { AnyThreadItemSchema, ThreadItemSchema } from './thread-item-schema.ts';
import { UsageSchema } from './usage-schema.ts';

/**
 * The version of the published JSON Schema. The first number grows when a valid line becomes invalid, the second when
 * more is described.
 */
export const schemaVersion = '1.1';

/** The rules of `AnyThreadEventSchema` for other languages. Also published as `threadline/schema.json`. */
export const threadEventJsonSchema = {
  $id: `urn:threadline:thread-event:${schemaVersion}`,
  title: 'ThreadEvent',
  description: `One line of \`threadline convert --to events\`, or of \`codex exec --json\` since 0.44. Version ${schemaVersion}.`,
  ...z.toJSONSchema(AnyThreadEventSchema, { io: 'input', metadata: names() }),
};

/** Names for `$defs`, in a registry of our own: zod's global one is shared with the user's schemas. */
function names() {
  const registry = z.registry<{ id: string }>();
  const [known, other] = AnyThreadEventSchema.options;
  for (const schema of known.options) registry.add(schema, { id: nameOf(schema.shape.type.value, 'Event') });
  for (const schema of ThreadItemSchema.options) registry.add(schema, { id: nameOf(schema.shape.type.value, 'Item') });
  registry.add(other, { id: 'OtherEvent' });
  registry.add(AnyThreadItemSchema, { id: 'ThreadItem' });
  registry.add(UsageSchema, { id: 'Usage' });
  return registry;
}

function nameOf(type: string, suffix: string): string {
  const words = type.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return words.join('') + suffix;
}
