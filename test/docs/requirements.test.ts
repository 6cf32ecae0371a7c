import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { readPublicNames } from '../../scripts/reference/public-names.ts';
import * as documents from '../types/documents.ts';
import { createMachine } from './run-program.ts';

const page = readFileSync(fileURLToPath(new URL('../../docs/requirements.md', import.meta.url)), 'utf8');
const machine = createMachine();
afterAll(() => machine.remove());

const names = readPublicNames();
const isPublic = new Set(names.flatMap(({ name, members }) => [name, ...members.map((member) => member.name)]));

/** The groups of the page: each has a table, and then programs. */
const groups = page
  .split(/^### /m)
  .slice(1)
  .map((section) => {
    const [text = ''] = section.split(/^####? /m);
    const [title = ''] = text.split('\n');
    const rows = [...text.matchAll(/^\| (?!asked|-)(.*) \|$/gm)].map(([, row = '']) =>
      row.split(/(?<!\\)\|/).map((cell) => cell.trim()),
    );
    const programs = [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, program = '']) => program);
    return { title, rows, programs };
  });

describe.each(groups)('requirements.md, $title', ({ title, rows, programs }) => {
  it('tells of each requirement what was asked and by which public name it is met', () => {
    expect(rows.length).toBeGreaterThan(0);
    for (const [asked, name = ''] of rows) {
      expect(asked).not.toBe('');
      const unknown = [...name.matchAll(/`([^`]+)`/g)]
        .map(([, word = '']) => word)
        .filter((word) => !isPublic.has(word));
      expect(unknown, asked).toEqual([]);
    }
  });

  it('shows a program', () => {
    expect(programs.length).toBeGreaterThan(0);
  });

  it.each([...programs.entries()])('shows a program %i that prints what its comments say', async (index, program) => {
    const { stdout, stderr, exitCode } = await machine.run(`${title.replaceAll(/\W+/g, '-')}-${index}`, program);
    const said = [...program.matchAll(/^\/\/ → ?(.*)$/gm)].map(([, line = '']) => line);
    expect(said.length).toBeGreaterThan(0);
    expect(`${stderr}${stdout}`.replace(/\n$/, '').split('\n')).toEqual(said);
    expect(exitCode).toBe(0);
  });
});

it('requirements.md names each place at which a parser by the document does not compile', () => {
  const places = [...documents.messagesParser.matchAll(/\/\/ (an? .* may be .*)$/gm)].map(([, place = '']) => place);
  expect(places.length).toBeGreaterThan(2);
  expect(places.filter((place) => !page.includes(place))).toEqual([]);
});

it('requirements.md has a group for each part of the five documents', () => {
  const numbers = [...page.matchAll(/^## (00\d): /gm)].map(([, number]) => number);
  expect(numbers).toEqual(['000', '001', '002', '003', '004']);
  expect(groups.flatMap(({ rows }) => rows).length).toBeGreaterThan(75);
});
