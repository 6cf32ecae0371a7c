import { afterAll, describe, expect, it } from 'vitest';
import { missingWords } from '../../scripts/reference/missing-words.ts';
import { type PublicName, readPublicNames } from '../../scripts/reference/public-names.ts';
import { referencePages } from '../../scripts/reference/reference-pages.ts';
import { checkPrograms } from '../types/run-tsc.ts';
import { createMachine } from './run-program.ts';

const names = readPublicNames();
const machine = createMachine();
afterAll(() => machine.remove());

/** By the name that shows it. Two subpaths may give the same name, with the same example. */
const examplesOf = (shown: readonly PublicName[]) =>
  new Map(
    shown.flatMap(({ name, examples }) => examples.map((code, index) => [`${name} ${index + 1}`, code] as const)),
  );

/** Components are run by `test/package/react.test.ts`, which has React and a page. */
const isComponent = ({ specifier }: PublicName) => specifier === 'threadline/react';
const examples = examplesOf(names.filter((name) => !isComponent(name)));
const components = examplesOf(names.filter(isComponent));

describe('the reference', () => {
  it('has a sentence for every public name, and a program for the main ones', () => {
    expect(names.length).toBeGreaterThan(500);
    expect(missingWords(names)).toEqual([]);
  });

  it('tells of a name, a method or an option without a sentence, and of a main name without a program', () => {
    const bare = { ...nameOf('createEventReader'), doc: '', examples: [] };
    const options = nameOf('EventReaderOptions');
    const members = options.members.map((member) => ({ ...member, doc: 'strict' }));
    expect(missingWords([bare])).toContainEqual(
      expect.stringMatching(/^createEventReader has no sentence \(src\/.*:\d+\)$/),
    );
    expect(missingWords([bare])).toContain('createEventReader of threadline has no @example');
    expect(missingWords([{ ...options, members }])).toContainEqual(
      expect.stringMatching(/^EventReaderOptions\.strict has no sentence/),
    );
  });

  it('shows a name with its sentence, its members and its source, and lists it', () => {
    const pages = referencePages(names);
    expect(pages.get('threadline.md')).toContain('## createEventReader\n\nMakes a reader of bytes or strings.');
    expect(pages.get('threadline.md')).toContain(
      '- `push(chunk: string | Uint8Array): Outcome[]`: Takes the next piece',
    );
    expect(pages.get('README.md')).toContain(
      '[`ThreadEventSchema`](threadline-schema.md#threadeventschema) | constant |',
    );
    expect(pages.size).toBe(new Set(names.map(({ specifier }) => specifier)).size + 1);
  });
});

it('links of the reference lead to names that it has', () => {
  const pages = referencePages(names);
  const links = [...pages.values()].flatMap((text) => [...text.matchAll(/\]\(([\w-]+\.md)#(\w+)\)/g)]);
  const dead = links.filter(
    ([, page = '', name = '']) => !new RegExp(`^## ${name}$`, 'im').test(pages.get(page) ?? ''),
  );
  expect(links.length).toBeGreaterThan(1000);
  expect(dead.map(([link]) => link)).toEqual([]);
});

describe('the example', () => {
  it.concurrent.each([...examples])('of %s runs, and prints something', async (name, code) => {
    const { stdout, stderr, exitCode } = await machine.run(name.replaceAll(' ', '-'), code);
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
    expect(stdout.trim()).not.toBe('');
    expect(stdout).not.toContain('undefined');
  });
});

it('all examples compile where optional properties are exact', async () => {
  const programs = [
    ...[...examples].map(([name, code]) => [`${name.replaceAll(' ', '-')}.ts`, code]),
    ...[...components].map(([name, code]) => [`${name.replaceAll(' ', '-')}.tsx`, code]),
  ];
  expect(components.size).toBeGreaterThan(1);
  expect(await checkPrograms(Object.fromEntries(programs), { exactOptionalPropertyTypes: true })).toBe('');
});

function nameOf(name: string): PublicName {
  const found = names.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`${name} is not public`);
  return found;
}
