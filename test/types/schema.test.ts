import { describe, expect, it } from 'vitest';
import { runTsc } from './run-tsc.ts';

const imports = `
import type { ThreadEvent, ThreadItem, TokenCountEvent, Usage } from 'threadline';
import type { ParsedThreadEvent, ThreadEventSchema, ThreadItemSchema, UsageSchema } from 'threadline/schema';
import type * as z from 'zod';

type Parsed = z.output<typeof ThreadEventSchema>;
`;

describe('the types of the schemas', () => {
  it('are the hand-written ones, as far as what the schemas give goes', async () => {
    const source = `${imports}
// A token count may come without its total; the reader computes it, a schema does not.
export const event = (parsed: Exclude<Parsed, { type: 'token_count' }>): ThreadEvent => parsed;
export const count = (parsed: Extract<Parsed, { type: 'token_count' }>): Partial<TokenCountEvent> => parsed;
export const item = (parsed: z.output<typeof ThreadItemSchema>): ThreadItem => parsed;
export const usage = (parsed: z.output<typeof UsageSchema>): Usage => parsed;
export const ofLine = (parsed: ParsedThreadEvent): Parsed => parsed;
`;
    expect(await runTsc(source)).toBe('');
  });

  it('are the hand-written ones, as far as what the schemas take goes', async () => {
    const source = `${imports}
// An interface is not assignable to a type with an index signature, which loose objects have: take that away.
type Known<T> = T extends readonly (infer Entry)[] ? readonly Known<Entry>[]
  : T extends object ? { [Key in keyof T as string extends Key ? never : Key]: Known<T[Key]> } : T;

export const event = (event: ThreadEvent): Known<z.input<typeof ThreadEventSchema>> => event;
export const item = (item: ThreadItem): Known<z.input<typeof ThreadItemSchema>> => item;
export const usage = (usage: Usage): Known<z.input<typeof UsageSchema>> => usage;

// No kind and no field of the model is missing in the schemas.
type FieldNames<T> = T extends { type: string } ? \`\${T['type']} \${Exclude<keyof T & string, 'type'>}\` : never;
export const eventFields = (name: FieldNames<ThreadEvent>): FieldNames<Known<Parsed>> => name;
export const itemFields = (name: FieldNames<ThreadItem>): FieldNames<Known<z.output<typeof ThreadItemSchema>>> => name;
`;
    expect(await runTsc(source)).toBe('');
  });

  it('would be told apart if they were not', async () => {
    const source = `${imports}
export const wrong = (parsed: Parsed): ThreadEvent & { type: 'error' } => parsed;
`;
    expect(await runTsc(source)).toContain('TS2322');
  });
});
