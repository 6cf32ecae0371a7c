import type * as z from 'zod';

/**
 * A field that may be absent. An object of a program may also hold undefined, which is taken; JSON never does, so what
 * is parsed has the types of the model, also where a compiler tells an absent field from an undefined one.
 */
export function optional<T extends z.ZodType>(schema: T): z.ZodExactOptional<T> {
  return schema.optional() as unknown as z.ZodExactOptional<T>;
}
