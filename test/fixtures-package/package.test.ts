import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { agentWires } from 'threadline';
import { describe, expect, it } from 'vitest';
import { tableLines } from '../../fixtures/lib/table.mjs';
import { blanked } from '../../scripts/fixtures/blank.ts';
import { expectedOf } from '../../scripts/fixtures/expected.ts';
import { filesBelow } from '../../scripts/fixtures/files-below.ts';
import { refusals } from '../../scripts/fixtures/refused.ts';
import { scoreOurs } from '../../scripts/fixtures/score-ours.ts';
import { FIXTURES, type FixtureRecording, RECORDINGS } from '../../scripts/fixtures/write-index.ts';
import { writtenTable } from '../../scripts/fixtures/write-table.ts';

const { recordings }: { recordings: FixtureRecording[] } = JSON.parse(
  readFileSync(join(FIXTURES, 'index.json'), 'utf8'),
);
const files = filesBelow(FIXTURES);
const bytesOf = (text: string) => new TextEncoder().encode(text);

describe('the package of fixtures', () => {
  it('holds recordings of every agent, each with what is expected of it', () => {
    expect(new Set(recordings.map(({ agent }) => agent))).toEqual(new Set(agentWires.map(({ name }) => name)));
    for (const { path } of recordings) {
      expect(files).toContain(join('recordings', path));
      expect(files).toContain(join('recordings', `${path}.expected.json`));
    }
  });

  it('is at most 5 MB', () => {
    const sizes = files.map((path) => statSync(join(FIXTURES, path)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(5_000_000);
  });

  it('has no text of others, and nothing of a person', () => {
    const refused = files
      .filter((path) => path.startsWith('recordings') || path === 'index.json')
      .flatMap((path) => refusals(readFileSync(join(FIXTURES, path))).map((why) => `${path}: ${why}`));
    expect(refused).toEqual([]);
  });

  it('tells in its README how threadline scores', () => {
    expect(writtenTable()).toBe(tableLines(recordings.map(scoreOurs)).join('\n'));
  });

  it('expects all that the reader of today finds (after a change: npm run fixtures -- --update, and review)', () => {
    const changed = recordings.filter(({ path }) => {
      const file = join(RECORDINGS, path);
      return `${JSON.stringify(expectedOf(readFileSync(file)))}\n` !== readFileSync(`${file}.expected.json`, 'utf8');
    });
    expect(changed.map(({ path }) => path)).toEqual([]);
  });
});

describe('what is refused', () => {
  const long = 'You are a careful agent. '.repeat(20);

  it.each([
    ['a long text that no script holds', { text: long }],
    ['a long text deep inside JSON in a string', { arguments: JSON.stringify({ deep: [{ text: long }] }) }],
    ['a long key', { [long]: 1 }],
    ['a home of a person', { cwd: '/home/marlene/work' }],
    ['a home of a person on a Mac', { cwd: '/Users/marlene/work' }],
    ['a home of a person on Windows', { cwd: 'C:\\Users\\Marlene\\work' }],
    ['an e-mail address', { text: 'write to marlene@studio-nord.de' }],
    ['the name of a machine', { host: 'marlenes-macbook.local' }],
    ['an address in a network', { url: 'http://10.1.2.3:8080/' }],
    ['a repository of somebody', { remote: 'git@github.com:marlene/secret-plan.git' }],
  ])('%s', (_what, line) => {
    expect(refusals(bytesOf(`{"type":"x"}\n${JSON.stringify(line)}\n`))).toHaveLength(1);
    expect(refusals(bytesOf(JSON.stringify(line)))).toHaveLength(1);
  });

  it('a long line that is no JSON', () => {
    expect(refusals(bytesOf(`${long}\n{"type":"x"}\n`))).toHaveLength(1);
  });

  it('nothing that the recorder itself puts in', () => {
    const line = {
      cwd: '/var/tmp/threadline-record-000000/home/.claude',
      url: 'http://127.0.0.1:80/',
      to: 'a@example.com',
    };
    expect(refusals(bytesOf(JSON.stringify(line)))).toEqual([]);
  });
});

describe('blanking', () => {
  const long = 'You are a careful agent. '.repeat(20);

  it('takes long texts out and leaves lines, keys, types and tags', () => {
    const line = {
      type: 'x',
      text: `<context>${long}</context>`,
      list: [1, null, long],
      input: JSON.stringify({ a: long }),
    };
    const after = JSON.parse(blanked(bytesOf(`${JSON.stringify(line)}\n`)));
    expect(after.text).toBe('<context>[blanked: 519 characters]</context>');
    expect(after.list).toEqual([1, null, '[blanked: 500 characters]']);
    expect(JSON.parse(after.input)).toEqual({ a: '[blanked: 500 characters]' });
    expect(refusals(bytesOf(JSON.stringify(after)))).toEqual([]);
  });

  it('keeps every byte of lines that have nothing to hide, also of those that are cut', () => {
    const text = '{"a" : 1.0, "b":"\\u00e9"}\n{"cut": "x\n\n[]\n';
    expect(blanked(bytesOf(text))).toBe(text);
  });
});
