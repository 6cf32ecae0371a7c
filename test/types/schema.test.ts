import { beforeAll, describe, expect, it } from 'vitest';
import { checkPrograms } from './run-tsc.ts';

const imports = `
import { createMessageBuilder, createThread, type ThreadEvent, type ThreadItem, type Usage } from 'threadline';
import type { ParsedThreadEvent, ThreadEventSchema, ThreadItemSchema, UsageSchema } from 'threadline/schema';
import { AnyThreadEventSchema, parseThreadEvent, safeParseThreadEvent, StrictThreadEventSchema } from 'threadline/schema';
import type * as z from 'zod';

type Parsed = z.output<typeof ThreadEventSchema>;
`;

const GIVEN = `${imports}
export const event = (parsed: Parsed): ThreadEvent => parsed;
export const strict = (parsed: z.output<typeof StrictThreadEventSchema>): ThreadEvent => parsed;
export const item = (parsed: z.output<typeof ThreadItemSchema>): ThreadItem => parsed;
export const usage = (parsed: z.output<typeof UsageSchema>): Usage => parsed;
export const ofLine = (parsed: ParsedThreadEvent): Parsed => parsed;
export const inList = (parsed: z.infer<z.ZodArray<typeof ThreadEventSchema>>): ThreadEvent[] => parsed;

// What the document wants to do with a line.
createThread().push(safeParseThreadEvent('{}')!);
createThread().push(parseThreadEvent('{}'));
createMessageBuilder().push(parseThreadEvent('{}'));
export const any = AnyThreadEventSchema.parse({});
`;

const TAKEN = `${imports}
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

const WRONG = `${imports}
export const wrong = (parsed: Parsed): ThreadEvent & { type: 'error' } => parsed;
`;

// Zod's optional fields may hold undefined; to a compiler that tells them from absent ones the model must fit as well.
describe.each([false, true])(
  'the types of the schemas, exactOptionalPropertyTypes %s',
  (exactOptionalPropertyTypes) => {
    /** What the compiler says of each program. */
    let faults: string[];

    // One call for all three: nearly all that it takes is the reading of what they import.
    beforeAll(async () => {
      const programs = { 'given.ts': GIVEN, 'taken.ts': TAKEN, 'wrong.ts': WRONG };
      // Types of Node would be looked for where there may be none.
      faults = (await checkPrograms(programs, { types: [], exactOptionalPropertyTypes })).split(/\n(?=\S)/);
    }, 60_000);

    const faultsOf = (program: string) => faults.filter((fault) => fault.includes(`/${program}.ts`)).join('\n');

    it('are the hand-written ones, as far as what the schemas give goes', () => {
      expect(faultsOf('given')).toBe('');
    });

    it('are the hand-written ones, as far as what the schemas take goes', () => {
      expect(faultsOf('taken')).toBe('');
    });

    it('would be told apart if they were not', () => {
      expect(faultsOf('wrong')).toMatch(/TS23(?:22|75)/);
    });
  },
);
