import { beforeAll, describe, expect, it } from 'vitest';
import * as documents from './documents.ts';
import { checkPrograms } from './run-tsc.ts';

const programs = {
  'messages.ts': documents.messages,
  'messages-to-ours.ts': documents.messagesToOurs,
  'messages-from-ours.ts': documents.messagesFromOurs,
  'messages-parser.ts': documents.messagesParser,
  'protocol-to-ours.ts': documents.protocolToOurs,
  'schemas.ts': documents.schemas,
  'schemas-to-ours.ts': documents.schemasToOurs,
  'schemas-from-ours.ts': documents.schemasFromOurs,
  'wrong.ts': documents.wrong,
};

/** The documents' optional fields are read under plain strict; a value of theirs fits the other setting, too. */
describe.each([false, true])(
  'the types of the documents, exactOptionalPropertyTypes %s',
  (exactOptionalPropertyTypes) => {
    let faults: string[];

    beforeAll(async () => {
      faults = (await checkPrograms(programs, { types: [], exactOptionalPropertyTypes })).split(/\n(?=\S)/);
    }, 120_000);

    /** The faults of a program, each as the line that it is at, and its number. */
    const faultsOf = (program: keyof typeof programs) =>
      faults.flatMap((fault) => {
        const [, line = 0, code] = new RegExp(`/${program}\\((\\d+),\\d+\\): error (TS\\d+)`).exec(fault) ?? [];
        return code === undefined ? [] : [`${programs[program].split('\n')[Number(line) - 1]?.trim()} ${code}`];
      });

    it('compile by themselves', () => {
      expect([...faultsOf('messages.ts'), ...faultsOf('schemas.ts')]).toEqual([]);
    });

    it('requirement 001, phase 1: every value of its types is one of ours', () => {
      expect(faultsOf('messages-to-ours.ts')).toEqual([]);
    });

    it('requirement 001, phase 1: ours are its types, but where real files lack or have more', () => {
      expect(faultsOf('messages-from-ours.ts')).toEqual([]);
    });

    it('requirement 001, phase 2: its parser compiles on our types, but where real files lack or have more', () => {
      expect(faultsOf('messages-parser.ts').map((fault) => fault.replace(/^.*\/\/ /, ''))).toEqual([
        'a part may be an image TS2339',
        'a role may be developer or system TS2322',
        'an output may be a list of parts TS2345',
        'an output may be a list of parts TS2322',
      ]);
    });

    it('requirement 003: values of its JSON are of our types', () => {
      expect(faultsOf('protocol-to-ours.ts')).toEqual([]);
    });

    it('requirement 004, event and item definitions: every value of its types is one of ours', () => {
      expect(faultsOf('schemas-to-ours.ts')).toEqual([]);
    });

    it('requirement 004, event and item definitions: what its consumer reads is there in ours', () => {
      expect(faultsOf('schemas-from-ours.ts')).toEqual([]);
    });

    it('would be told apart if they did not fit', () => {
      expect(faultsOf('wrong.ts').map((fault) => fault.replace(/^.* /, ''))).toEqual(['TS2322', 'TS2741']);
    });
  },
);
